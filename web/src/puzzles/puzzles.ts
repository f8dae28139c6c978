// Puzzles: positions with one best move (docs/puzzles.md). Which there are, which comes next, and which one a day has.
//
// Must never tell the best move to who has not asked for it: that is source.ts's and the table's affair.
import type { View } from "../engine/types";
import { attempts, type Attempt } from "./attempts";

export interface Worth {
  move: string;
  /** hundredths of a place that one ends in, and tenths of points that every seat ends with, in the mean of the searches */
  place: number;
  points: number[];
  /** hundredths of turns until the game is over then, in the mean: as the game counts them (its `unit`) */
  turns: number;
  /** why the best move is better than this one, where quick play shows it; names this move between quotes */
  why?: string;
}

/** A line of puzzles/GAME.jsonl. */
export interface Puzzle {
  id: string;
  game: string;
  seat: number;
  /** how hard it is: 1 to 5 */
  level: number;
  best: string;
  next: string;
  /** what comes to mind first */
  advised: string;
  /** hundredths of a place by which the best move leads the next one: in the mean, and with 95 % certainty */
  lead: number;
  low: number;
  moves: Worth[];
  position: View;
}

export const LEVELS = 5;
const LEVEL_WORDS = ["easy", "medium", "hard", "very hard", "extreme"];
/** "Level 2 of 5, medium" */
export const levelWords = (level: number): string => `Level ${level} of ${LEVELS}, ${LEVEL_WORDS[level - 1] ?? ""}`;

export function puzzlesIn(text: string): Puzzle[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Puzzle);
}

const DAY = 86_400_000;

/** The puzzle of a day, "2026-11-27": the same for everybody who has the same puzzles; each comes once before one comes again. */
export function ofDay(all: Puzzle[], day: string): Puzzle | undefined {
  const inOrder = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  return inOrder[Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY) % inOrder.length];
}

/** So many other answers come before one that was missed comes again, and before it comes again once it was found, and once more. */
const PAUSES = [8, 20, 50];
/** So many are found in a row before the next ones are harder. */
const RISE = 2;

/** How hard the next new one shall be, and how hard the last new one was. Who chose a much harder or easier one by hand has shown nothing of
 * what comes between. */
function climbed(all: Puzzle[], tried: ReadonlyMap<string, Attempt>): { wanted: number; last: number } {
  const met = (one: Attempt): number => one.met ?? one.number;
  const answers = all.flatMap(({ id, level }) => {
    const attempt = tried.get(id);
    return attempt ? [{ attempt, level }] : [];
  });
  let wanted = 1;
  let last = 1;
  let row = 0;
  for (const { attempt, level } of answers.sort((a, b) => met(a.attempt) - met(b.attempt))) {
    if (Math.abs(level - wanted) > 1) {
      continue;
    }
    last = level;
    row = attempt.first ? row + 1 : 0;
    if (!attempt.first) {
      wanted = Math.max(1, wanted - 1);
    } else if (row === RISE) {
      wanted = Math.min(LEVELS, wanted + 1);
      row = 0;
    }
  }
  return { wanted, last };
}

/** The next one to train with: what was missed comes back after a while, and again once it was found, with new ones between; else one that was
 * never seen, a little harder after two that were found, a little easier after one that was missed. `leave`: those that shall not come now. */
export function nextOf(all: Puzzle[], tried: ReadonlyMap<string, Attempt>, ...leave: (string | undefined)[]): Puzzle | undefined {
  const open = all.filter(({ id }) => !leave.includes(id));
  const answers = [...tried.values()].filter(({ id }) => all.some((one) => one.id === id)).sort((a, b) => b.number - a.number);
  const last = answers[0]?.number ?? 0;
  const stage = ({ known, returned }: Attempt): number => returned ?? (known ? PAUSES.length : 0);
  const due = answers.filter((one) => one.number + (PAUSES[stage(one)] ?? Infinity) <= last).reverse();
  const again = due.flatMap(({ id }) => open.filter((one) => one.id === id))[0];
  const { wanted, last: before } = climbed(all, tried);
  const far = ({ level }: Puzzle): number => Math.max(1, Math.abs(level - before));
  const near = ({ level }: Puzzle): number => Math.abs(level - wanted);
  const [fresh] = open.filter(({ id }) => !tried.has(id)).sort((a, b) => far(a) - far(b) || near(a) - near(b) || a.level - b.level);
  // Two that come back one after the other would be no training in what is new.
  if (again && !(fresh && (answers[0]?.times ?? 1) > 1)) {
    return again;
  }
  const [oldest] = answers.filter(({ id }) => open.some((one) => one.id === id)).sort((a, b) => Number(a.known) - Number(b.known) || a.number - b.number);
  return fresh ?? open.find(({ id }) => id === oldest?.id);
}

export interface Progress {
  all: number;
  known: number;
  /** tried, and not known yet */
  missed: number;
}

export function progressIn(all: Puzzle[], tried: ReadonlyMap<string, Attempt> = attempts()): Progress {
  const mine = all.flatMap(({ id }) => tried.get(id) ?? []);
  const known = mine.filter((one) => one.known).length;
  return { all: all.length, known, missed: mine.length - known };
}
