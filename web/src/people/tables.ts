// One's tables at the server: those whose seats this browser holds, and, signed in, those that belong to one's name. And how a seat is
// taken so that a receipt can be kept of it.
import type { Entry, Over, TableState } from "../engine/types";
import { call } from "../source/http";
import { forgetToken, hasRefused, keepLeft, keepRefusal, keepToken, tablesHeld, tablesLeft, tokenOf } from "../source/tokens";
import { signed } from "./person.svelte";
import { beginReceipt, drawContribution } from "./receipts";

export interface Listed {
  table: string;
  title: string;
  game: string;
  state: TableState;
  changed: number;
  seats: { seat: number; kind: "free" | "person" | "bot"; name?: string; /** a bot plays for that person */ away?: boolean; bot?: string; /** who left it to the bot there */ left?: string }[];
  /** one's own, where it is known */
  seat?: number;
  /** which seat one has left while the game ran */
  left?: number;
  /** the next table, once somebody plays again */
  next?: string;
  /** who plays again and waits at the next table, while one's seat there is free and one has not said no */
  asks?: string[];
  asked?: number[];
  over?: Over;
  /** this browser can play there */
  held: boolean;
}

/** So many are looked up at a time; a list of games is no reason to storm a server. */
const AT_ONCE = 4;

/** A bot plays on in one's place until one comes back. */
export function isPlayedFor(table: Listed): boolean {
  return table.state === "playing" && table.seat !== undefined && table.seats[table.seat - 1]?.away === true;
}

export function isYours(table: Listed): boolean {
  return table.state === "playing" && table.seat !== undefined && (table.asked?.includes(table.seat) ?? false) && !isPlayedFor(table);
}

/** Takes a seat with a part in the seed that was drawn after the server had committed to its own. */
export async function takeSeat(table: string, name: string, seat?: number): Promise<number> {
  const { commitment } = await call<{ commitment: string }>("GET", `/api/tables/${encodeURIComponent(table)}`);
  return seatWith(table, commitment, name, seat);
}

/** The same where the server's promise is known. */
export async function seatWith(table: string, commitment: string, name: string, seat?: number): Promise<number> {
  const contribution = drawContribution();
  const about = { name, contribution, ...(seat === undefined ? {} : { seat }) };
  const taken = await call<{ seat: number; token: string }>("POST", `/api/tables/${encodeURIComponent(table)}/join`, about, signed.session);
  keepToken(table, taken.token, taken.seat);
  await beginReceipt(table, taken.seat, commitment, contribution);
  return taken.seat;
}

/** One's seat at the next table of the same kind, which is made if nobody has asked for it yet; its letters. */
export async function rematch(table: string, token: string): Promise<string> {
  const path = `/api/tables/${encodeURIComponent(table)}/rematch`;
  // First only the promise of the next table, so that one's own part is drawn after it.
  const next = await call<{ table: string; commitment: string }>("POST", path, { take: false }, token);
  if (tokenOf(next.table)) {
    return next.table; // the seat was taken before, and its receipt is begun
  }
  const { seats } = await call<Listed>("GET", `/api/tables/${encodeURIComponent(next.table)}`);
  const contribution = drawContribution();
  const taken = await call<{ table: string; seat: number; token: string }>("POST", path, { contribution }, token);
  keepToken(taken.table, taken.token, taken.seat);
  // A seat that was taken on another device has that one's part in the seed, not this.
  if (seats[taken.seat - 1]?.kind === "free") {
    await beginReceipt(taken.table, taken.seat, next.commitment, contribution);
  }
  return taken.table;
}

/** Tells those who play again that one does not. */
export async function decline(table: string, token: string): Promise<void> {
  await call("POST", `/api/tables/${encodeURIComponent(table)}/decline`, {}, token);
  keepRefusal(table);
}

/** Who has said so at a table, by seat, and has not sat down since. */
export function declinedIn(log: readonly Entry[]): Map<number, string> {
  const said = new Map<number, string>();
  for (const { kind, seat, name } of log) {
    if (kind === "decline") {
      said.set(seat, name ?? `Seat ${seat}`);
    } else if (kind === "seated") {
      said.delete(seat);
    }
  }
  return said;
}

