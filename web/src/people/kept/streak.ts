// What the game that has just ended adds to one's record, in a sentence: victories in a row above all.
//
// Must never say anything where there is nothing to be glad of.
import { levelWord } from "../../options/levels";
import { ordinal } from "../../ui/words";
import { talliesOf, type Result } from "./results";

export interface Streak {
  text: string;
  /** victories in a row, the last game among them */
  wins: number;
}

const NTH = ["", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];
/** Before so many games a defeat says nothing about the others. */
const ENOUGH = 3;

/** After the game of that id, whatever was played since; null: nobody kept it, or it says nothing. */
export function streakAfter(all: readonly Result[], id: string): Streak | null {
  const last = all.find((one) => one.id === id);
  if (!last) {
    return null;
  }
  const like = all.slice(0, all.indexOf(last) + 1).filter(({ game, level }) => game === last.game && level === last.level);
  const [tally] = talliesOf(like);
  const [before] = talliesOf(like.slice(0, -1));
  const { games = 0, places = [], streak = 0 } = tally ?? {};
  const won = places[0] ?? 0;
  const against = `against ${last.level === "mixed" ? "mixed levels" : levelWord(last.level)}`;
  const text =
    streak > 1 ? `${NTH[streak] ?? ordinal(streak)} win in a row ${against}.`
    : streak === 1 ? (won === 1 ? `Your first win ${against}.` : `${won} of ${games} games won ${against}.`)
    : (before?.streak ?? 0) > 1 ? `That ends ${before?.streak} wins in a row ${against}.`
    : games >= ENOUGH && won > 0 ? `${won} of ${games} games won ${against}.`
    : "";
  return text ? { text, wins: streak } : null;
}
