// What became of the puzzles that were tried in this browser: kept here, sent nowhere.
//
// Must never hold a move: only whether it was found.

export interface Attempt {
  id: string;
  /** found at the first try, the first time */
  first: boolean;
  /** found at the first try, the last time */
  known: boolean;
  /** which answer of this browser the last one was, counted from 1 */
  number: number;
}

const KEY = "billions.puzzles";

export function attempts(): Map<string, Attempt> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Map((Array.isArray(kept) ? (kept as Attempt[]) : []).filter((one) => typeof one?.id === "string").map((one) => [one.id, one]));
  } catch {
    return new Map();
  }
}

/** The attempts with one more answer. */
export function withAnswer(before: ReadonlyMap<string, Attempt>, id: string, found: boolean): Map<string, Attempt> {
  const number = 1 + Math.max(0, ...[...before.values()].map((one) => one.number));
  const old = before.get(id);
  return new Map([...before, [id, { id, first: old?.first ?? found, known: found, number }]]);
}

export function noteAnswer(id: string, found: boolean): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...withAnswer(attempts(), id, found).values()]));
  } catch {
    // Who keeps nothing can train all the same.
  }
}
