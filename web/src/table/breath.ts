// What is told one after the other and belongs together, as one sentence: the order of play of a game turn; and what is told several times in a row,
// as one line that says how often.
//
// Must never say more than the sentences that it is made of.

import { list } from "../ui/words";

const DRAWN = /^Game turn (\d+): (.+?) plays? (\w+)\.$/;

/** An order of play that is drawn is told of one after the other, and said as one. */
export function inOneBreath(told: readonly string[]): string[] {
  const said: string[] = [];
  for (let i = 0; i < told.length; i++) {
    const turn = DRAWN.exec(told[i] ?? "")?.[1];
    const drawn: RegExpExecArray[] = [];
    for (let next = turn ? DRAWN.exec(told[i] ?? "") : null; next && next[1] === turn; next = DRAWN.exec(told[i + drawn.length] ?? "")) {
      drawn.push(next);
    }
    if (drawn.length < 2) {
      said.push(told[i] ?? "");
      continue;
    }
    const who = drawn.map(([, , name = ""]) => name);
    const own = drawn.find(([, , name]) => name === "you")?.[3];
    said.push(`Game turn ${turn}. The order of play is drawn${turn === "1" ? "" : " anew"}: ${list(who)}.${own ? ` You play ${own}.` : ""}`);
    i += drawn.length - 1;
  }
  return said;
}

/** What is told so often in a row stands there once. */
const REPEATS = 3;

/** Lines that say the same in a row, together; `same` says which do. What is told less often stays apart, each in a list of its own. */
export function inRuns<T>(lines: readonly T[], same: (a: T, b: T) => boolean): T[][] {
  const runs: T[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && same(last[0], line)) {
      last.push(line);
    } else {
      runs.push([line]);
    }
  }
  return runs.flatMap((run) => (run.length < REPEATS ? run.map((line) => [line]) : [run]));
}
