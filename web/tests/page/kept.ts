// Games played alone are kept: a whole one without any reload, looked at again, analysed and listed; left in the middle and gone on with;
// two tabs at one game and at two; a browser whose storage is full, or forbidden; and what a version before had kept.
//
//     npx vite-node tests/page/kept.ts [PART]      only parts whose name has PART in it
import { strict as assert } from "node:assert";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { newEngine } from "../engine/engine";
import type { KeptGame } from "../../src/people/kept/kept";
import { begin, CHROMIUM, keptIn, openFixture, openPage, watchTroubles, withTroubles, type Fixture, type Look } from "./tools/fixture";
import { inOneBreath } from "../../src/table/breath";
import { detailsOf, chooseNumber, SHORTENED, step, tryStep, type Game } from "./tools/player";

const DESK: Look = { width: 1280, height: 800, calm: true };
const QUICK = { pace: 0, motion: "none", knows: ["one-billion-users", "six-billion"] };
/** So long a thing may take that takes a moment: a bound for a machine with much else to do, not a measure of speed. */
const BOUND = 120_000;
/** What makes games short, and long enough to be left in the middle many times. */
const SHORT: Record<Game, string> = { "one-billion-users": "60", "six-billion": "9" };
const GAMES: Game[] = ["one-billion-users", "six-billion"];
const TITLES: Record<Game, string> = { "one-billion-users": "One Billion Users", "six-billion": "6 Billion" };

const fixture = await openFixture();

/** Begins as a person does, at the page of new games. */
async function sits(page: Page, game: Game): Promise<void> {
  await page.goto(`${fixture.address}/#/new?game=${game}`);
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByLabel("Who sits at seat 2").selectOption("-"); // nobody in particular: the sentences are the engine's own
  await chooseNumber(page, SHORTENED[game], SHORT[game]);
  await page.getByRole("button", { name: "Begin" }).click();
  await asked(page);
}

/** It is one's turn: there is something to press. */
const asked = (page: Page): Promise<void> => page.locator(".ask .button, .hand .slot[draggable=true], .hand .slot.can").first().waitFor();
const log = (page: Page): Promise<string[]> => page.locator(".log p").allInnerTexts();

async function until<T>(what: string, look: () => Promise<T>, fits: (seen: T) => boolean): Promise<T> {
  for (const end = Date.now() + BOUND; ; await new Promise((go) => setTimeout(go, 50))) {
    const seen = await look();
    if (fits(seen)) {
      return seen;
    }
    assert.ok(Date.now() < end, `${what}: ${JSON.stringify(seen).slice(0, 600)}`);
  }
}

/** The table says just this. */
async function stands(page: Page, before: string[], what: string): Promise<void> {
  const wanted = before.map(unmarked);
  await until(
    what,
    async () => {
      const seen = (await log(page)).map(unmarked);
      const at = seen.findIndex((line, i) => line !== wanted[i]);
      return at < 0 ? `${seen.length} lines instead of ${wanted.length}` : `line ${at}: "${seen[at]}" instead of "${wanted[at]}"; ${seen.length}, ${wanted.length} lines`;
    },
    (told) => told === `${wanted.length} lines instead of ${wanted.length}`,
  );
}

/** What was pressed has been carried out. */
const settled = (page: Page): Promise<void> => page.locator("main[aria-busy=true]").waitFor({ state: "detached" });

/** Plays so many presses of one's own, and waits until one is asked again. */
async function plays(page: Page, game: Game, presses: number, isKept = true): Promise<void> {
  for (let i = 0; i < presses; i++) {
    assert.ok(await step(page, game, i), "the game goes on");
  }
  // A card that was taken up is put down or played: what stands then is a moment between two decisions.
  for (let i = 0; await settled(page).then(() => page.locator(".hand .taken").count()); i++) {
    assert.ok(await step(page, game, i), "the game goes on");
  }
  await (isKept ? quiet(page) : rest(page));
}

/** The same where nothing is kept: nothing has been told for a while. */
async function rest(page: Page): Promise<void> {
  await asked(page);
  for (let before = ""; ; await page.waitForTimeout(1500)) {
    const now = (await log(page)).join("\n");
    if (now === before) {
      return;
    }
    before = now;
  }
}

