// What became of the puzzles that were tried in this browser: kept here, sent nowhere.
//
// Must never hold a move: only whether it was found.

import { read, write } from "../storage/small";

export interface Attempt {
  id: string;
  /** found at the first try, the first time */
  first: boolean;
  /** found at the first try, the last time */
  known: boolean;
  /** which answer of this browser the last one was, counted from 1 */
  number: number;
  /** which answer the first one was; absent where that was kept before this was noted */
  met?: number;
  /** how often it was answered */
  times?: number;
  /** of what was missed once: how often it has been found since, one time after the other */
  returned?: number;
}

/** The puzzle of a day, and whether it was found at the first try. */
export interface Day {
  game: string;
  day: string;
  found: boolean;
}

const KEY = "billions.puzzles";
const DAYS = "billions.puzzle-days";
const MOST_DAYS = 2000;

const kept = (key: string): unknown[] => read<unknown[]>(key, []);

export function attempts(): Map<string, Attempt> {
  return new Map((kept(KEY) as Attempt[]).filter((one) => typeof one?.id === "string").map((one) => [one.id, one]));
}

/** The attempts with one more answer. */
export function withAnswer(before: ReadonlyMap<string, Attempt>, id: string, found: boolean): Map<string, Attempt> {
  const number = 1 + Math.max(0, ...[...before.values()].map((one) => one.number));
  const old = before.get(id);
  const met = old ? (old.met ?? old.number) : number;
  const times = old ? (old.times ?? 1) + 1 : 1;
  const returned = !found ? 0 : old && (old.returned !== undefined || !old.known) ? (old.returned ?? 0) + 1 : undefined;
  return new Map([...before, [id, { id, first: old?.first ?? found, known: found, number, met, times, ...(returned === undefined ? {} : { returned }) }]]);
}

/** Whether an answer is kept: the first one to a puzzle, the first one to the puzzle of today, and one to what training brings. Who only looks at
 * a puzzle again loses nothing by it, and wins nothing. */
export function isAsked(before: Attempt | undefined, by: { training?: boolean; today?: boolean }): boolean {
  return before === undefined || by.training === true || by.today === true;
}

/** How a puzzle or a day went, behind its name; "" where there was no answer yet. */
export function outcome(found: boolean | undefined): string {
  return found === undefined ? "" : found ? " ✓ found" : ": missed";
}

export function noteAnswer(id: string, found: boolean): void {
  write(KEY, [...withAnswer(attempts(), id, found).values()]);
}

export function days(): Day[] {
  return (kept(DAYS) as Day[]).filter((one) => typeof one?.day === "string" && typeof one.game === "string");
}

/** Only the first answer of a day counts. */
export function noteDay(game: string, day: string, found: boolean): void {
  const before = days();
  if (!before.some((one) => one.game === game && one.day === day)) {
    write(DAYS, [...before, { game, day, found }].slice(-MOST_DAYS));
  }
}
