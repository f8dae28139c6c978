// What holds as long as a tab is open, and is of no use to another one: where one was, and what one has half typed, when the page was loaded
// again. Where the browser keeps nothing, memory serves, and the entry of the tab's history after a reload.
//
// Must never throw, and never hold a secret.

/** What the browser has not taken. */
const unkept = new Map<string, unknown>();

function inHistory(): Record<string, unknown> {
  return (history.state as { tab?: Record<string, unknown> } | null)?.tab ?? {};
}

/** Null takes it out. */
export function writeTab(key: string, what: unknown): void {
  try {
    if (what === null) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, JSON.stringify(what));
    }
    unkept.delete(key);
  } catch {
    unkept.set(key, what);
    try {
      history.replaceState({ ...history.state, tab: { ...inHistory(), [key]: what } }, "");
    } catch {
      // Then it is in memory alone.
    }
  }
}

export function readTab(key: string): unknown {
  if (unkept.has(key)) {
    return unkept.get(key);
  }
  try {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) {
      return JSON.parse(kept);
    }
  } catch {
    // Then a reload may find it below.
  }
  try {
    return inHistory()[key] ?? null;
  } catch {
    return null;
  }
}