/** What the engine tells seat 1 of a record, and whether it asks that seat now. */
function toldOf(record: string): { lines: string[]; asks: boolean } {
  const engine = newEngine();
  const table = engine.ask("table", { match: engine.ask("load", { record }).match, viewer: 1 });
  const lines = table.log.flatMap((entry) => inOneBreath((entry.events ?? []).flatMap((event) => event.text ?? [])));
  return { lines: lines.map(plain), asks: table.asked?.seats[0] === 1 };
}
/** What an order answered is so marked by the page while it stands there; the record, and a page that reads it, knows only what was done. */
const unmarked = (line: string): string => line.replace(/^\s*Answered for you: (.)/, (_, first: string) => first.toUpperCase());
const plain = (line: string): string => unmarked(line.replace(/\s+/g, " ").trim());

/** The game of this table as it is kept. */
async function keptAt(page: Page): Promise<KeptGame | undefined> {
  const id = /#\/table\/(\w+)$/.exec(page.url())?.[1];
  const games = await keptIn(page);
  return id === undefined ? games[0] : games.find((game) => game.id === id);
}

/** The person is asked, and what the page tells is what it keeps. */
async function quiet(page: Page): Promise<string[]> {
  await until(
    "the table tells what is kept",
    async () => {
      await settled(page);
      const record = (await keptAt(page))?.record ?? "";
      const { lines, asks } = record ? toldOf(record) : { lines: [], asks: false };
      const seen = (await log(page)).map(plain).filter((line) => !/took a move back/.test(line));
      return asks && seen.length > 0 && seen.slice(-40).join("\n") === lines.slice(-seen.length).slice(-40).join("\n") ? "" : `${asks ? "asked" : "waiting"}: ${lines.at(-1)} / ${seen.at(-1)}`;
    },
    (told) => told === "",
  );
  return log(page);
}

async function toTheEnd(page: Page, game: Game): Promise<number> {
  for (let presses = 0; ; presses++) {
    assert.ok(presses < 1000, "the game ends");
    if (!(await step(page, game, presses))) {
      return presses;
    }
  }
}

