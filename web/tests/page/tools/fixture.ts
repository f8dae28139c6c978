// What the tests of the page share: a server of files with the headers of `billions serve`, a real Chromium, and a page that tells
// everything that went wrong. Must never reach beyond this machine.
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newEngine } from "../../engine/engine";
import type { View } from "../../../src/engine/types";
import type { ObuView } from "../../../src/games/one-billion-users/view";
import type { SixView } from "../../../src/games/six-billion/view";
import { described, type KeptGame, type LocalSetup } from "../../../src/people/kept/kept";
import { chromium, type Browser, type Page } from "playwright-core";

/** BILLIONS_PAGE names another folder with a built page. */
export const BUILT = process.env["BILLIONS_PAGE"] ?? fileURLToPath(new URL("../../../../build/web", import.meta.url));
export const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
/** How long a file may be kept, as src/server/http/static.c says. */
export const keptFor = (path: string): string => (path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
/** As src/server/http/answer.c sends it. */
function policy(): string {
  const source = readFileSync(new URL("../../../../src/server/http/answer.c", import.meta.url), "utf8");
  const found = /POLICY\[\] =\s*((?:"[^"]*"\s*)+);/.exec(source)?.[1];
  if (!found) {
    throw new Error("src/server/http/answer.c has no POLICY any more.");
  }
  return found.replace(/"\s*"/g, "").replaceAll('"', "").trim();
}

export interface Fixture {
  address: string;
  browser: Browser;
  /** from now on nobody answers; the browser stays */
  dies?(): void;
  close(): Promise<void>;
}

export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path)) ?? "chromium";

/** `more`: arguments of Chromium beside the usual ones. */
export function openBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb", ...more],
  });
}

export async function openFixture(): Promise<Fixture> {
  const header = policy();
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const file = join(BUILT, path === "/" ? "index.html" : path);
    if (path === "/api/quick") {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"server":false,"tables":[]}');
      return;
    }
    if (path.includes("..") || !existsSync(file)) {
      response.writeHead(404, { "Content-Type": "application/json" }).end('{"error":{"code":"unknown","text":"There is no such thing here."}}');
      return;
    }
    response
      .writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": header, "Cache-Control": keptFor(path) })
      .end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const browser = await openBrowser();
  return {
    address: `http://127.0.0.1:${port}`,
    browser,
    dies: () => {
      server.closeAllConnections();
      server.close();
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Look {
  width: number;
  height: number;
  dark?: boolean;
  touch?: boolean;
  calm?: boolean;
  /** the service worker of the page may live */
  keeps?: boolean;
}

/** A page in a browser without memory; `troubles` fills with whatever it does wrong. */
export async function openPage(fixture: Fixture, look: Look, settings: object = {}): Promise<{ page: Page; troubles: string[] }> {
  const context = await fixture.browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.dark ? "dark" : "light",
    reducedMotion: look.calm ? "reduce" : "no-preference",
    hasTouch: look.touch ?? false,
    serviceWorkers: look.keeps ? "allow" : "block",
  });
  // Who is tested elsewhere has been told what the signs are, and has opened the log; newcomer.ts and director.ts say otherwise.
  const kept = { legends: ["one-billion-users", "six-billion"], knowsScale: true, log: true, ...settings };
  await context.addInitScript((kept) => {
    // What is changed later outlasts loading again.
    localStorage.setItem("billions.settings", localStorage.getItem("billions.settings") ?? JSON.stringify(kept));
  }, kept);
  const page = await context.newPage();
  page.setDefaultTimeout(180_000); // a bound for a machine with much else to do
  const troubles: string[] = [];
  watchTroubles(fixture, page, troubles);
  return { page, troubles };
}

/** What a browser writes of a socket that the page gave up for a better one: a busy machine is slow enough for that. */
const GIVEN_UP = "WebSocket is closed before the connection is established";

/** From now on `troubles` fills with whatever the page does wrong. */
export function watchTroubles(fixture: Fixture, page: Page, troubles: string[]): void {
  page.on("console", (message) => {
    const harmless = ["blocked by Playwright", GIVEN_UP].some((words) => message.text().includes(words));
    if (["error", "warning"].includes(message.type()) && !harmless) {
      troubles.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(fixture.address) && !/^(data|blob):/.test(address)) {
      troubles.push(`foreign request: ${address}`);
    }
  });
}

/** What went wrong at these pages, told before what a test then stumbled over; pictures of them are left in build/. */
export async function withTroubles(all: { page: Page; troubles: string[] }[], why: unknown): Promise<Error> {
  for (const [i, { page }] of all.entries()) {
    await page.screenshot({ path: fileURLToPath(new URL(`../../../../build/page-failed-${i + 1}.png`, import.meta.url)) }).catch(() => undefined);
  }
  const told = all.flatMap(({ troubles }) => troubles).slice(0, 5);
  return new Error([...told, why instanceof Error ? why.stack : String(why)].join("\n"));
}

export interface Beginning {
  game: string;
  seats: number;
  bots: string;
  /** others than `bots`, in the order of seats */
  rivals?: string[];
  /** how seat 1 plays before the page sees the table, if not as well as the others */
  own?: string;
  seed: string;
  options?: Record<string, string>;
  /** persons at all seats, called so: nobody but seat 1 is played on */
  names?: string[];
  /** so many decisions of all seats are made before the page sees the table, and then as many as it takes until seat 1 is asked */
  after?: number;
  /** from this position on; nothing is played before the page sees the table */
  position?: object;
  /** or until seat 1 is asked in a window; a deal that never comes to that is passed over */
  window?: boolean;
  /** or until one of seat 1's answers has this verb; the same */
  verb?: string;
  /** or until seat 1 holds so many cards; the same */
  cards?: number;
}

