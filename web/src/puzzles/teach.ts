// What the searches measured of two moves, in words: the places, and who ends with more or fewer points.
//
// Must never say more than was measured: the game's own advice may think otherwise.
import type { Puzzle, Worth } from "./puzzles";

/** What a seat ends with in the mean, in tenths of points, by the best move and by another. */
export interface Change {
  seat: number;
  by: number;
  instead: number;
}

/** Differences of points below this share of all that is between the seats and the moves say nothing. */
const LEAST = 0.02;
/** Where points go beyond so many tenths, ten of them are what one point is elsewhere. */
const LARGE = 5000;
const POINT = 10;

const isLarge = (puzzle: Puzzle): boolean => puzzle.moves.some(({ points }) => points.some((one) => Math.abs(one) >= LARGE));
function spread(puzzle: Puzzle): number {
  const all = puzzle.moves.flatMap(({ points }) => points);
  return Math.max(...all) - Math.min(...all);
}

/** 19,540 tenths are "1,950" points, 481 tenths "48.1": as exact as is worth reading. */
export function pointWords(tenths: number, puzzle: Puzzle): string {
  const large = isLarge(puzzle);
  const points = large ? Math.round(tenths / POINT / 10) * 10 : tenths / POINT;
  return points.toLocaleString("en", { minimumFractionDigits: large ? 0 : 1, maximumFractionDigits: large ? 0 : 1 });
}

function allChanges(puzzle: Puzzle, other: Worth): Change[] {
  const [best] = puzzle.moves;
  return (best?.points ?? []).map((by, i) => ({ seat: i + 1, by, instead: other.points[i] ?? by })).sort((a, b) => difference(b) - difference(a));
}
const difference = ({ by, instead }: Change): number => Math.abs(by - instead);

/** In whose points the best move differs from another, the largest difference first; what is less than half a point, or next to nothing, is left out. */
export function changesOf(puzzle: Puzzle, other: Worth): Change[] {
  const least = Math.max(LEAST * spread(puzzle), (isLarge(puzzle) ? 10 * POINT : POINT) / 2);
  return allChanges(puzzle, other).filter((one) => difference(one) >= least && pointWords(one.by, puzzle) !== pointWords(one.instead, puzzle));
}

/** Whose points are said first: one's own and those of the rival who is nearest of those whose points differ clearly. Where no rival's do, of the nearest of all: a
 * place can change without many points. One's own stand first. */
export function mainChanges(puzzle: Puzzle, other: Worth): Change[] {
  const all = allChanges(puzzle, other);
  const own = all.find(({ seat }) => seat === puzzle.seat);
  const rivals = all.filter((one) => one !== own);
  const far = ({ by }: Change): number => Math.abs(by - (own?.by ?? 0));
  const changed = changesOf(puzzle, other).filter(({ seat }) => seat !== puzzle.seat);
  const most = Math.max(0, ...changed.map(difference));
  const among = changed.length > 0 ? changed.filter((one) => 2 * difference(one) >= most) : rivals;
  const [rival] = among.sort((a, b) => far(a) - far(b));
  return [own, rival].filter((one) => one !== undefined);
}

/** "On average you end with 36.2 points instead of 38.7; Seat 2 with 33.5 instead of 38.2."; "" of nobody. `begin`: "" where that was said. */
export function changeWords(puzzle: Puzzle, changes: readonly Change[], begin = "On average "): string {
  const parts = changes.map(({ seat, by, instead }, i) => {
    const own = seat === puzzle.seat;
    const who = own ? (i === 0 ? `${begin}you end` : "you") : `${i === 0 ? begin : ""}Seat ${seat}${i === 0 ? " ends" : ""}`;
    const [with_, than] = [pointWords(by, puzzle), pointWords(instead, puzzle)];
    return `${who} with ${with_}${i === 0 ? " points" : ""} ${with_ === than ? "as with the other" : `instead of ${than}`}`;
  });
  return parts.length > 0 ? `${parts.join("; ")}.` : "";
}

