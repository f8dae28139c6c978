// One's tables at the server: those whose seats this browser holds, and, signed in, those that belong to one's name.
import { Refusal } from "../engine/engine";
import type { Over, TableState } from "../engine/types";
import { call } from "../source/http";
import { hasRefused, noteOver, tablesHeld, tablesLeft, tokenOf } from "../source/tokens";
import { list } from "../ui/words";
import { signed } from "./person.svelte";

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
/** Beyond this many, and where the server says "slow-down", each is followed by a pause: fewer than 50 a second (docs/operating-public.md). */
const SWIFT = 40;
const PAUSE = 100;
const PAUSES = 300;
const pause = (): Promise<void> => new Promise((go) => setTimeout(go, PAUSE));

/** A bot plays on in one's place until one comes back. */
export function isPlayedFor(table: Listed): boolean {
  return table.state === "playing" && table.seat !== undefined && table.seats[table.seat - 1]?.away === true;
}

export function isYours(table: Listed): boolean {
  return table.state === "playing" && table.seat !== undefined && (table.asked?.includes(table.seat) ?? false) && !isPlayedFor(table);
}

/** ", it is your turn", ", waiting for Ada": behind the title of a game that is not over. */
export function standsOf(table: Listed): string {
  const asked = table.seats.flatMap(({ kind, seat, name, away }) => (kind === "person" && !away && table.asked?.includes(seat) ? (name ?? []) : []));
  return isYours(table) ? ", it is your turn" : table.state === "open" ? ", seats are still free" : asked.length > 0 ? `, waiting for ${list(asked)}` : "";
}

/** Who waits for one at the next table of a game that is over; empty: nobody, or one's seat there is taken or was refused. */
async function whoAsks({ table, next, seat }: Listed): Promise<string[]> {
  if (!next || !seat || tokenOf(next) || hasRefused(table)) {
    return [];
  }
  const { state, seats } = await call<Listed>("GET", `/api/tables/${encodeURIComponent(next)}`);
  return state === "open" && seats[seat - 1]?.kind === "free" ? seats.flatMap(({ kind, name }) => (kind === "person" ? (name ?? []) : [])) : [];
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
  let asked = 0;
  let paused = 0;
  const look = async (): Promise<void> => {
    for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
      try {
        if (++asked > SWIFT) {
          await pause();
        }
        const facts = await call<Listed>("GET", `/api/tables/${encodeURIComponent(id)}`, undefined, tokenOf(id) ?? signed.session);
        const seat = found.get(id)?.seat ?? held.get(id);
        const gone = found.get(id)?.left ?? left.get(id);
        noteOver(id, facts.state === "over" || facts.state === "closed");
        const one: Listed = { ...facts, held: held.has(id), ...(seat ? { seat } : gone ? { left: gone } : {}) };
        const asks = facts.state === "over" && one.held ? await whoAsks(one) : [];
        found.set(id, { ...one, ...(asks.length > 0 ? { asks } : {}) });
      } catch (why) {
        const code = why instanceof Refusal ? why.code : undefined;
        if (code === "no-table") {
          noteOver(id, true);
        } else if (code === "slow-down" && ++paused < PAUSES) {
          wanted.push(id);
          await pause();
          continue;
        }
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
