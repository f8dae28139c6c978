// The secrets of the seats that this browser has, by table, and which seats they are. Must never be shown or sent but to the server of
// the table.
const KEY = "billions.seats";
const NUMBERS = "billions.seat-numbers";
/** seats that were left while the game ran, and next tables to which one was asked and has said no */
const LEFT = "billions.left";
const REFUSED = "billions.refused";
const MOST = 50;

function all<T>(key: string): Record<string, T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, T>;
  } catch {
    return {};
  }
}

function keep(key: string, table: string, what: string | number): void {
  const kept = Object.entries(all(key)).filter(([id]) => id !== table);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries([...kept.slice(1 - MOST), [table, what]])));
}

export function tokenOf(table: string): string | null {
  return all<string>(KEY)[table] ?? null;
}

export function keepToken(table: string, token: string, seat?: number): void {
  keep(KEY, table, token);
  if (seat !== undefined) {
    keepSeat(table, seat);
  }
}

/** Which seat it is that the browser holds there: a link to a seat does not tell. */
export function keepSeat(table: string, seat: number): void {
  keep(NUMBERS, table, seat);
}

/** The tables at which this browser has a seat; 0: which one is not known yet. */
export function tablesHeld(): Map<string, number> {
  const numbers = all<number>(NUMBERS);
  return new Map(Object.keys(all<string>(KEY)).map((table) => [table, numbers[table] ?? 0]));
}

export function forgetToken(table: string): void {
  for (const key of [KEY, NUMBERS]) {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(all(key)).filter(([id]) => id !== table))));
  }
}

/** One's seat there was given up while the game ran: it can be watched, and looked at again. */
export function keepLeft(table: string, seat: number): void {
  keep(LEFT, table, seat);
}
export function tablesLeft(): Map<string, number> {
  return new Map(Object.entries(all<number>(LEFT)));
}
export function forgetLeft(table: string): void {
  localStorage.setItem(LEFT, JSON.stringify(Object.fromEntries(Object.entries(all(LEFT)).filter(([id]) => id !== table))));
}

/** One does not play again with those of that table. */
export function keepRefusal(table: string): void {
  keep(REFUSED, table, 1);
}
export function hasRefused(table: string): boolean {
  return all(REFUSED)[table] !== undefined;
}
