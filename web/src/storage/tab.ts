// What holds as long as a tab is open, and is of no use to another one: where one was when the page was loaded again.
//
// Must never throw, and never hold what somebody would miss.

export function writeTab(key: string, what: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Then a reload begins where a first visit does.
  }
}

export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
