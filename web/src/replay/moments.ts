// One's best move of a game that is over, and one's worst: which they are, and in whose turn they were made.
//
// Must never call a move better or worse than chance could have made it, nor praise a Pass.
import type { Entry, OwnChoice } from "../engine/types";
import { turnsIn } from "../table/since";
import { ordinal } from "../ui/words";
import { isDeed, isGood, isMistake, weighing, type Weighed } from "./weighing";

export interface Moments {
  best: Weighed | null;
  worst: Weighed | null;
  log: Entry[];
  /** how many of one's choices were looked at, and of how many */
  seen: number;
  all: number;
}

/** Milliseconds after which no further choice is looked at; and how many candidates are held against more games. */
const LONGEST = 15_000;
const CANDIDATES = 3;

/** By turns what looks worst and what looks best of the rest; of what nobody boasts of, the worst alone. */
export function fromBothEnds(choices: readonly OwnChoice[]): OwnChoice[] {
  const dear = [...choices].sort((a, b) => b.cost - a.cost);
  const good = dear.filter(isDeed).reverse();
  return [...new Set(dear.flatMap((choice, i) => [choice, good[i] ?? choice]))];
}

/** Those of a kind, the one that changes most first. */
export function most(weighed: readonly Weighed[], is: (choice: Weighed) => boolean): Weighed[] {
  return weighed.filter(is).sort((a, b) => b.argument.place - a.argument.place || b.argument.points - a.argument.points);
}

/** Whose turn it was at a moment: "your 5th turn", "Ada's 3rd turn", "after your 4th turn" where it was nobody's. */
export function turnAt(log: readonly Entry[], ply: number, you: number, nameOf: (seat: number) => string): string {
  const turns = turnsIn(log.filter((entry) => (entry.ply ?? -1) < ply));
  const [whose = 0] = turns.slice(-1);
  const nth = (seat: number): string => ordinal(turns.filter((one) => one === seat).length);
  const ownTurn = turns.includes(you) ? `${whose === you ? "" : "after "}your ${nth(you)} turn` : "before your first turn";
  return whose === you || whose === 0 ? ownTurn : `${nameOf(whose)}'s ${nth(whose)} turn`;
}

/** Of the last game: who comes back from the replay finds them as they were. */
let last: { of: string; found: Moments | null } = { of: "", found: null };

/** `skips`: moments at which somebody else decided for the seat; `hear` says whether it goes on. */
export async function lookForMoments(record: string, seat: number, skips: ReadonlySet<number>, hear: (seen: number, all: number) => boolean): Promise<Moments | null> {
  const of = `${seat} ${record}`;
  if (last.of === of) {
    return last.found;
  }
  await weighing(record, seat, async ({ choices, log, weigh }) => {
    const order = fromBothEnds(choices.filter(({ ply }) => !skips.has(ply)));
    const weighed: Weighed[] = [];
    const began = performance.now();
    while (weighed.length < order.length && performance.now() - began < LONGEST) {
      weighed.push(await weigh(order[weighed.length] as OwnChoice));
      if (!hear(weighed.length, order.length)) {
        return;
      }
    }
    const surest = async (is: (choice: Weighed) => boolean): Promise<Weighed | null> => {
      for (const candidate of most(weighed, is).slice(0, CANDIDATES)) {
        const sure = await weigh(candidate, true);
        if (is(sure)) {
          return sure;
        }
      }
      return null;
    };
    const found = { best: await surest(isGood), worst: await surest(isMistake), log: await log(), seen: weighed.length, all: order.length };
    last = { of, found };
  });
  return last.of === of ? last.found : null;
}
