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
/** Below this share they are small: what decides is the places. */
const SMALL = 0.04;
/** So much larger than the other side is what a move pays by. */
const MOSTLY = 1.5;
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

/** In whose points the best move differs from another, the largest difference first; what is less than half a point, or next to nothing, is left out. */
export function changesOf(puzzle: Puzzle, other: Worth): Change[] {
  const [best] = puzzle.moves;
  const least = Math.max(LEAST * spread(puzzle), (isLarge(puzzle) ? 10 * POINT : POINT) / 2);
  return (best?.points ?? [])
    .map((by, i) => ({ seat: i + 1, by, instead: other.points[i] ?? by }))
    .filter(({ by, instead }) => Math.abs(by - instead) >= least && pointWords(by, puzzle) !== pointWords(instead, puzzle))
    .sort((a, b) => Math.abs(b.by - b.instead) - Math.abs(a.by - a.instead));
}

/** "You end with 1,950 points instead of 1,900, Seat 2 with 1,480 instead of 1,720."; "" where nothing differs. */
export function changeWords(puzzle: Puzzle, changes: readonly Change[]): string {
  const parts = changes.map(({ seat, by, instead }, i) => {
    const own = seat === puzzle.seat;
    const who = own ? (i === 0 ? "You" : "you") : `Seat ${seat}`;
    return i === 0 ? `${who} ${own ? "end" : "ends"} with ${pointWords(by, puzzle)} points instead of ${pointWords(instead, puzzle)}` : `${who} with ${pointWords(by, puzzle)} instead of ${pointWords(instead, puzzle)}`;
  });
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}

/** What the best move pays by, in one sentence; "" where it is not that plain. */
export function headline(puzzle: Puzzle, other: Worth): string {
  const changes = changesOf(puzzle, other);
  const small = SMALL * spread(puzzle);
  const mine = changes.find(({ seat }) => seat === puzzle.seat);
  const own = mine ? mine.by - mine.instead : 0;
  const falls = changes.filter(({ seat, by, instead }) => seat !== puzzle.seat && by < instead).map(({ seat, by, instead }) => ({ seat, falls: instead - by }));
  const most = falls[0];
  if (changes.every(({ by, instead }) => Math.abs(by - instead) <= small)) {
    return "It decides the places, not the points.";
  }
  if (most && most.falls > small && most.falls >= MOSTLY * Math.max(0, own)) {
    return `It pays by what it takes from Seat ${most.seat}.`;
  }
  if (own > small && own >= MOSTLY * (most?.falls ?? 0)) {
    return "It pays by what it brings you.";
  }
  return own > 0 && most ? `It pays twice: by what it brings you, and by what it takes from Seat ${most.seat}.` : "";
}

/** "1.4", or "1.44" where a tenth would not tell it from the other. */
export function placeWords(place: number, other: number): string {
  const tenth = (one: number): string => (one / 100).toFixed(1);
  return tenth(place) === tenth(other) ? (place / 100).toFixed(2) : tenth(place);
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
const JUDGES =
  /helps you|hurts you|In all you should|It brings you little|You gain (?:little|nothing)|changes little|changes least|Better:|Still, your best|unseen card|is worth about|worth its price|worth more|than its card is worth|do(?:es)? not win|you win\b|will miss least|suits you|stays for whoever|worth little|as good as what|double more points/;
/** Whole texts that argue for another move, or for a price that says nothing of this one. */
const ARGUES = /Better:|an unseen card|worth about|does not win|do not win/;

/** What the game says that a move does, without what it thinks of it. */
export function doesOnly(text: string): string {
  return text
    .split(/(?<=[.!?]) (?=\S)/)
    .map((sentence) => sentence.replace(/^(This ends the game|Else the game ends): .*$/, "$1."))
    .filter((sentence) => !JUDGES.test(sentence))
    .join(" ");
}

/** What may stand beneath the solution; "" where the game's own words argue against it. */
export function doesWords(why: string): string {
  return ARGUES.test(why) ? "" : doesOnly(why);
}
