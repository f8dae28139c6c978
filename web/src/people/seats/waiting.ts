// What can be done at a table at a server before its game begins: bots for free seats, a bot or a guest out again; and quick match, a seat
// where somebody waits for the same. What is refused comes back as one sentence.
import { call, REPEATED, Silence } from "../../source/http";
import { tokenOf } from "../../source/tokens";
import type { Listed } from "../tables";

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

/** A bot for that free seat; without a seat for every free one, and then the game begins. */
export async function seatBot(table: string, bot: string, seat?: number): Promise<void> {
  await call("POST", `${at(table)}/seats`, { bot, ...(seat === undefined ? {} : { seat }) }, tokenOf(table) ?? "", REPEATED);
}

/** Takes out who sits there, if it is still who is meant. */
export async function removeFrom(table: string, seat: number, name: string): Promise<void> {
  await call("POST", `${at(table)}/seats`, { seat, remove: name }, tokenOf(table) ?? "", REPEATED);
}

/** How it is there by now. */
export function tableNow(table: string): Promise<Listed> {
  return call("GET", at(table));
}

/** Who waits for a quick match: the tables at which somebody does. `server` is false where there is none. */
export interface QuickWaiting {
  server: boolean;
  tables: { game: string; seats: number; waiting: number }[];
}

export async function quickWaiting(): Promise<QuickWaiting> {
  try {
    return await call<QuickWaiting>("GET", "/api/quick");
  } catch {
    return { server: false, tables: [] };
  }
}

const TRIES = 5;

/** A seat that was asked for without an answer: who wants the same again asks there first. */
let unanswered: { game: string; seats: number | undefined; table: string; commitment: string } | null = null;

/** A seat where somebody waits for this game, or at a new table; its letters. `seats` of them, or any number: then where the fewest lack. */
export async function quickMatch(game: string, name: string, seats?: number): Promise<string> {
  for (let tried = 1; ; tried++) {
    // First only the table and its promise, so that one's own part of the seed is drawn after it.
    const there = unanswered?.game === game && unanswered.seats === seats ? unanswered : null;
    const { table, commitment } = there ?? (await call<{ table: string; commitment: string }>("POST", "/api/quick", { game, ...(seats ? { seats } : {}), take: false }));
    unanswered = null;
    if (tokenOf(table)) {
      const facts = await call<Listed>("GET", at(table));
      if (facts.state === "open") {
        return table; // one waits there already
      }
    }
    try {
      const { seatWith } = await import("./seating"); // only who sits down needs it: the first page asks who waits, and no more
      await seatWith(table, commitment, name);
      return table;
    } catch (why) {
      if (why instanceof Silence) {
        unanswered = { game, seats, table, commitment };
        throw why;
      }
      // Somebody was quicker, and that table has begun: the next one.
      const facts = await call<Listed>("GET", at(table));
      if (facts.state === "open" || tried === TRIES) {
        throw why;
      }
    }
  }
}
