// What it means for a person that the server refuses an answer as "stale" (docs/protocol.md): somebody moved before it came.
//
// Must never name a number of a decision: nobody sees those.
import type { Entry } from "../engine/types";

const NEXT = {
  undo: "Press Undo again to take that back, too.",
  move: "Your move was for the question before, and does not count.",
};

/** `since`: what has happened that was not known when it was pressed. */
export function staleWords(what: keyof typeof NEXT, since: readonly Entry[], you: number | null, nameOf: (seat: number) => string): string {
  const mover = since.findLast(({ kind, seat }) => kind === "move" && seat !== you);
  return `${mover ? `${nameOf(mover.seat)} has moved` : "The game has gone on"} meanwhile. ${NEXT[what]}`;
}
