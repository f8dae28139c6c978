// The secrets of the seats that this browser has, by table, which seats they are, and which of these tables are over. Must never be shown
// or sent but to the server of the table, and to the person as the link of the own seat.
//
// Must never forget a seat of a game that is not over, however many there are and however short room is: finished games go first, the oldest before the others.
import { change, read, shedBy, whyUnkept } from "../storage/small";

const KEY = "billions.seats";
const NUMBERS = "billions.seat-numbers";
/** seats that were left while the game ran */
const LEFT = "billions.left";
/** next tables to which one was asked and has said no */
const REFUSED = "billions.refused";
/** tables that are over or gone, and when this browser learned it */
const OVER = "billions.over";
/** playings of others (challenge/others.ts): each comes again with its link */
const OTHERS = "billions.others";
const MOST_OVER = 50;
const ALL = [KEY, NUMBERS, LEFT, REFUSED, OVER];

type ByTable<T> = Record<string, T>;

function all<T>(key: string): ByTable<T> {
  return read<ByTable<T>>(key, {});
}

function put<T>(key: string, table: string, what: T): void {
  change<ByTable<T>>(key, {}, (there) => ({ ...there, [table]: what }));
}

/** Whether that is kept. */
function drop(keys: string[], tables: string[]): boolean {
  return keys
    .filter((key) => tables.some((table) => table in all(key)))
    .map((key) => change<ByTable<unknown>>(key, {}, (there) => Object.fromEntries(Object.entries(there).filter(([id]) => !tables.includes(id)))))
    .every((why) => why === null);
}

/** The tables that are over, the oldest first. */
function oldestOver(): string[] {
  return Object.entries(all<number>(OVER)).sort(([, a], [, b]) => a - b).map(([id]) => id);
}

shedBy(() => {
  const [oldest] = oldestOver();
  if (oldest !== undefined) {
    return drop(ALL, [oldest]);
  }
  const others = read<unknown[]>(OTHERS, []);
  return others.length > 0 && change<unknown[]>(OTHERS, [], () => others.slice(1)) === null;
});

/** What the server says of a table of which this browser keeps something; `over`: it is over, given up, or unknown there. */
export function noteOver(table: string, over: boolean): void {
  if (over === table in all(OVER) || (over && ![KEY, LEFT, REFUSED].some((key) => table in all(key)))) {
    return;
  }
  if (over) {
    put(OVER, table, Date.now());
    drop(ALL, oldestOver().slice(0, -MOST_OVER));
  } else {
    drop([OVER], [table]);
  }
}

/** As far as this browser has heard. */
export function isOver(table: string): boolean {
  return table in all(OVER);
}
/** When it heard of it. */
export function overSince(table: string): number | null {
  return all<number>(OVER)[table] ?? null;
}

export function tokenOf(table: string): string | null {
  return all<string>(KEY)[table] ?? null;
}

export function keepToken(table: string, token: string, seat?: number): void {
  put(KEY, table, token);
  if (seat !== undefined) {
    keepSeat(table, seat);
  }
}

/** Why the seats of this browser are not kept, in a sentence; null: they are. */
export function whySeatsUnkept(): string | null {
  return whyUnkept(KEY);
}

/** The link with which the seat is found again from any browser. */
export function seatLink(table: string): string | null {
  const token = tokenOf(table);
  return token === null ? null : `${location.origin}/t/${table}#${token}`;
}

/** Such a link, at the end of what was typed or opened; or the address of a page whose browser keeps nothing (ui/frame/router.svelte.ts), perhaps
 *  with a move that waits, or what was said. */
export const SEAT_LINK = /\/(?:t|hand)\/([A-Za-z0-9_-]+)(?:#|\?seat=)([A-Za-z0-9_-]{22})(?:&(?:sent|said|orders)=\S*)?\s*$/;

/** The seat of such a link is this browser's from now on: its table; null: there is none. */
export function keepLink(words: string): string | null {
  const [, table, token] = SEAT_LINK.exec(words) ?? [];
  if (table && token) {
    keepToken(table, token);
  }
  return table ?? null;
}

/** Which seat it is that the browser holds there: a link to a seat does not tell. */
export function keepSeat(table: string, seat: number): void {
  if (all<number>(NUMBERS)[table] !== seat) {
    put(NUMBERS, table, seat);
  }
}

/** The tables at which this browser has a seat; 0: which one is not known yet. */
export function tablesHeld(): Map<string, number> {
  const numbers = all<number>(NUMBERS);
  return new Map(Object.keys(all<string>(KEY)).map((table) => [table, numbers[table] ?? 0]));
}

export function forgetToken(table: string): void {
  drop([KEY, NUMBERS, OVER], [table]);
}

/** One's seat there was given up while the game ran: it can be watched, and looked at again. */
export function keepLeft(table: string, seat: number): void {
  put(LEFT, table, seat);
}
export function tablesLeft(): Map<string, number> {
  return new Map(Object.entries(all<number>(LEFT)));
}
export function forgetLeft(table: string): void {
  drop([LEFT], [table]);
}

/** One does not play again with those of that table. */
export function keepRefusal(table: string): void {
  put(REFUSED, table, 1);
}
export function hasRefused(table: string): boolean {
  return all(REFUSED)[table] !== undefined;
}