/** Gives up a seat. `running`: which one, of a game that runs: it is found again, to be watched. Rejects with a sentence. */
export async function leaveSeat(table: string, running?: number): Promise<void> {
  await call("POST", `/api/tables/${encodeURIComponent(table)}/leave`, {}, tokenOf(table) ?? "");
  forgetToken(table);
  if (running) {
    keepLeft(table, running);
  }
}

/** Who waits for one at the next table of a game that is over; empty: nobody, or one's seat there is taken or was refused. */
async function whoAsks({ table, next, seat }: Listed): Promise<string[]> {
  if (!next || !seat || tokenOf(next) || hasRefused(table)) {
    return [];
  }
  const { state, seats } = await call<Listed>("GET", `/api/tables/${encodeURIComponent(next)}`);
  return state === "open" && seats[seat - 1]?.kind === "free" ? seats.flatMap(({ kind, name }) => (kind === "person" ? (name ?? []) : [])) : [];
}

/** The seats of this browser that do not belong to one's name yet, by table. Rejects with a sentence. */
export async function unclaimed(): Promise<string[]> {
  const { tables } = await call<{ tables: Listed[] }>("GET", "/api/my?limit=100", undefined, signed.session);
  const own = new Set(tables.filter(({ seat }) => seat !== undefined).map(({ table }) => table));
  return [...tablesHeld().keys()].filter((table) => !own.has(table));
}

/** Takes them into one's account, so that they are found on every device; how many came, and how many belong to somebody else or are
 *  gone. Rejects with a sentence if the server does not answer. */
export async function claim(tables: readonly string[]): Promise<{ came: number; stayed: number }> {
  let came = 0;
  let stayed = 0;
  for (const table of tables) {
    const answer = await call("POST", `/api/my/${encodeURIComponent(table)}/claim`, { token: tokenOf(table) ?? "" }, signed.session).catch((why: unknown) => why);
    if (answer instanceof Error) {
      stayed++;
    } else {
      came++;
    }
  }
  return { came, stayed };
}

/** A token for a seat of one's name that another device took. The other device's is void from then on. */
export async function fetchSeat(table: string): Promise<void> {
  const given = await call<{ token: string; seat: number }>("POST", `/api/my/${encodeURIComponent(table)}/seat`, {}, signed.session);
  keepToken(table, given.token, given.seat);
}

/** Whether the person who is signed in has a seat at that table, on whatever device. */
export async function isMine(table: string): Promise<boolean> {
  if (!signed.session) {
    return false;
  }
  const { tables } = await call<{ tables: Listed[] }>("GET", "/api/my", undefined, signed.session).catch(() => ({ tables: [] as Listed[] }));
  return tables.some((one) => one.table === table && one.seat !== undefined);
}

/** All of them; those that the server does not know any more are left out. Rejects with a sentence if it does not answer at all. */
export async function myTables(): Promise<Listed[]> {
  const held = tablesHeld();
  const left = tablesLeft();
  const found = new Map<string, Listed>();
  if (signed.session) {
    const { tables } = await call<{ tables: Listed[] }>("GET", "/api/my", undefined, signed.session);
    tables.forEach((table) => found.set(table.table, { ...table, held: held.has(table.table) }));
  }
  const wanted = [...new Set([...held.keys(), ...left.keys(), ...[...found.values()].filter((table) => table.state === "playing").map((table) => table.table)])];
  let trouble: unknown = null;
  const look = async (): Promise<void> => {
    for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
      try {
        const facts = await call<Listed>("GET", `/api/tables/${encodeURIComponent(id)}`, undefined, tokenOf(id) ?? signed.session);
        const seat = found.get(id)?.seat ?? held.get(id);
        const gone = found.get(id)?.left ?? left.get(id);
        const one: Listed = { ...facts, held: held.has(id), ...(seat ? { seat } : gone ? { left: gone } : {}) };
        const asks = facts.state === "over" && one.held ? await whoAsks(one) : [];
        found.set(id, { ...one, ...(asks.length > 0 ? { asks } : {}) });
      } catch (why) {
        trouble ??= why;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  if (found.size === 0 && trouble) {
    throw trouble;
  }
  return [...found.values()].sort((a, b) => Number(isYours(b)) - Number(isYours(a)) || b.changed - a.changed);
}
