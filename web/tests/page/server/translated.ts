// A page that the browser translates stays true: a translated page and one that is not are taken the same way, and show the same words, the
// translation aside. What browsers do is imitated: "fonts" as Chrome and Edge, which put two <font> in the place of each text node; "merge"
// as Firefox, which takes the children of a sentence out and puts back texts and elements alone. Each letter stays, in brackets, so that a
// word of before that nobody renews, one that is missing and one that is there twice are all seen.
//
//     vite-node tests/page/server/translated.ts BILLIONS-ONLINE [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { newEngine } from "../../engine/engine";
import { begin, layDown, openFixture, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { aimAt, PATIENCE, type Game } from "../tools/player";
import { serve } from "../tools/server";

type Browser = "fonts" | "merge";
const OPEN = "⟦";
const CLOSE = "⟧";
const LOOK = { width: 1280, height: 800, calm: true };
const SETTINGS = { pace: 0, motion: "none", remarks: false };
const DECISIONS = 16;

/** Runs in the page before anything else of it. */
function translate({ how, open, close }: { how: Browser; open: string; close: string }): void {
  const LEFT_ALONE = "[translate=no], .notranslate, script, style, textarea, noscript, font";
  const done = new WeakMap<Node, string>();
  const due = new Set<Node>();
  const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
  const says = (node: Node): boolean => (node.textContent ?? "").trim() !== "";
  const turned = (text: string): string => text.replace(/\S(?:.*\S)?/s, (words) => `${open}${words}${close}`);
  const isInline = (node: Element): boolean => getComputedStyle(node).display === "inline";

  function font(text: Text): void {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.style.verticalAlign = inner.style.verticalAlign = "inherit";
    inner.textContent = turned(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }

  function write(text: Text): void {
    if (done.get(text) !== text.data) {
      text.data = turned(text.data);
      done.set(text, text.data);
    }
  }

  /** A sentence: its texts and elements are put back, and nothing else. */
  function merge(element: Element): void {
    const children = [...element.childNodes];
    children.forEach((child) => child.remove());
    for (const child of children) {
      if (isText(child)) {
        if (says(child)) {
          write(child);
        }
        element.append(child);
      } else if (child instanceof Element) {
        element.append(child);
        if (isInline(child)) {
          merge(child);
        }
      }
    }
  }

  function visit(node: Node): void {
    if (isText(node)) {
      if (says(node)) {
        (how === "fonts" ? font : write)(node);
      }
    } else if (node instanceof Element && !node.matches(LEFT_ALONE)) {
      const whole = how === "merge" && says(node) && !node.querySelector(LEFT_ALONE) && [...node.querySelectorAll("*")].every(isInline);
      if (whole) {
        merge(node);
      } else {
        [...node.childNodes].forEach(visit);
      }
    }
  }

  /** In a task of its own: a translation comes from elsewhere. */
  function soon(node: Node): void {
    if (due.size === 0) {
      setTimeout(() => {
        const all = [...due];
        due.clear();
        for (const one of all.filter((node) => node.isConnected && !(node instanceof Element ? node : node.parentElement)?.closest(LEFT_ALONE))) {
          visit(one);
        }
      });
    }
    due.add(node);
  }
  Object.assign(globalThis, { translationsDue: () => due.size });
  new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "characterData") {
        soon(record.target);
      }
      record.addedNodes.forEach((node) => (!isText(node) || done.get(node) !== node.data) && soon(node));
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

interface Words {
  /** of the whole page, a translator's brackets left out */
  all: string;
  /** of what a translator leaves alone, as it is */
  alone: string[];
  /** how many texts were translated */
  translated: number;
  due: number;
}

function wordsOf(page: Page): Promise<Words> {
  return page.evaluate(
    ({ open, close }) => {
      const plain = (text: string): string => text.replaceAll(open, "").replaceAll(close, "").replace(/\s+/g, " ").trim();
      const texts: string[] = [];
      for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode(); ) {
        const { parentElement: parent, textContent: text } = walk.currentNode;
        if (!parent?.closest("script, style, noscript, [aria-live]")) {
          texts.push(text ?? "");
        }
      }
      const all = texts.join("");
      return {
        all: plain(all),
        alone: [...document.querySelectorAll("[translate=no]")].filter((one) => !one.parentElement?.closest("[translate=no]")).map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim()),
        translated: all.split(open).length - 1,
        due: (globalThis as unknown as { translationsDue?: () => number }).translationsDue?.() ?? 0,
      };
    },
    { open: OPEN, close: CLOSE },
  );
}

