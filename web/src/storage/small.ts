// The browser's small storage: every text that the page keeps beside its games goes through here. A text is in memory first and is then
// kept; where the browser keeps nothing or has no room, memory serves, and so does the tab's name after a reload (name.ts).
// What another tab clears is written again.
//
// Must never throw, never forget what this page knows because the browser does, and never say that something is kept while it is not.

import { readName, writeName } from "./name";

export const FORBIDDEN = "This browser keeps nothing for this page: its storage is forbidden or switched off.";
export const FULL = "The storage of this browser is full.";

/** What this page has read or written, by key. */
const memory = new Map<string, string>();
/** Of these: what is not kept, and why. */
const unkept = new Map<string, string>();
const listeners = new Set<() => void>();
const PROBE = "billions.probe";

/** Makes room by forgetting what matters least; false: nothing more can be forgotten. tokens.ts says what that is. */
let shed: () => boolean = () => false;
let shedding = false;
export function shedBy(how: () => boolean): void {
  shed = how;
}

/** A reload finds there what is not kept. No other tab does, and nobody once this tab is closed. */
function noteInName(): void {
  writeName("small", Object.fromEntries([...unkept.keys()].map((key) => [key, memory.get(key)])));
}

function note(key: string, why: string | null): void {
  const changes = (unkept.get(key) ?? null) !== why;
  if (why === null) {
    unkept.delete(key);
  } else {
    unkept.set(key, why);
  }
  if (changes || why !== null) {
    noteInName();
    listeners.forEach((hear) => hear());
  }
}

/** Null if it is kept, else a sentence. */
function set(key: string, text: string): string | null {
  try {
    localStorage.setItem(key, text);
    return null;
  } catch (why) {
    return why instanceof DOMException && why.name !== "SecurityError" ? FULL : FORBIDDEN;
  }
}

function onDisk(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remembered(key: string): string | null {
  const kept = unkept.has(key) ? null : onDisk(key);
  if (kept !== null) {
    memory.set(key, kept);
  }
  return memory.get(key) ?? null;
}

function parsed<T>(text: string | null, otherwise: T): T {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    return found !== null && typeof found === "object" && Array.isArray(found) === Array.isArray(otherwise) ? (found as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** What is under that key: an object, or a list where `otherwise` is one. What is damaged counts as nothing. */
export function read<T>(key: string, otherwise: T): T {
  return parsed(remembered(key), otherwise);
}

function madeRoom(): boolean {
  if (shedding) {
    return false;
  }
  shedding = true;
  const made = shed();
  shedding = false;
  return made;
}

/** Null if what `make` returns is kept, else a sentence: then it is remembered while this tab is open. Each `make` gets what is there. */
export function change<T>(key: string, otherwise: T, make: (there: T) => T): string | null {
  for (;;) {
    const text = JSON.stringify(make(read(key, otherwise)));
    const why = set(key, text);
    if (why === FULL && madeRoom()) {
      continue;
    }
    memory.set(key, text);
    note(key, why);
    if (why === null) {
      keepRest();
    }
    return why;
  }
}

export function write(key: string, what: unknown): string | null {
  return change<unknown>(key, null, () => what);
}

export function remove(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then there was nothing either.
  }
  note(key, null);
}

/** Both, where both are objects: another tab may have kept what this one does not know. */
function joined(ours: string, theirs: string | null): string {
  const other = parsed<object | null>(theirs, null);
  const own = parsed<object | null>(ours, null);
  return own && other ? JSON.stringify({ ...other, ...own }) : ours;
}

/** Keeps what was not kept before, as far as there is room now. */
function keepRest(): void {
  for (const key of unkept.keys()) {
    const text = joined(memory.get(key) ?? "", onDisk(key));
    if (set(key, text) !== null) {
      return;
    }
    memory.set(key, text);
    note(key, null);
  }
}

/** Null if a few hundred letters more would be kept, else a sentence. Room is made for them if need be. */
export function probe(): string | null {
  const why = write(PROBE, "x".repeat(300));
  remove(PROBE);
  return why;
}

/** A sentence where nothing at all can be kept, however short. Unlike `probe` it makes no room. */
export function whyNothingKept(): string | null {
  const why = set(PROBE, "");
  remove(PROBE);
  return why === FORBIDDEN ? why : null;
}

/** By key, why something is not kept. */
export function whyUnkept(key: string): string | null {
  return unkept.get(key) ?? null;
}
export function anyUnkept(): string | null {
  return [...unkept.values()][0] ?? null;
}
/** Called when that changes, until the answer is called. */
export function hearUnkept(hear: () => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** All texts whose keys fit, whoever kept them. */
export function keysLike(form: RegExp): string[] {
  try {
    return Object.keys(localStorage).filter((key) => form.test(key));
  } catch {
    return [];
  }
}
/** The text as it is kept: for what must be left alone if it is not as it was. */
export const textOf = remembered;

/** Another tab has changed a text, or cleared all of them. */
function hearTab({ key, newValue }: StorageEvent): void {
  if (key === null) {
    for (const [known, text] of memory) {
      note(known, set(known, joined(text, onDisk(known))));
    }
  } else if (newValue === null) {
    memory.delete(key);
  } else if (!unkept.has(key)) {
    memory.set(key, newValue);
  }
}

if (typeof window !== "undefined") {
  for (const [key, text] of Object.entries(readName("small") as Record<string, string>)) {
    memory.set(key, text);
    unkept.set(key, FULL);
  }
  keepRest();
  unkept.forEach((_, key) => note(key, set(key, memory.get(key) ?? "")));
  addEventListener("storage", hearTab);
}
