// What has become of something that one has pressed and the server has not confirmed, in words; and what it means for a person that it came after
// its question was over: the server refuses it as "stale" (docs/protocol.md), or it was not sent at all any more.
//
// Must never name a number of a decision: nobody sees those.
import type { Entry, MoveParts } from "../engine/types";

/** From then on it is told that a move is on its way: on a good line it is there before. */
export const SLOW = 400;
/** From then on nobody knows where it is. */
export const LOST = 3000;

export const OVERDUE = "Time is over by now, as far as one can tell from here.";

/** `what`: "Pass"; "": it is not known yet. `late`: it takes longer than on a good line; `over`: so long that time must have run out. */
export function onItsWayWords(what: string, { silent, unsent, late, over }: { silent: boolean; unsent: boolean; late: boolean; over: boolean }): string {
  const named = what && `: ${what}`;
  if (!silent && !late) {
    return `Your move is on its way${named}.`;
  }
  const [state, follows] = unsent ? ["Not sent yet", "It is sent when the server answers, if you are still asked."] : ["Sent, not confirmed yet", "It is repeated when the server answers, and counts once if it comes in time."];
  return `${state}${named}. ${over ? OVERDUE : follows}`;
}

export const FIRST_ARRIVES = "First your move must arrive.";
export const FIRST_UNDONE = "First your undo must arrive.";
export const ARRIVED = "Your move has arrived:";

/** Which of the choices is what was to follow; with `order`, the words of the standing order that is to answer there in its stead. */
export function meantBy(then: MoveParts, choices: readonly { text: string; parts: MoveParts }[]): { text: string; order: string } | undefined {
  const { order = "", ...asked } = then;
  const found = choices.find(({ parts }) => Object.keys(asked).every((slot) => parts[slot] === asked[slot]));
  return found && { text: found.text, order: String(order) };
}

/** Of what was on its way when the page was loaded again, and is not sent once more; "": it has come. */
export function unheardWords({ what, after }: { what: string; after: number }, log: readonly Entry[], you: number | null): string {
  if (what === "sign") {
    return "Your sign to the others perhaps did not go out: the page was loaded again before the server had answered.";
  }
  const came = log.some(({ kind, seat, number }) => (kind === "undo" || kind === "ask-undo") && seat === you && number > after);
  return came ? "" : "Your undo did not arrive before the page was loaded again: press Undo again, if you still want it.";
}

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
