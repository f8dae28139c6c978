// Puzzles: positions with one best move (docs/puzzles.md). Which there are, which comes next, and which one a day has.
//
// Must never tell the best move to who has not asked for it: that is source.ts's and the table's affair.
import type { View } from "../engine/types";
import { attempts, type Attempt } from "./attempts";

export interface Worth {
  move: string;
  /** hundredths of a place that one ends in, and tenths of points, in the mean of the searches */
  place: number;
  points: number;
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
  why: string;
  moves: Worth[];
  position: View;
}

export const LEVELS = 5;
export const LEVEL_WORDS = ["", "a first look", "a second look", "a quiet minute", "hard", "very hard"];

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

/** So many others come before one that was missed comes again. */
const PAUSE = 4;
/** By so many of the last answers it is told how hard the next one shall be. */
const RECENT = 5;

/** The next one to train with: what was missed comes back after a while; else one that was never seen, as hard as the last answers were good. */
export function nextOf(all: Puzzle[], tried: ReadonlyMap<string, Attempt>, but?: string): Puzzle | undefined {
  const open = all.filter(({ id }) => id !== but);
  const answers = [...tried.values()].filter(({ id }) => all.some((one) => one.id === id)).sort((a, b) => b.number - a.number);
  const last = answers[0]?.number ?? 0;
  const missed = answers.filter(({ known, number }) => !known && number + PAUSE <= last).at(-1);
  const again = open.find(({ id }) => id === missed?.id);
  if (again) {
    return again;
  }
  const recent = answers.slice(0, RECENT);
  const wanted = recent.length === 0 ? 2 : 1 + Math.round((recent.filter(({ first }) => first).length / recent.length) * (LEVELS - 1));
  const fresh = open.filter(({ id }) => !tried.has(id)).sort((a, b) => Math.abs(a.level - wanted) - Math.abs(b.level - wanted));
  const oldest = (): Puzzle | undefined => {
    const old = answers.filter(({ id }) => id !== but).sort((a, b) => Number(a.known) - Number(b.known) || a.number - b.number)[0];
    return open.find(({ id }) => id === old?.id);
  };
  return fresh[0] ?? oldest();
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
