// What a move would do, asked of the engine: a match is made of what one sees, the move is played there, and both are compared.
//
// Must never change the true table, and must never guess: what cannot be known yet is simply not in the answer.
import { engine } from "../../source/engine";
import type { SixView } from "./view";
import { siteName } from "./words";

export interface Preview {
  move: string;
  /** the view after it */
  after: SixView;
  /** what happens, in sentences */
  lines: string[];
}

const kept = new WeakMap<object, Map<string, Promise<Preview | null>>>();

async function ask(view: SixView, move: string): Promise<Preview | null> {
  const seats = Object.keys(view.points).length;
  const viewer = view.viewer ?? 0;
  try {
    const { match } = await engine().ask("new", {
      position: view,
      keepView: true,
      players: Array.from({ length: seats }, () => null),
    });
    try {
      await engine().ask("play", { match, move });
      // Asked in one go: on a slow telephone every question and answer costs a moment.
      const [look, story] = await Promise.all([engine().ask("look", { match, viewer }), engine().ask("story", { match, viewer })]);
      return { move, after: look.view as SixView, lines: story.map((line) => line.text) };
    } finally {
      void engine().ask("free", { match }); // nothing waits for that
    }
  } catch {
    return null; // A preview is a help; without it the move can be made all the same.
  }
}

/** Asked once for each view and move. */
export function preview(view: SixView, move: string): Promise<Preview | null> {
  let moves = kept.get(view);
  if (!moves) {
    moves = new Map();
    kept.set(view, moves);
  }
  let answer = moves.get(move);
  if (!answer) {
    answer = ask(view, move);
    moves.set(move, answer);
  }
  return answer;
}

/** What becomes of a token: "4 → 2", or "32 free" if it stays as it is. */
export function becomes(before: SixView, after: SixView, colour: string, site: string): string {
  const was = before.tracks[site]?.[colour] ?? 0;
  const is = after.tracks[site]?.[colour] ?? 0;
  return was === is ? `${was} free` : `${was} → ${is}`;
}

/** The same in words: "Earth falls to 2", or "Earth stays on 32". */
export function falls(before: SixView, after: SixView, colour: string, site: string): string {
  const was = before.tracks[site]?.[colour] ?? 0;
  const is = after.tracks[site]?.[colour] ?? 0;
  return `${siteName(site)} ${is < was ? "falls to" : "stays on"} ${is}`;
}
