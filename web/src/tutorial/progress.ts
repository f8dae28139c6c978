// How far somebody has come in the tutorial: kept in this browser, so that it can be left and taken up again.
//
// Must never keep anybody from a lesson: all of them are open at any time.
import { change as changeKept, read } from "../storage/small";

export interface Progress {
  /** lessons that were played to their end */
  done: string[];
  /** the lesson that was opened last */
  last: string | null;
  finished: boolean;
}

const KEY = "billions.tutorial";

type All = Record<string, Partial<Progress>>;
const all = (): All => read<All>(KEY, {});

export function progressOf(game: string): Progress {
  const kept = all()[game] ?? {};
  return { done: Array.isArray(kept.done) ? kept.done : [], last: kept.last ?? null, finished: kept.finished ?? false };
}

function change(game: string, what: Partial<Progress>): void {
  changeKept<All>(KEY, {}, (there) => ({ ...there, [game]: { ...progressOf(game), ...what } }));
}

export function opened(game: string, lesson: string): void {
  change(game, { last: lesson });
}

export function passed(game: string, lesson: string): void {
  change(game, { done: [...new Set([...progressOf(game).done, lesson])] });
}

export function finished(game: string): void {
  change(game, { finished: true });
}

/** Nothing of any course was ever opened. */
export function untouched(): boolean {
  return Object.keys(all()).length === 0;
}