/** How many cards of its own the seat sees whose view it is. */
function heldIn(view: View): number {
  const hands: (string[] | number)[] = view.game === "six-billion" ? Object.values((view as SixView).hands) : (view as ObuView).platforms.map(({ hand }) => hand ?? []);
  const own = hands.find((hand) => Array.isArray(hand) && !hand.includes("?"));
  return Array.isArray(own) ? own.length : 0;
}

/** So many deals are looked through for what a test wants to see: bots that have learned something play any one of them otherwise. */
const DEALS = 100;

/** A game of bots as far as the test wants to see it: its seed, the one that was named or the first of those after it, and its record. */
function playedOn({ game, seats, seed, options = {}, after = 0, window = false, verb, cards, own }: Beginning): { seed: string; record: string } {
  const engine = newEngine();
  for (let deal = 1; deal <= DEALS; deal++) {
    const tried = deal === 1 ? seed : `${seed} ${deal}`;
    const { match } = engine.ask("new", { game, seats, options, seed: tried, players: Array.from({ length: seats }, (_, i) => (own && i === 0 ? { name: "You" } : { bot: "greedy" })) });
    for (let i = 0; ; i++) {
      const { over, asked, view } = engine.ask("look", { match, viewer: 1 });
      const meant = asked?.seats[0] === 1 && (!window || asked.window) && (!verb || asked.you?.parts?.some((parts) => parts.verb === verb)) && (!cards || heldIn(view) === cards);
      if (over ? !window && !verb && !cards : i >= after && meant) {
        return { seed: tried, record: engine.ask("record", { match }) };
      }
      if (over) {
        break;
      }
      if (own && asked?.seats[0] === 1) {
        const question = engine.ask("question", { match });
        engine.ask("play", { match, move: engine.ask("think", { question, bot: own }).move, decision: question.decision, time: 0 });
      } else {
        engine.ask("step", { match });
      }
    }
    engine.ask("free", { match });
  }
  throw new Error(`In none of ${DEALS} deals after "${seed}" seat 1 is asked ${verb ? `to ${verb}` : "anything"}${window ? " in a window" : ""}${cards ? ` with ${cards} cards` : ""}.`);
}

/** A position of One Billion Users: whoever draws has to decide on a Blocker that a sacrifice ends. */
export const SACRIFICE = {
  phase: "draw",
  discard: ["Fundraising"],
  platforms: [
    { communities: ["Prank Channels", "Celebrity Gossip", "Pet Pictures", "Meme Workshop"], blocker: "Toxic Culture", hand: ["Knit Night", "Low on Funds", "PR Response", "Mod Training", "Poke", "Push"] },
    { communities: ["Craft Tutorials"], hand: ["Push", "Poke", "Server Upgrade", "Home Chefs", "Troll Crackdown"] },
    { communities: ["Plant Parents"], hand: ["Bad Press", "PR Response", "Budget Travelers", "Poke", "New Advertisers"] },
  ],
};

/** Sits down at a table in the page; with a known seed, so that a picture shows the same every time. */
export async function begin(fixture: Fixture, page: Page, about: Beginning): Promise<void> {
  const { game, seats, bots, rivals = [], options = {}, after = 0, names, position } = about;
  const players = names ? Array.from({ length: seats }, (_, i) => ({ name: names[i] ?? "You" })) : [{ name: "You" }, ...Array.from({ length: seats - 1 }, (_, i) => ({ bot: rivals[i] ?? bots }))];
  let { seed } = about;
  let record: string | null = null;
  if (position) {
    const engine = newEngine();
    const { match } = engine.ask("new", { position: { format: 1, game, seats, ...position } as unknown as View, players: Array.from({ length: seats }, () => null), seed });
    record = engine.ask("record", { match });
  } else if (after > 0) {
    ({ seed, record } = playedOn(about));
  }
  const id = await layDown(fixture, page, { game, seats, options, players, seed }, record);
  await page.goto(`${fixture.address}/#/table/${id}`);
}

/** Puts a game among those of this browser, as people/kept/games.ts keeps them; the id under which it lies there. */
export async function layDown(fixture: Fixture, page: Page, setup: LocalSetup, record: string | null = null): Promise<string> {
  const game: KeptGame = { ...described(randomBytes(8).toString("hex"), setup, record), revision: 1 };
  await page.goto(`${fixture.address}/#/settings`);
  await page.evaluate(
    (kept) =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.open("billions", 1);
        request.onupgradeneeded = () => ["games", "receipts"].forEach((shelf) => request.result.createObjectStore(shelf));
        request.onerror = () => fail(request.error ?? new Error());
        request.onsuccess = () => {
          const work = request.result.transaction("games", "readwrite");
          work.objectStore("games").put(kept, kept.id);
          work.oncomplete = () => {
            request.result.close();
            done();
          };
        };
      }),
    game,
  );
  return game.id;
}

/** Every game that the browser of this page keeps, lessons too. */
export function keptIn(page: Page): Promise<KeptGame[]> {
  return page.evaluate(
    () =>
      new Promise<KeptGame[]>((done, fail) => {
        const request = indexedDB.open("billions", 1);
        request.onupgradeneeded = () => ["games", "receipts"].forEach((shelf) => request.result.createObjectStore(shelf));
        request.onerror = () => fail(request.error ?? new Error());
        request.onsuccess = () => {
          const all = request.result.transaction("games").objectStore("games").getAll() as IDBRequest<KeptGame[]>;
          all.onsuccess = () => {
            request.result.close();
            done(all.result);
          };
        };
      }),
  );
}