/** Both show the same, as soon as both have come to rest. How many texts of the second are translated. */
async function insistSame(where: string, plain: Page, other: Page): Promise<number> {
  let [there, here] = [await wordsOf(plain), await wordsOf(other)];
  for (const end = Date.now() + PATIENCE / 10; Date.now() < end && (here.due > 0 || here.all !== there.all || here.alone.join() !== there.alone.join()); ) {
    await plain.waitForTimeout(50);
    [there, here] = [await wordsOf(plain), await wordsOf(other)];
  }
  if (here.all !== there.all) {
    const at = [...there.all].findIndex((letter, i) => letter !== here.all[i]);
    assert.equal(here.all.slice(Math.max(0, at - 60), at + 100), there.all.slice(Math.max(0, at - 60), at + 100), `${where}: all words`);
    assert.equal(here.all, there.all, `${where}: all words`);
  }
  assert.deepEqual(here.alone, there.alone, `${where}: what a translator leaves alone`);
  assert.ok(!here.alone.join().includes(OPEN), `${where}: something was translated that must not be`);
  return here.translated;
}

interface Pair {
  plain: Page;
  other: Page;
  both(what: (page: Page) => Promise<unknown>): Promise<void>;
}

/** Two browsers without memory, the second of which translates. */
async function withPair(name: string, how: Browser, fixture: Fixture, what: (pair: Pair) => Promise<string>): Promise<void> {
  const one = await openPage(fixture, LOOK, SETTINGS);
  const two = await openPage(fixture, LOOK, SETTINGS);
  for (const { page } of [one, two]) {
    page.setDefaultTimeout(40_000);
    await page.addInitScript(() => (Math.random = () => 0.3)); // who is drawn as a rival is the same in both
  }
  await two.page.addInitScript(translate, { how, open: OPEN, close: CLOSE });
  try {
    const said = await what({
      plain: one.page,
      other: two.page,
      both: async (act) => {
        await act(one.page);
        await act(two.page);
      },
    });
    assert.deepEqual([...one.troubles, ...two.troubles], []);
    console.log(`${name}, ${how}: ${said}`);
  } catch (why) {
    console.log(`${name}, ${how}:`);
    throw await withTroubles([{ page: one.page, troubles: one.troubles }, { page: two.page, troubles: two.troubles }], why);
  } finally {
    await one.page.context().close();
    await two.page.context().close();
  }
}

/** The same is pressed in both, once both offer it: what is best among some answers, and what the end of a turn draws, comes a moment later. */
async function stepInBoth({ plain, other }: Pair, game: Game, turn: number): Promise<void> {
  const bare = (text: string): string => text.replaceAll(OPEN, "").replaceAll(CLOSE, "").replace(/\s+/g, " ");
  for (const end = Date.now() + PATIENCE; Date.now() < end; await plain.waitForTimeout(15)) {
    const [there, here] = await Promise.all([aimAt(plain, game, turn), aimAt(other, game, turn)]);
    if (there.state === "there" && here.state === "there" && bare(there.what) === bare(here.what)) {
      await plain.mouse.click(there.x, there.y);
      await other.mouse.click(here.x, here.y);
      return;
    }
  }
  throw new Error(`decision ${turn + 1}: the two pages do not come to offer the same.`);
}

