// A table at a server, for pictures, without one: the engine of the tests says what a server would say at that moment, and the page asks
// and listens as it always does. Must never be used to prove that something works: nothing answers a move.
import type { Page } from "playwright-core";
import type { Seat } from "../../../src/engine/types";
import { newEngine } from "../../engine/engine";

export interface Pretended {
  game: string;
  /** who sits there, seat by seat; null: nobody yet, and the game has not begun */
  names: (string | null)[];
  seed: string;
  options?: Record<string, string>;
  /** so many decisions were made, and then as many as it takes until seat 1 is asked */
  after?: number;
  /** who looks; 0: a spectator */
  viewer: number;
}

export const TABLE = "aaaaaaaaaaaaaaaa";
/** What a telephone would be told in a home network. */
export const ADDRESS = "http://192.168.1.20:8000";

/** From now on the page finds that table at its server. */
export async function pretend(page: Page, { game, names, seed, options = {}, after = 0, viewer }: Pretended): Promise<void> {
  const engine = newEngine();
  const open = names.includes(null);
  const { match } = engine.ask("new", { game, seats: names.length, options, seed, players: names.map(() => ({ bot: "greedy" })) });
  for (let i = 0; !open; i++) {
    const { over, asked } = engine.ask("look", { match, viewer: 1 });
    if (over || (i >= after && asked?.seats[0] === 1)) {
      break;
    }
    engine.ask("step", { match });
  }
  const seats: Seat[] = names.map((name, i) => (name === null ? { seat: i + 1, kind: "free" } : { seat: i + 1, kind: "person", name, connected: true }));
  const told = engine.ask("table", { match, viewer });
  const log = told.log.map((entry, i) => ({ ...entry, number: i + 1 }));
  const message = { ...told, type: "table", table: TABLE, you: viewer || null, seats, commitment: "0".repeat(64), ...(open ? { state: "open", view: null, asked: null, log: [] } : { log }) };
  const record = engine.ask("record", { match });
  await page.route("**/api/tables/*", (route) => route.fulfill({ json: { table: TABLE, title: "", game, state: message.state, seats } }));
  await page.route("**/api/tables/*/record", (route) => route.fulfill({ body: record, contentType: "text/plain" }));
  await page.route("**/api/reach", (route) => route.fulfill({ json: { addresses: [ADDRESS] } }));
  await page.routeWebSocket(`**/ws/${TABLE}`, (socket) => {
    socket.onMessage((said) => {
      if (String(said).includes('"hello"')) {
        socket.send(JSON.stringify(message));
      }
    });
  });
  if (viewer > 0) {
    await page.addInitScript((table) => localStorage.setItem("billions.seats", JSON.stringify({ [table]: "a".repeat(22) })), TABLE);
  }
}
