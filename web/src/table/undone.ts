// Which moves of a table's log were taken back: the log strikes them through.
//
// Must never guess: where the plies of moves are not known, as at a server's table, none is.
import type { Entry } from "../engine/types";

/** The numbers of the entries whose moves were taken back: they never were, as the table stands. */
export function undoneIn(log: readonly Entry[]): Set<number> {
  const undone = new Set<number>();
  for (const { kind, number, to } of log) {
    if (kind === "undo" && to !== undefined) {
      for (const earlier of log) {
        if (earlier.kind === "move" && earlier.number < number && earlier.ply !== undefined && earlier.ply >= to) {
          undone.add(earlier.number);
        }
      }
    }
  }
  return undone;
}
