// What holds as long as a tab is open, and is of no use to another one: where one was, and what one has half typed, when the page was loaded
// again. Where the browser keeps nothing, memory serves, and the tab's name after a reload (name.ts).
//
// Must never throw, and never hold a secret.

import { readName, writeName } from "./name";

/** What the browser has not taken. */
const unkept = new Map<string, unknown>(Object.entries(readName("tab")));
const note = (): void => writeName("tab", Object.fromEntries(unkept));

/** Null takes it out. */
export function writeTab(key: string, what: unknown): void {
  try {
    if (what === null) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, JSON.stringify(what));
    }
    if (unkept.delete(key)) {
      note();
    }
  } catch {
    void (what === null ? unkept.delete(key) : unkept.set(key, what));
    note();
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