/** Where two moves lead: "you end on place 2.88 of 4 instead of 3.36 on average"; where there are but two seats, how often one wins, ties as half. */
export function leadsTo(puzzle: Puzzle, other: Worth): string {
  const { seats } = puzzle.position;
  const best = puzzle.moves[0]?.place ?? other.place;
  const wins = (place: number): string => `${Math.round(200 - place)} %`;
  return seats === 2 && wins(best) !== wins(other.place)
    ? `you win ${wins(best)} of the games that go on from here, instead of ${wins(other.place)}`
    : `you end on place ${placeWords(best)} of ${seats} instead of ${placeWords(other.place)}, on average of many games that go on from here`;
}

/** "1.45": as exact as the table of all moves has it. */
export function placeWords(place: number): string {
  return (place / 100).toFixed(2);
}

/** How clear it is: by how much the best move leads the next best, on average and with 95 % certainty. `next`: what that is called, where it is not
 * the move that was spoken of. */
export function leadWords(puzzle: Puzzle, next = ""): string {
  const place = (move: string): number | undefined => puzzle.moves.find((one) => one.move === move)?.place;
  const [best, other] = [place(puzzle.best), place(puzzle.next)];
  // Both places are rounded, and their difference may be one hundredth off: what stands in the table decides.
  const lead = best === undefined || other === undefined ? puzzle.lead : other - best;
  const sure = `at least ${placeWords(Math.min(lead, puzzle.low))}, with 95 % certainty`;
  return next ? `The next best is ${next}, ${placeWords(lead)} places behind (${sure}).` : `That is ${placeWords(lead)} places better (${sure}).`;
}

/** What the other move is called that the best one is held against, and its worth: one's own wrong one, else what comes to mind first. */
export function against(puzzle: Puzzle, tried: readonly string[]): { worth: Worth; as: "yours" | "advised" | "next" } | null {
  const found = (move: string | undefined): Worth | undefined => puzzle.moves.find((one) => one.move === move && one.move !== puzzle.best);
  const yours = found(tried.at(-1));
  const advised = found(puzzle.advised);
  const next = found(puzzle.next);
  return yours ? { worth: yours, as: "yours" } : advised ? { worth: advised, as: "advised" } : next ? { worth: next, as: "next" } : null;
}

/** Sentences of the game that judge, by a quick estimate and not by what was measured. */
const JUDGES = /helps you|hurts you|You gain (?:little|nothing)|changes little|do(?:es)? not win|you win\b/;
/** Whether the game says of a move that it ends it: the best one may, or may let it come. */
export const endsGame = (why: string): boolean => /\bThis ends the game\b/.test(why);

/** What the game says that a move does, without what it thinks of it. */
export function doesOnly(text: string): string {
  return text
    .split(/(?<=[.!?]) (?=\S)/)
    .map((sentence) => sentence.replace(/^(This ends the game|Else the game ends): .*$/, "$1."))
    .filter((sentence) => !JUDGES.test(sentence))
    .join(" ");
}

/** Why the best move is better than the one it is held against; of a move of which quick play does not show it, than the one that comes to mind first. */
export function reasonAgainst(puzzle: Puzzle, worth: Worth): { why: string; other: string } | null {
  const advised = puzzle.moves.find(({ move }) => move === puzzle.advised);
  const found = worth.why === undefined ? advised : worth;
  return found?.why === undefined ? null : { why: found.why, other: found.move };
}

/** The sentence of a reason that says what is gained, and the rest of it: figures for who wants them. */
export function parted(why: string): { gain: string; rest: string } {
  const sentences = why.split(/(?<=\.) /);
  const gain = sentences.find((one) => one.includes('"')) ?? why;
  return { gain, rest: sentences.filter((one) => one !== gain).join(" ") };
}