async function play(pair: Pair, fixture: Fixture, game: Game): Promise<string> {
  const { plain, other, both } = pair;
  await both((page) => begin(fixture, page, { game, seats: 3, bots: "greedy", seed: `translated ${game}` }));
  await both((page) => page.locator(".hand .slot").first().waitFor());
  let least = Infinity;
  let done = 0;
  for (; done < DECISIONS; done++) {
    least = Math.min(least, await insistSame(`before decision ${done + 1}`, plain, other));
    await stepInBoth(pair, game, done);
  }
  // What lies over the table: what is what, the score, the keys.
  for (const key of ["w", "s", "Escape", "l", "?"]) {
    await both((page) => page.keyboard.press(key));
    await insistSame(`after the last decision and ${key}`, plain, other);
  }
  assert.ok(least >= 5, `only ${least} texts were translated: this proves nothing`);
  return `${done} presses, at least ${least} texts translated at each, fine`;
}

/** What is done on each page beside the tables, after it has come; the same words must be there before and after. */
const PLACES: { at: string; acts: ((page: Page) => Promise<unknown>)[] }[] = [
  { at: "", acts: [] },
  {
    at: "rules/one-billion-users",
    acts: [
      (page) => page.getByRole("navigation", { name: "Rules" }).getByRole("link").nth(4).click(),
      (page) => page.getByRole("searchbox").fill("bonus"),
      (page) => page.getByRole("searchbox").fill("no such word"),
      (page) => page.getByRole("navigation", { name: "Rules" }).getByRole("link").nth(1).click(),
      (page) => page.getByRole("searchbox").fill(""),
    ],
  },
  { at: "settings", acts: [(page) => page.getByLabel("dark").check(), (page) => page.getByLabel("slow").check()] },
  {
    at: "new?game=one-billion-users",
    acts: [
      (page) => page.getByRole("radio", { name: "4" }).first().check(),
      (page) => page.locator("summary").first().click(),
      (page) => page.getByRole("group", { name: "Where Game Over is" }).getByRole("radio").last().check(),
      (page) => page.getByRole("group", { name: "Where Game Over is" }).getByRole("radio").first().check(),
      (page) => page.getByRole("radio", { name: "2" }).first().check(),
    ],
  },
  { at: "gallery/six-billion", acts: [(page) => page.getByRole("navigation", { name: "Games" }).getByRole("link").first().click()] },
  { at: "puzzles/one-billion-users", acts: [(page) => page.locator("p.ways a").first().click()] },
  {
    at: "tutorial",
    acts: [(page) => page.locator("main .button.main").first().click(), (page) => page.locator(".coach .ways .button").first().click()],
  },
  { at: "mine", acts: [] },
  { at: "verify", acts: [] },
  { at: "daily", acts: [] },
];

/** A whole game of bots, moved through: every figure of the table changes at once. */
async function lookBack({ plain, other, both }: Pair, fixture: Fixture): Promise<string> {
  const engine = newEngine();
  const game = "six-billion";
  const players = [1, 2, 3].map(() => ({ bot: "greedy" }));
  const seed = "translated";
  const { match } = engine.ask("new", { game, seats: 3, seed, players });
  while (engine.ask("step", { match }).actor !== 0) {
    // on to the end
  }
  const record = engine.ask("record", { match });
  await both(async (page) => page.goto(`${fixture.address}/#/replay/g/${await layDown(fixture, page, { game, seats: 3, options: {}, players, seed }, record)}`));
  const slider = (page: Page): ReturnType<Page["locator"]> => page.getByRole("slider", { name: "Moment of the game" });
  await both((page) => slider(page).waitFor());
  const most = Number(await slider(plain).getAttribute("max"));
  for (let i = 0; i <= 10; i++) {
    await both((page) => slider(page).fill(String(Math.floor((most * i) / 10))));
    await insistSame(`moment ${i} of 10`, plain, other);
  }
  for (const name of ["Score", "Close", "Share"]) {
    await both((page) => page.getByRole("button", { name }).first().click());
    await insistSame(`after ${name}`, plain, other);
  }
  return `${most} moments, fine`;
}

