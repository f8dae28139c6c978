// What it means for a person that an answer came after its question was over: the server refuses it as "stale" (docs/protocol.md), it was not
// sent at all any more, or the page was loaded again meanwhile.
//
// Must never name a number of a decision: nobody sees those.
import type { Entry } from "../engine/types";

type NameOf = (seat: number) => string;

function moverIn(since: readonly Entry[], you: number | null, nameOf: NameOf): string | null {
  const mover = since.findLast(({ kind, seat }) => kind === "move" && seat !== you);
  return mover ? nameOf(mover.seat) : null;
}

/** `since`: what has happened that was not known when it was pressed. */
export function staleUndoWords(since: readonly Entry[], you: number | null, nameOf: NameOf): string {
  const mover = moverIn(since, you, nameOf);
  return `${mover ? `${mover} has moved` : "The game has gone on"} meanwhile. Press Undo again to take that back, too.`;
}

/** `what`: the move in words. It is named, since who pressed it has perhaps looked at something else for a minute. */
export function lateWords(what: string, since: readonly Entry[], you: number | null, nameOf: NameOf): string {
  const own = since.find(({ kind, seat }) => kind === "move" && seat === you);
  const mover = moverIn(since, you, nameOf);
  const why = own?.lapsed || own?.how === "timeout" ? "time had run out" : own?.how === "bot" ? "a bot had played for you" : mover ? `${mover} had moved` : "the question was over";
  return `"${what}" was not played: ${why}.`;
}
