// How a seat at the server is taken so that a receipt can be kept of it, given up, and taken along to another device.
//
// Must never take a seat before it is known whether its token can be kept: where it cannot, it is in memory, and NotKept.svelte says so.
import type { Entry } from "../../engine/types";
import { Refusal } from "../../engine/engine";
import { drawToken } from "../../source/base64url";
import { call, REPEATED } from "../../source/http";
import { forgetToken, keepLeft, keepRefusal, keepToken, tablesHeld, tokenOf } from "../../source/tokens";
import { FULL, probe } from "../../storage/small";
import { signed } from "../person.svelte";
import { beginReceipt, drawContribution } from "../kept/receipts";
import { myTables, type Listed } from "../tables";

/** Goes before a seat is taken: where there is no room for its token, tables that are over are looked for, so that their seats can go. */
async function makeRoom(): Promise<void> {
  if (probe() === FULL) {
    await myTables().catch(() => undefined);
    probe();
  }
}

/** Takes a seat with a part in the seed that was drawn after the server had committed to its own. It may be repeated when an answer was lost. */
export async function takeSeat(table: string, name: string, seat?: number): Promise<number> {
  const { commitment } = await call<{ commitment: string }>("GET", `/api/tables/${encodeURIComponent(table)}`);
  return seatWith(table, commitment, name, seat);
}

/** What was drawn for a seat that was asked for, by table, and the promise that was known before. The answer may be lost: who asks again with
 *  the same token gets the same seat. */
const asked = new Map<string, { commitment: string; contribution: string; token: string }>();

/** The same where the server's promise is known. It may be repeated when the answer was lost. */
export async function seatWith(table: string, promised: string, name: string, seat?: number): Promise<number> {
  await makeRoom();
  const drawn = asked.get(table) ?? { commitment: promised, contribution: drawContribution(), token: drawToken() };
  asked.set(table, drawn);
  const { commitment, contribution, token } = drawn;
  const about = { name, contribution, token, ...(seat === undefined ? {} : { seat }) };
  const taken = await call<{ seat: number; token: string }>("POST", `/api/tables/${encodeURIComponent(table)}/join`, about, signed.session, REPEATED);
  asked.delete(table);
  keepToken(table, taken.token, taken.seat);
  await beginReceipt(table, taken.seat, commitment, contribution);
  return taken.seat;
}

/** One's parts in the seeds of next tables: the answer to one that was sent may be lost. */
const parts = new Map<string, string>();

/** One's seat at the next table of the same kind, which is made if nobody has asked for it yet; its letters. */
export async function rematch(table: string, token: string): Promise<string> {
  const path = `/api/tables/${encodeURIComponent(table)}/rematch`;
  // First only the promise of the next table, so that one's own part is drawn after it.
  const next = await call<{ table: string; commitment: string }>("POST", path, { take: false }, token, REPEATED);
  if (tokenOf(next.table)) {
    return next.table; // the seat was taken before, and its receipt is begun
  }
  const { seats } = await call<Listed>("GET", `/api/tables/${encodeURIComponent(next.table)}`);
  await makeRoom();
  const before = parts.get(next.table);
  const contribution = before ?? drawContribution();
  parts.set(next.table, contribution);
  const taken = await call<{ table: string; seat: number; token: string }>("POST", path, { contribution }, token, REPEATED);
  keepToken(taken.table, taken.token, taken.seat);
  // A seat that was taken on another device has that one's part in the seed, not this.
  if (before || seats[taken.seat - 1]?.kind === "free") {
    await beginReceipt(taken.table, taken.seat, next.commitment, contribution);
  }
  return taken.table;
}

/** Tells those who play again that one does not. */
export async function decline(table: string, token: string): Promise<void> {
  await call("POST", `/api/tables/${encodeURIComponent(table)}/decline`, {}, token, REPEATED);
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

/** Gives up a seat. `doubted`: an answer was lost, and the seat is perhaps nobody's by now. `running`: which one, of a game that runs: it is found
 *  again, to be watched. Rejects with a sentence. */
export async function leaveSeat(table: string, doubted: boolean, running?: number): Promise<void> {
  await call("POST", `/api/tables/${encodeURIComponent(table)}/leave`, {}, tokenOf(table) ?? "", REPEATED).catch((why: unknown) => {
    if (!(doubted && why instanceof Refusal && why.code === "token")) {
      throw why;
    }
  });
  forgetToken(table);
  if (running) {
    keepLeft(table, running);
  }
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