async function wander({ plain, other, both }: Pair, fixture: Fixture): Promise<string> {
  let places = 0;
  await both((page) => page.goto(`${fixture.address}/#/`));
  for (const { at, acts } of PLACES) {
    await both((page) => page.evaluate((to) => (location.hash = `#/${to}`), at));
    await both((page) => page.locator("h1").first().waitFor({ state: "attached" }));
    for (const [i, act] of [...acts, null].entries()) {
      await insistSame(`${at || "home"}, step ${i}`, plain, other);
      if (act) {
        await both(act);
      }
      places++;
    }
  }
  return `${places} looks at ${PLACES.length} pages, fine`;
}

/** A third connection of the seat, which lives in a page and makes one move after the other. */
function player(page: Page, table: string, token: string): Promise<void> {
  return page.evaluate(
    ({ table, token }) => {
      interface Asked {
        decision: number;
        you?: { moves: string[]; held?: string | null };
      }
      let asked: Asked | null = null;
      const socket = new WebSocket(`ws://${location.host}/ws/${table}`);
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 1, table, token, views: false }));
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const said = JSON.parse(data) as { type: string; asked?: Asked | null };
        asked = said.type === "table" || said.type === "now" ? (said.asked ?? null) : asked;
      };
      Object.assign(globalThis, {
        moveOn: () => {
          const { decision = 0, you } = asked ?? {};
          if (!you || you.held) {
            return false;
          }
          socket.send(JSON.stringify({ type: "move", decision, move: you.moves[Math.floor(you.moves.length / 2)] }));
          asked = null;
          return true;
        },
      });
    },
    { table, token },
  );
}

/** Two pages of one seat at a server hear of what a third one does. */
async function sit({ plain, other, both }: Pair, { address }: Fixture, game: Game): Promise<string> {
  await both((page) => page.goto(`${address}/#/lobby`));
  await insistSame("the lobby", plain, other);
  const answer = await fetch(`${address}/api/tables`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, seats: 3, bots: [null, "greedy", "greedy"], title: "Tuesday", name: "Ann", seat: 1, listed: true }),
  });
  assert.ok(answer.ok, await answer.clone().text());
  const { table, token } = (await answer.json()) as { table: string; token: string };
  await both((page) => page.goto(`${address}/t/${table}#${token}`));
  await both((page) => page.locator(".hand .slot").first().waitFor());
  await player(plain, table, token);
  for (let done = 0; done < DECISIONS; done++) {
    await insistSame(`before decision ${done + 1}`, plain, other);
    await plain.waitForFunction(() => (globalThis as unknown as { moveOn(): boolean }).moveOn());
  }
  await insistSame("after the last decision", plain, other);
  return `${DECISIONS} decisions of the same seat, fine`;
}

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const fixture = await openFixture();
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const server = await serve(program, folder);
const there: Fixture = { ...fixture, address: server.address };
try {
  for (const how of ["fonts", "merge"] as const) {
    for (const [name, what] of [
      ["one-billion-users", (pair: Pair) => play(pair, fixture, "one-billion-users")],
      ["six-billion", (pair: Pair) => play(pair, fixture, "six-billion")],
      ["pages", (pair: Pair) => wander(pair, fixture)],
      ["replay", (pair: Pair) => lookBack(pair, fixture)],
      ["at a server: one-billion-users", (pair: Pair) => sit(pair, there, "one-billion-users")],
      ["at a server: six-billion", (pair: Pair) => sit(pair, there, "six-billion")],
    ] as const) {
      if (`${name} ${how}`.includes(process.argv[3] ?? "")) {
        await withPair(name, how, name.startsWith("at a server") ? there : fixture, what);
      }
    }
  }
} finally {
  await fixture.close();
  server.process.kill();
  rmSync(folder, { recursive: true });
}