/** The record of the game at the table, as the engine has it now. */
async function saved(page: Page): Promise<string> {
  const over = (await page.getByRole("region", { name: "The end", exact: true }).count()) > 0;
  if (over) {
    await detailsOf(page);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the record" }).last().click()]);
  if (over) {
    await (await detailsOf(page)).getByRole("button", { name: "Close" }).click();
  }
  return readFileSync(await download.path(), "utf8");
}

const pliesOf = (record: string): number => {
  const engine = newEngine();
  return engine.ask("look", { match: engine.ask("load", { record }).match, viewer: "all" }).plies;
};

const slider = (page: Page): ReturnType<Page["locator"]> => page.getByRole("slider", { name: "Moment of the game" });
const going = (page: Page): ReturnType<Page["locator"]> => page.getByRole("link", { name: /go on/ });
const past = (page: Page): ReturnType<Page["locator"]> => page.getByRole("link", { name: /points/ });

async function mine(page: Page): Promise<void> {
  await page.goto(`${fixture.address}/#/mine`);
  await page.getByRole("heading", { name: "My games" }).waitFor();
  await page.getByText(/One moment/).waitFor({ state: "detached" });
}

/** From the sheet at the end: all moves are shown again, and can be analysed. */
async function looksAgain(page: Page, record: string): Promise<void> {
  const plies = pliesOf(record);
  assert.ok(plies > 10, `the game had ${plies} moves`);
  await page.getByRole("link", { name: "Look at it again" }).click();
  await slider(page).waitFor();
  assert.equal(await slider(page).getAttribute("max"), String(plies), "every move is shown again");
  await page.keyboard.press("End");
  await until("the last moment", () => slider(page).inputValue(), (at) => at === String(plies));
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("heading", { name: /Turning points|Choices|What/ }).or(page.locator(".beside svg")).first().waitFor();
}

/** A whole game without any reload. */
async function whole(game: Game): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESK, QUICK);
  try {
    await sits(page, game);
    const id = /#\/table\/(\w+)$/.exec(page.url())?.[1] ?? "";
    await plays(page, game, 1);
    await mine(page);
    assert.deepEqual([await going(page).count(), await past(page).count()], [1, 0], "after the first move it is listed, once, under way");
    await going(page).click();
    await asked(page);
    const presses = await toTheEnd(page, game);
    const record = await saved(page);
    assert.match(record, /^Result: seat 1/m, "it is over");
    await looksAgain(page, record);
    await mine(page);
    assert.deepEqual([await going(page).count(), await past(page).count()], [0, 1], "it is listed once, as over");
    const kept = await keptIn(page);
    assert.deepEqual(kept.map((one) => [one.id, one.record === record, one.over]), [[id, true, true]], "under the id it had from the first, whole");
    await page.reload();
    await past(page).click();
    await slider(page).waitFor();
    assert.equal(await slider(page).getAttribute("max"), String(pliesOf(record)), "and after a reload");
    // Another one is another game.
    await page.goto(`${fixture.address}/#/table/${id}`);
    await page.getByRole("button", { name: "Play again" }).click();
    await asked(page);
    await plays(page, game, 1);
    await mine(page);
    assert.deepEqual([await going(page).count(), await past(page).count()], [1, 1], "playing again leaves the old one as it was");
    assert.deepEqual(troubles, []);
    console.log(`${TITLES[game]}: a whole game without a reload, ${presses} presses: replay, analysis, list, fine`);
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

/** Left in the middle, by every way, and gone on with. */
async function middle(game: Game): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESK, QUICK);
  try {
    await sits(page, game);
    await plays(page, game, 6);
    let stood = await log(page);
    const ways: [string, () => Promise<void>][] = [
      ["go on, in My games", async () => { await mine(page); await going(page).click(); }],
      ["loaded again", async () => void (await page.reload())],
      ["go on, at the beginning", async () => { await page.goto(`${fixture.address}/#/`); await page.getByRole("link", { name: /Go on with your game/ }).click(); }],
      ["the address without an id", async () => { await page.goto(`${fixture.address}/#/rules`); await page.goto(`${fixture.address}/#/table`); }],
      ["loaded again, after My games", async () => { await mine(page); await page.reload(); await going(page).click(); await asked(page); await page.reload(); }],
    ];
    for (const [what, goes] of ways) {
      await goes();
      await asked(page);
      await stands(page, stood, what);
      const kept = await keptIn(page);
      assert.equal(kept.length, 1, `${what}: there is one game, and no double`);
      await plays(page, game, 2);
      stood = await log(page);
    }

    // What is taken back stays so, and what lies before can still be taken back.
    const before = (await keptIn(page))[0]?.record?.split("\n").length ?? 0;
    for (let taken = before, i = 1; i <= 2; i++) {
      await page.getByRole("button", { name: "Undo" }).click();
      const lines = await until("taken back", async () => (await keptIn(page))[0]?.record?.split("\n").length ?? 0, (now) => now < taken);
      await asked(page);
      const record = (await keptIn(page))[0]?.record;
      await page.reload();
      await asked(page);
      await quiet(page);
      assert.equal((await keptIn(page))[0]?.record, record, "a move that was taken back is not there again");
      taken = lines;
    }
    await plays(page, game, 2);

    // And so do standing orders.
    await page.getByRole("button", { name: "Auto-answers" }).click();
    const orders = page.getByRole("dialog", { name: "Auto-answers" });
    const order = orders.locator("ul input[role=switch]").first();
    const given = orders.locator("ul input[role=switch]:checked");
    await order.check(); // the switch goes over at once, and what it means a moment later
    await until("given", async () => (await keptIn(page))[0]?.orders?.length ?? 0, (orders) => orders > 0);
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("button", { name: "Auto-answers" }).click();
    await given.first().waitFor();
    assert.equal(await order.isChecked(), true, "an order holds after a reload");
    assert.equal((await keptIn(page)).length, 1);
    assert.deepEqual(troubles, []);
    console.log(`${TITLES[game]}: left in the middle and gone on with, move by move, taken back, ordered, fine`);
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

async function another(page: Page, troubles: string[]): Promise<Page> {
  const other = await page.context().newPage();
  watchTroubles(fixture, other, troubles);
  return other;
}

/** Two tabs at one game: each follows the other. One that hears nothing of it is told, and writes over nothing. */
async function oneGame(): Promise<void> {
  const game: Game = "one-billion-users";
  const { page: one, troubles } = await openPage(fixture, DESK, QUICK);
  const two = await another(one, troubles);
  const deaf = await another(one, troubles);
  await deaf.addInitScript(() => {
    globalThis.BroadcastChannel = class extends EventTarget {
      postMessage(): void {
        // Nobody hears it.
      }
    } as unknown as typeof BroadcastChannel;
  });
  const record = async (): Promise<string> => {
    const kept = await keptIn(one);
    assert.equal(kept.length, 1, "there is one game");
    return kept[0]?.record ?? "";
  };
  try {
    await begin(fixture, one, { game, seats: 2, bots: "greedy", seed: "two tabs" });
    await asked(one);
    await two.goto(one.url());
    await asked(two);
    for (const [plays1, follows] of [[one, two], [two, one], [one, two]] as const) {
      await plays1.bringToFront();
      await plays(plays1, game, 2);
      const stood = await log(plays1);
      await stands(follows, stood, "the other tab follows");
      await asked(follows);
      assert.ok((await record()).length > 0);
    }

    // One that was not told of anything: its move comes to nothing, it says so, and shows how the game stands.
    await deaf.goto(one.url());
    await asked(deaf);
    await one.bringToFront();
    await plays(one, game, 3);
    const stood = await log(one);
    const kept = await record();
    await deaf.bringToFront();
    assert.notDeepEqual(await log(deaf), stood, "it has heard nothing");
    // More than one press may belong to one move.
    for (let i = 0; i < 20 && !(await deaf.locator(".notices").getByText("went on in another tab").isVisible()); i++) {
      await tryStep(deaf, game, i).catch(() => "covered"); // the notice may lie over it
      await deaf.waitForTimeout(200);
    }
    await deaf.locator(".notices").getByText("This game went on in another tab; this is how it stands now.").waitFor();
    await stands(deaf, stood, "it shows the other tab's game");
    assert.equal(await record(), kept, "nothing was written over");
    await deaf.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Close" }).click();
    await plays(deaf, game, 3);
    assert.ok((await record()).startsWith(kept.replace(/^Result: [^]*/m, "")), "and from there it can be played on");
    assert.equal(await one.getByRole("alert").count(), 0);

    // Put away in one tab while it stands in another.
    await two.bringToFront();
    await stands(two, await log(two), "quiet");
    const list = await another(one, troubles);
    await mine(list);
    await list.getByRole("button", { name: /Forget this game/ }).click();
    await list.getByRole("button", { name: "Forget it" }).click();
    await list.getByText("No game yet.").waitFor();
    await two.bringToFront();
    await two.locator(".notices").getByText("This game was put away in another tab.").waitFor();
    assert.equal((await keptIn(two)).length, 0);
    await two.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Close" }).click();
    await plays(two, game, 2);
    await until("it is kept again", () => keptIn(two), (all) => all.length === 1);
    await list.bringToFront();
    await going(list).waitFor();
    assert.deepEqual(troubles, []);
    console.log("Two tabs at one game: both follow, the deaf one is told, nothing is lost, fine");
  } catch (why) {
    throw await withTroubles([one, two, deaf].map((page) => ({ page, troubles })), why);
  }
  await one.context().close();
}

/** Two tabs at two games, move by move: neither touches the other's. */
async function twoGames(): Promise<void> {
  const { page: one, troubles } = await openPage(fixture, DESK, QUICK);
  const two = await another(one, troubles);
  try {
    const tables: [Page, Game][] = [[one, "one-billion-users"], [two, "six-billion"]];
    for (const [page, game] of tables) {
      await sits(page, game);
    }
    for (let i = 0; i < 4; i++) {
      for (const [page, game] of tables) {
        await page.bringToFront();
        await plays(page, game, 1);
      }
    }
    const stood = [await quiet(one), await quiet(two)];
    for (const [i, [page]] of tables.entries()) {
      await page.reload();
      await asked(page);
      await stands(page, stood[i] ?? [], "each goes on where it was");
    }
    await mine(one);
    assert.equal(await going(one).count(), 2, "both are listed");
    for (const [page, game] of tables) {
      if (page === one) {
        await page.getByRole("link", { name: new RegExp(`${TITLES[game]}.*go on`, "s") }).click();
        await asked(page);
      }
      await page.bringToFront();
      await toTheEnd(page, game);
    }
    const kept = await keptIn(one);
    assert.deepEqual(kept.map((game) => game.over), [true, true]);
    assert.deepEqual(kept.map((game) => game.setup.game).sort(), [...GAMES].sort());
    assert.deepEqual(troubles, []);
    console.log("Two tabs at two games: both whole, fine");
  } catch (why) {
    throw await withTroubles([one, two].map((page) => ({ page, troubles })), why);
  }
  await one.context().close();
}

/** The storage gets full in the middle of a game. */
const ROOM = 4_000_000;

/** What a browser allows this page, and something else that takes all that is left of it. */
async function shortRoom(page: Page): Promise<{ room: (bytes: number) => Promise<unknown>; fill: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const room = (bytes: number): Promise<unknown> => session.send("Storage.overrideQuotaForOrigin", { origin: fixture.address, quotaSize: bytes });
  /** Something else takes all that is left, to the last hundred bytes. */
  const fill = (): Promise<void> =>
    page.evaluate(
      () =>
        new Promise<void>((done, fail) => {
          const request = indexedDB.open("something else", 1);
          request.onupgradeneeded = () => request.result.createObjectStore("things");
          request.onerror = () => done();
          request.onsuccess = async () => {
            // What repeats would be pressed together later, and leave room again.
            const noise = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, () => Math.random() * 256);
            for (let size = 200_000; size > 100; size /= 5) {
              for (let there = true; there; ) {
                there = await new Promise<boolean>((next) => {
                  const work = request.result.transaction("things", "readwrite");
                  work.objectStore("things").put(noise(size), Math.random());
                  work.oncomplete = () => next(true);
                  work.onabort = () => (work.error?.name === "QuotaExceededError" ? next(false) : fail(work.error ?? new Error()));
                });
              }
            }
            request.result.close();
            done();
          };
        }),
    );
  return { room, fill };
}

