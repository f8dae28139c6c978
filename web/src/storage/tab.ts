// What holds as long as a tab is open, and is of no use to another one: where one was, and what one has half typed, when the page was loaded
// again. Where the browser keeps nothing, memory serves, and the entry of the tab's history after a reload.
//
// Must never throw, and never hold a secret.

/** What the browser has not taken. */
const unkept = new Map<string, unknown>();

function noteInHistory(): void {
  try {
    history.replaceState({ ...history.state, tab: Object.fromEntries(unkept) }, "");
  } catch {
    // Then it is in memory alone.
  }
}

/** Null takes it out. */
export function writeTab(key: string, what: unknown): void {
  try {
    if (what === null) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, JSON.stringify(what));
    }
    if (unkept.delete(key)) {
      noteInHistory();
    }
  } catch {
    unkept.set(key, what);
    noteInHistory();
  }
}

export function readTab(key: string): unknown {
  if (unkept.has(key)) {
    return unkept.get(key);
  }
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

if (typeof window !== "undefined") {
  Object.entries((history.state as { tab?: Record<string, unknown> } | null)?.tab ?? {}).forEach(([key, what]) => unkept.set(key, what));
  // An entry to which one goes back does not have what was noted since.
  addEventListener("hashchange", () => unkept.size > 0 && noteInHistory());
}
