// The end of one's turn as one answer: what is put away and what is drawn. The engine is given it move by move.
//
// Must never know how many cards a hand holds: the engine says how many would be drawn (preview.ts).
import type { Entry, MoveParts } from "../../../engine/types";
import { standing } from "../../../table/since";
import type { Drawn } from "../preview";

/** The engine's order that draws from the deck until the hand is full. */
export const FILL_UP = "fill up";
/** The same as what follows another move. */
export const REST: MoveParts = { verb: "deck", order: FILL_UP };
/** Whose draws are answered by a standing order of this name. */
export const FROM_DECK = "draw from deck";

/** What the button does that ends the turn. `put`: the name of the card that is put away first; `alone`: drawing is asked afterwards. */
export function endWords(drawn: Drawn | null | undefined, end: "discard" | "draw", put: string, alone: boolean): string {
  const count = drawn?.count ?? 0;
  const ends = drawn?.ends ? " and end" : "";
  if (alone) {
    return end === "draw" ? "From the deck" : put ? `Discard ${put}` : "Keep all";
  }
  if (count === 0) {
    return `${end === "draw" ? "From the deck" : put ? `Discard ${put}` : "Keep all"}${ends}`;
  }
  return put ? `Discard ${put}, draw ${count}${ends}` : `Draw ${count}${end === "draw" ? " more" : ""} from the deck${ends}`;
}

const BELONGS = new Set(["discard", "pass", "take", "deck"]);

/** After an undo that led into the midst of it: what was put away or taken before is taken back as well. */
export function goesBackFurther(log: readonly Entry[], you: number | null, choices: readonly { parts: MoveParts }[]): boolean {
  const last = log.at(-1);
  if (last?.kind !== "undo" || last.seat !== you || !choices.some(({ parts }) => parts.verb === "take" || parts.verb === "deck")) {
    return false;
  }
  const own = standing(log).findLast(({ kind, seat, how }) => kind === "move" && seat === you && how === "person");
  return BELONGS.has(own?.parts?.verb ?? "");
}
