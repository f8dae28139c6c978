// What the page says when the server answers again, in one line: how long it did not answer, how much of that ran on one's own clock, and
// what one has missed. The log and "Since your turn" have all of it.
//
// Must never say more than the entries that came, and what the server's clocks say.
import type { Entry } from "../engine/types";
import { counted, decidedWords } from "./away";

/** "12 s", "3 min", "2 h". */
export function lasted(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const times = (count: number): string => (count === 1 ? "1 move" : `${count} moves`);

/** " (41 s on your clock)": nothing where less than a second did. */
function cost(after: number, ran: number): string {
  const most = Math.min(ran, after);
  return most < 1000 ? "" : ` (${lasted(most)} on your clock)`;
}

/** It is true only until something is told. */
export const NOTHING = "Nothing happened.";
export const MOVE_ARRIVED = "Your move has arrived.";

/** `say`: a move in words; `ran`: how many milliseconds of one's own clock the outage took. */
export function returnedLine(after: number, ran: number, missed: readonly Entry[] | null, you: number | null, nameOf: (seat: number) => string, say: (entry: Entry) => string): string {
  const begins = `Back after ${lasted(after)}${cost(after, ran)}.`;
  if (missed === null) {
    return begins;
  }
  const moves = missed.filter(({ kind }) => kind === "move");
  const others = new Set(moves.flatMap(({ seat }) => (seat === you ? [] : seat)));
  const made = [...others].map((seat) => `${nameOf(seat)} made ${times(counted(moves.filter((entry) => entry.seat === seat)))}`);
  const told = [...made, ...(missed.some(({ kind }) => kind === "over") ? ["the game has ended"] : [])];
  const sentences = [...decidedWords(moves, you, say), ...(told.length > 0 ? [`${told.join(", ").replace(/^the game/, "The game")}.`] : [])];
  const arrived = moves.some(({ seat, how, lapsed }) => seat === you && how === "person" && !lapsed) ? [MOVE_ARRIVED] : [];
  const quiet = moves.length > 0 ? arrived : [NOTHING];
  return [begins, ...(sentences.length > 0 ? sentences : quiet)].join(" ");
}