async function full(): Promise<void> {
  const game: Game = "one-billion-users";
  const { page, troubles } = await openPage(fixture, DESK, QUICK);
  /** As a browser with no room at all. Chromium itself has some again and again, for what is small: "makes room" fills it truly. */
  const setFull = (isFull: boolean): Promise<void> =>
    page.evaluate((isFull) => {
      const store = IDBObjectStore.prototype as IDBObjectStore & { truePut?: IDBObjectStore["put"] };
      store.truePut ??= store.put;
      store.put = isFull
        ? () => {
            throw new DOMException("No room.", "QuotaExceededError");
          }
        : store.truePut;
    }, isFull);
  const strip = page.getByRole("alert", { name: "Not kept" });
  try {
    await sits(page, game);
    await plays(page, game, 2);
    assert.equal(await strip.count(), 0);
    await setFull(true);
    await plays(page, game, 2, false);
    assert.match(await strip.innerText(), /This game is not kept\..*The storage of this browser is full\..*to the end.*the game is gone/s, "it is said in a sentence");
    // Space is made: it is kept again, and nothing is missing.
    await setFull(false);
    await plays(page, game, 2);
    await strip.waitFor({ state: "detached" });
    const stood = await log(page);
    await page.reload();
    await asked(page);
    await stands(page, stood, "what was played meanwhile is kept, too");

    // And full to the end.
    await setFull(true);
    await plays(page, game, 1, false);
    await strip.getByRole("button", { name: "I see" }).click();
    await strip.waitFor({ state: "detached" });
    await mine(page);
    await page.getByText("Not kept: gone when this page is closed.").waitFor();
    await going(page).click();
    await asked(page);
    await strip.getByRole("button", { name: "I see" }).click();
    await toTheEnd(page, game);
    await looksAgain(page, await saved(page));
    await mine(page);
    assert.deepEqual([await going(page).count(), await past(page).count()], [0, 1], "it is listed as over, as long as one is here");
    await page.getByText("Not kept: gone when this page is closed.").waitFor();
    // A new game can be begun and played all the same.
    await sits(page, game);
    await plays(page, game, 1, false);
    await strip.waitFor();
    assert.deepEqual(troubles, []);
    console.log("Storage full: said, played to the end, shown again, kept again when there is room, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

/** A storage that is full, of games that are over among others: the oldest of them make room for the one that goes on. */
async function makesRoom(): Promise<void> {
  const game: Game = "one-billion-users";
  const { page, troubles } = await openPage(fixture, DESK, QUICK);
  const { room, fill } = await shortRoom(page);
  const finished = (games: KeptGame[]): string[] => games.filter(({ over }) => over).sort((a, b) => a.changed - b.changed).map(({ id }) => id);
  try {
    await room(ROOM);
    await sits(page, game);
    await plays(page, game, 2);
    const mine = await keptAt(page);
    assert.ok(mine);
    await page.evaluate(
      (like) =>
        new Promise<void>((done, fail) => {
          const request = indexedDB.open("billions", 1);
          request.onerror = () => fail(request.error ?? new Error());
          request.onsuccess = () => {
            const work = request.result.transaction("games", "readwrite");
            for (let i = 1; i <= 6; i++) {
              work.objectStore("games").put({ ...like, id: `over${i}`, over: true, changed: i, record: `${like.record ?? ""}${"#".repeat(200_000)}` }, `over${i}`);
            }
            work.oncomplete = () => (request.result.close(), done());
            work.onabort = () => fail(work.error ?? new Error());
          };
        }),
      mine,
    );
    await fill();
    await plays(page, game, 4);
    assert.equal(await page.getByRole("alert", { name: "Not kept" }).count(), 0, "it is kept");
    const games = await keptIn(page);
    const left = finished(games);
    assert.ok(games.some(({ id, over }) => id === mine.id && !over), "the game that goes on is there");
    assert.ok(left.length < 6 && left.join() === ["over1", "over2", "over3", "over4", "over5", "over6"].slice(6 - left.length).join(), `the oldest go first: ${left.join()} are left`);
    assert.deepEqual(troubles, []);
    console.log(`Storage full of games that are over: ${6 - left.length} of 6 went, the game that goes on is kept, fine`);
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

/** A browser that lets this page keep nothing, as its settings can say. */
async function forbidden(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "billions-forbidden-"));
  mkdirSync(join(folder, "Default"));
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    viewport: { width: DESK.width, height: DESK.height },
    reducedMotion: "reduce",
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(180_000);
  const troubles: string[] = [];
  watchTroubles(fixture, page, troubles);
  const strip = page.getByRole("alert", { name: "Not kept" });
  try {
    await page.goto(fixture.address);
    assert.match(await page.evaluate(() => { try { localStorage.getItem("a"); return "allowed"; } catch (why) { return String(why); } }), /SecurityError/);
    await page.goto(`${fixture.address}/#/settings`);
    await page.getByRole("radio", { name: "fast" }).check();
    for (const game of GAMES) {
      await sits(page, game);
      await page.getByRole("button", { name: "No, play" }).click();
      assert.match(await strip.innerText(), /This game is not kept\..*forbidden or switched off.*to the end.*the game is gone/s, "it is said in a sentence");
      await strip.getByRole("button", { name: "I see" }).click();
      await plays(page, game, 2, false);
      const stood = await log(page);
      await mine(page);
      await going(page).click();
      await asked(page);
      await stands(page, stood, "in this visit one can go and come back");
      await strip.getByRole("button", { name: "I see" }).click();
      await toTheEnd(page, game);
      await looksAgain(page, await saved(page));
    }
    await mine(page);
    assert.deepEqual([await going(page).count(), await past(page).count()], [0, 2]);
    await page.reload();
    await page.getByText("No game yet.").waitFor();
    assert.deepEqual(troubles, []);
    console.log("Storage forbidden: said, both games played to the end and shown again, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the version before had kept: a game without its id, and its doubles among all games. */
async function before(): Promise<void> {
  const game: Game = "one-billion-users";
  const { page, troubles } = await openPage(fixture, DESK, QUICK);
  try {
    const engine = newEngine();
    const setup = { game, seats: 2, options: {}, players: [{ name: "You" }, { bot: "greedy" }] };
    const { match } = engine.ask("new", { ...setup, seed: "before" });
    const records = [engine.ask("record", { match })];
    for (let moves = 0; moves < 12; moves++) {
      const { asked } = engine.ask("look", { match, viewer: 1 });
      if (asked?.you) {
        engine.ask("play", { match, move: asked.you.moves[0] ?? "", decision: asked.decision });
      } else {
        engine.ask("step", { match });
      }
      records.push(engine.ask("record", { match }));
    }
    const old = (id: string, record: string | undefined, began: number): Partial<KeptGame> => ({ id, setup, record: record ?? null, seat: 1, began, changed: began, over: false });
    await page.goto(`${fixture.address}/#/settings`);
    await page.evaluate(
      ({ games, table, lesson }) =>
        new Promise<void>((done) => {
          localStorage.setItem("billions.local", JSON.stringify(table));
          localStorage.setItem("billions.tutorial.one-billion-users", JSON.stringify(lesson));
          const request = indexedDB.open("billions", 1);
          request.onupgradeneeded = () => ["games", "receipts"].forEach((shelf) => request.result.createObjectStore(shelf));
          request.onsuccess = () => {
            const work = request.result.transaction("games", "readwrite");
            games.forEach((one) => work.objectStore("games").put(one, one.id));
            work.oncomplete = () => {
              request.result.close();
              done();
            };
          };
        }),
      {
        games: [old("aaaaaaaaaaaaaaaa", records[0], 1000), old("bbbbbbbbbbbbbbbb", records[5], 2000), old("cccccccccccccccc", records[9], 3000)],
        table: { setup, record: records[12] },
        lesson: { setup, record: records[4] },
      },
    );
    await page.reload();
    await mine(page);
    await going(page).waitFor();
    assert.deepEqual([await going(page).count(), await past(page).count()], [1, 0], "of four copies one is left");
    const kept = (await keptIn(page)).filter((one) => !one.lesson);
    assert.equal(kept.length, 1);
    assert.equal(kept[0]?.record, records[12], "the one that is furthest");
    assert.equal(kept[0]?.began, 1000, "which began when the first of them did");
    assert.equal(await page.evaluate(() => localStorage.getItem("billions.local")), null, "it lies in one place only");
    await going(page).click();
    await asked(page);
    await plays(page, game, 1);
    assert.ok(((await keptIn(page)).find((one) => !one.lesson)?.record ?? "").startsWith((records[12] ?? "").replace(/^Result: [^]*/m, "")), "and goes on");
    await page.goto(`${fixture.address}/#/tutorial/one-billion-users/game`);
    await asked(page);
    const lesson = (await keptIn(page)).find((one) => one.lesson);
    assert.ok(lesson?.record?.startsWith((records[4] ?? "").replace(/^Result: [^]*/m, "")), "the game at the end of the course, too");
    assert.deepEqual(troubles, []);
    console.log("What the version before kept: one game, whole, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

const PARTS: Record<string, (there: Fixture) => Promise<void>> = {
  "whole one-billion-users": () => whole("one-billion-users"),
  "whole six-billion": () => whole("six-billion"),
  "middle one-billion-users": () => middle("one-billion-users"),
  "middle six-billion": () => middle("six-billion"),
  "tabs at one game": oneGame,
  "tabs at two games": twoGames,
  full,
  "makes room": makesRoom,
  forbidden,
  before,
};
try {
  for (const [name, part] of Object.entries(PARTS)) {
    if (name.includes(process.argv[2] ?? "")) {
      await part(fixture);
    }
  }
} finally {
  await fixture.close();
}
