// A browser that keeps nothing, or has no room, or is cleared by another tab, at a server's table: the seat is played all the same, it is
// said that it is not kept, its link leads back to it, and a reload of the tab loses nothing, a move on its way neither. And two hundred seats: none
// is dropped.
//
//     vite-node tests/page/server/storage.ts BILLIONS-ONLINE [PART]
import { strict as assert } from "node:assert";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { CHROMIUM, openBrowser, openPage, watchTroubles, withTroubles, type Fixture } from "../tools/fixture";
import { openLine } from "../tools/line";
import { PATIENCE, tryStep } from "../tools/player";
import { serve } from "../tools/server";

const [, , program, only = ""] = process.argv;
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-storage-"));
const server = await serve(program, folder, 0, { "--tables-a-minute": "1000", "--tables-per-address": "1000" });
const fixture: Fixture = { address: server.address, browser: await openBrowser(), close: async () => undefined };
const desk = { width: 1280, height: 800, calm: true };
const quick = { pace: 0, motion: "none", name: "Bob" };

interface Made {
  table: string;
  token: string;
}
async function post<T>(path: string, about: object, bearer?: string): Promise<T> {
  const headers = { "Content-Type": "application/json", ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) };
  const response = await fetch(`${server.address}${path}`, { method: "POST", headers, body: JSON.stringify(about) });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}
/** A table at which Ann waits for one more. */
const make = (more: object = {}): Promise<Made> => post("/api/tables", { game: "one-billion-users", seats: 2, name: "Ann", ...more });

/** A browser whose settings let no page keep anything, as a person can choose. */
async function forbidding(): Promise<{ context: BrowserContext; page: Page; troubles: string[]; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "billions-forbidden-"));
  mkdirSync(join(profile, "Default"));
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    viewport: { width: desk.width, height: desk.height },
    reducedMotion: "reduce",
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(180_000);
  const troubles: string[] = [];
  watchTroubles(fixture, page, troubles);
  return {
    context,
    page,
    troubles,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Everything that this origin may keep is taken, to the last letter; `room`: letters that stay free. */
function fill(page: Page, room = 0): Promise<void> {
  return page.evaluate((room) => {
    let text = "";
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) {
          localStorage.setItem("something else", text + "x".repeat(size));
          text += "x".repeat(size);
        }
      } catch {
        // A smaller piece.
      }
    }
    localStorage.setItem("something else", text.slice(0, text.length - room));
  }, room);
}
const empty = (page: Page): Promise<void> => page.evaluate(() => localStorage.removeItem("something else"));

const sits = (page: Page): Promise<void> => page.getByRole("button", { name: "Sit here, at Seat 2" }).click();
const hand = (page: Page): Promise<void> => page.locator(".hand .slot").first().waitFor();
const strip = (page: Page): ReturnType<Page["locator"]> => page.getByRole("alert", { name: "Not kept" });
const heldIn = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("billions.seats") ?? "{}") as object));
async function seatsOf(table: string): Promise<(string | undefined)[]> {
  return ((await (await fetch(`${server.address}/api/tables/${table}`)).json()) as { seats: { name?: string }[] }).seats.map(({ name }) => name);
}

/** What "Copy the link" puts into the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await strip(page).getByRole("button", { name: "Copy the link" }).click();
  await strip(page).getByText("Copied.").waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}
/** To another page without loading anything anew. */
const within = (page: Page, path: string): Promise<unknown> => page.evaluate((path) => (location.hash = `#/${path}`), path);

async function forbidden(): Promise<void> {
  const { table } = await make();
  const bob = await forbidding();
  const fine = await openPage(fixture, desk, quick);
  try {
    await bob.page.goto(`${server.address}/t/${table}`);
    assert.match(await bob.page.evaluate(() => { try { return String(localStorage); } catch (why) { return String(why); } }), /SecurityError/);
    await bob.page.getByText("This browser would not keep your seat.").waitFor();
    await bob.page.getByLabel("Your name").fill("Bob");
    await sits(bob.page);
    await hand(bob.page);
    assert.deepEqual(await seatsOf(table), ["Ann", "Bob"]);
    assert.match(await strip(bob.page).innerText(), /Your seat is not kept:.*only this page's address has it, so keep that to yourself; with the link you come back from anywhere/s);
    await bob.page.setViewportSize({ width: 412, height: 915 });
    const tall = async (): Promise<number> => (await strip(bob.page).boundingBox())?.height ?? 0;
    const before = await tall();
    assert.ok(before <= 60, `the strip takes ${before} of a telephone's 915: more than two lines`);
    assert.equal(await bob.page.locator(".strips ~ .welcome > *, .strips > .across").filter({ visible: true }).count(), 1, "there is more than one strip");
    await bob.page.waitForTimeout(16_000); // it has had its time
    assert.ok(await strip(bob.page).isVisible(), "it is gone as somebody reaches for it");
    const link = await copied(bob.page);
    assert.ok((await tall()) < before, "it shrinks when it was heeded");
    await strip(bob.page).waitFor({ state: "detached" });
    await bob.page.getByRole("button", { name: "Your seat is not kept" }).click();
    await strip(bob.page).getByRole("button", { name: "Copy the link" }).waitFor();
    await strip(bob.page).getByRole("button", { name: "I see" }).click();
    await bob.page.getByRole("button", { name: "More", exact: true }).click();
    await bob.page.evaluate(() => navigator.clipboard.writeText(""));
    await bob.page.getByRole("button", { name: "Copy the link of my seat" }).click();
    await bob.page.getByRole("dialog").getByText("Copied.").waitFor();
    assert.equal(await bob.page.evaluate(() => navigator.clipboard.readText()), link);
    await bob.page.keyboard.press("Escape");
    await bob.page.setViewportSize({ width: desk.width, height: desk.height });
    // A reload of the tab, going elsewhere in the page, coming back: the seat is there.
    await bob.page.reload();
    await hand(bob.page);
    await bob.page.goto(`${server.address}/#/mine`);
    await bob.page.getByText(/Your seat is not kept/).waitFor();
    await bob.page.locator(`a[href="#/t/${table}"]`).first().click();
    await hand(bob.page);
    await bob.page.reload();
    await hand(bob.page);
    assert.equal(await strip(bob.page).count(), 0, "what was heeded is not said again");
    // The page fails to load, as on a line that has gone: what the tab knew is lost, and its address is not.
    await bob.page.context().route(`${server.address}/**`, (request) => request.abort());
    await bob.page.reload().catch(() => undefined);
    await bob.page.context().unroute(`${server.address}/**`);
    await bob.page.reload();
    await hand(bob.page);
    // A second game: My games says which link is which, until it is over.
    const two = await make({ title: "Friday" });
    await within(bob.page, `t/${two.table}`);
    await sits(bob.page);
    await hand(bob.page);
    const second = await copied(bob.page);
    await within(bob.page, "mine");
    await strip(bob.page).getByRole("button", { name: "Copy the link: Friday" }).waitFor();
    await strip(bob.page).getByRole("button", { name: "Copy the link: One Billion Users with Ann" }).click();
    await strip(bob.page).getByText("Copied.").waitFor();
    assert.equal(await bob.page.evaluate(() => navigator.clipboard.readText()), link);
    assert.equal(await bob.page.getByText("stay in this browser").count(), 0, "nothing is said to be kept");
    await post(`/api/tables/${two.table}/leave`, {}, two.token);
    await post(`/api/tables/${two.table}/leave`, {}, second.split("#")[1]);
    await bob.page.reload();
    await strip(bob.page).getByText("Your seat is not kept.").waitFor();
    await strip(bob.page).getByRole("button", { name: "Copy the link: One Billion Users with Ann" }).waitFor();
    assert.equal(await strip(bob.page).getByRole("button", { name: "Friday" }).count(), 0);
    // The link is the way back from any other browser.
    await fine.page.goto(link);
    await hand(fine.page);
    assert.deepEqual(await heldIn(fine.page), [table]);
    assert.equal(await strip(fine.page).count(), 0);
    // No other page is blank, and each says what is not kept where that matters.
    for (const [path, wanted] of [["", "Play now"], ["settings", "not kept"], ["lobby", "table"], ["new?game=six-billion", "Begin"], ["puzzles", "Train"], ["daily", "deal"], ["tutorial", "lesson"], ["gallery", "cards"], [`screen/${table}`, "Ann"]]) {
      await bob.page.goto(`${server.address}/#/${path}`);
      await bob.page.getByText(new RegExp(wanted ?? "", "i")).first().waitFor();
    }
    // Away from the page the seat is lost, and both pages that one comes back to say how it is found.
    await bob.page.goto("about:blank");
    await bob.page.goto(`${server.address}/t/${table}`);
    await bob.page.getByText("Is one of these seats yours? Paste the link of your seat: this browser keeps none.").waitFor();
    await bob.page.getByLabel("The link of your seat").fill(`${server.address}/t/${table}`);
    await bob.page.getByRole("button", { name: "Back to my seat" }).click();
    await bob.page.getByText("That names no seat").waitFor();
    await bob.page.getByLabel("The link of your seat").fill(link);
    await bob.page.getByRole("button", { name: "Back to my seat" }).click();
    await hand(bob.page);
    // So does each field that takes the link of a game, and nothing of it stays there.
    await bob.page.goto("about:blank");
    await bob.page.goto(`${server.address}/#/replay`);
    await bob.page.getByLabel("A game of this server").fill(link);
    assert.equal(await bob.page.evaluate(() => JSON.stringify(history.state)?.includes("#") ?? false), false, "a seat's key stays in the tab");
    await bob.page.getByRole("button", { name: "Show it" }).click();
    await hand(bob.page);
    await bob.page.goto("about:blank");
    await bob.page.goto(`${server.address}/#/mine`);
    await bob.page.getByText("No game yet.").waitFor();
    await bob.page.getByText(/Not everything is kept\..*comes? back by its link/s).waitFor();
    assert.deepEqual([...bob.troubles, ...fine.troubles], []);
    console.log("Storage forbidden: a seat is taken, said not to be kept, held by the tab and by its link, fine");
  } catch (why) {
    throw await withTroubles([bob, fine], why);
  } finally {
    await bob.close();
    await fine.page.context().close();
  }
}

/** The link of a seat in a browser that cannot keep its token. */
async function link(): Promise<void> {
  const made = await make({ bots: [null, "greedy"] });
  const bob = await forbidding();
  const full = await openPage(fixture, desk, quick);
  const keeps = await openPage(fixture, desk, quick);
  try {
    await full.page.goto(`${server.address}/#/rules`);
    await fill(full.page);
    for (const { page } of [bob, full]) {
      await page.goto(`${server.address}/t/${made.table}#${made.token}`);
      await hand(page);
      assert.equal(page.url(), `${server.address}/#/t/${made.table}?seat=${made.token}`, "the address alone can keep the token");
      await strip(page).getByRole("button", { name: "I see" }).click();
      await strip(page).waitFor({ state: "detached" });
      await page.reload();
      await hand(page);
      assert.equal(await strip(page).count(), 0, "what was read is not said again");
    }
    await keeps.page.goto(`${server.address}/t/${made.table}#${made.token}`);
    await hand(keeps.page);
    assert.equal(keeps.page.url(), `${server.address}/#/t/${made.table}`, "a browser that keeps the token has it out of the address");
    assert.deepEqual([...bob.troubles, ...full.troubles, ...keeps.troubles], []);
    console.log("The link of a seat where its token cannot be kept: the table, and what is not kept, fine");
  } catch (why) {
    throw await withTroubles([bob, full], why);
  } finally {
    await bob.close();
    await full.page.context().close();
    await keeps.page.context().close();
  }
}

/** No room from the first; then room again. And no room from the middle of a game on. */
async function full(): Promise<void> {
  const [one, two] = [await make(), await make()];
  const { page, troubles } = await openPage(fixture, desk, quick);
  try {
    await page.goto(`${server.address}/#/rules`);
    await fill(page);
    await page.goto(`${server.address}/t/${one.table}`);
    await page.getByText("This browser would not keep your seat.").waitFor();
    await sits(page);
    await hand(page);
    assert.match(await strip(page).innerText(), /Your seat is not kept \(the storage of this browser is full\)/);
    await page.reload();
    await hand(page);
    assert.deepEqual(await heldIn(page), []);
    await empty(page);
    await page.goto(`${server.address}/#/settings`);
    await page.getByRole("radio", { name: "dark" }).check(); // whatever is kept next takes the seat along
    assert.deepEqual(await heldIn(page), [one.table]);
    await page.goto(`${server.address}/#/t/${one.table}`);
    await hand(page);
    assert.equal(await strip(page).count(), 0);

    // In the middle of that game: the seat is kept already; the next one cannot be, and neither is lost.
    await fill(page);
    await page.goto(`${server.address}/t/${two.table}`);
    await sits(page);
    await hand(page);
    await strip(page).waitFor();
    await page.goto(`${server.address}/#/mine`);
    await page.locator(`a[href="#/t/${one.table}"]`).first().waitFor();
    await page.locator(`a[href="#/t/${two.table}"]`).first().click();
    await hand(page);
    await page.goto(`${server.address}/#/t/${one.table}`);
    await hand(page);
    await page.reload();
    await hand(page);
    assert.deepEqual(troubles, []);
    console.log("Storage full: from the first, with room again, in the middle: no seat is lost, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

/** Room is short, and of games that are over there are seats: the oldest of these goes, and no other. */
async function short(): Promise<void> {
  const [over, running, next] = [await make(), await make(), await make()];
  const { page, troubles } = await openPage(fixture, desk, quick);
  try {
    for (const { table } of [over, running]) {
      await page.goto(`${server.address}/t/${table}`);
      await sits(page);
      await hand(page);
    }
    await post(`/api/tables/${over.table}/leave`, {}, over.token);
    // The page has not seen its end: it looks for it when room is short.
    await page.goto(`${server.address}/t/${next.table}`);
    await page.getByRole("button", { name: "Sit here, at Seat 2" }).waitFor();
    const seats = await heldIn(page);
    assert.deepEqual(seats, [over.table, running.table]);
    await page.evaluate((over) => {
      const token = (JSON.parse(localStorage.getItem("billions.seats") ?? "{}") as Record<string, string>)[over] ?? "";
      return fetch(`/api/tables/${over}/leave`, { method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` }, body: "{}" });
    }, over.table);
    await fill(page, 20);
    await sits(page);
    await hand(page);
    const held = await heldIn(page);
    assert.ok(held.includes(running.table), `a seat of a game that goes on was dropped: ${held.join()}`);
    assert.ok(!held.includes(over.table), "the seat of the game that is over has made room");
    assert.deepEqual(troubles, []);
    console.log("Room is short: the seat of a game that is over makes room, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

/** Another tab clears everything while one plays. */
async function cleared(): Promise<void> {
  const made = await make();
  const { page, troubles } = await openPage(fixture, desk, quick);
  const other = await page.context().newPage();
  watchTroubles(fixture, other, troubles);
  try {
    await page.goto(`${server.address}/t/${made.table}`);
    await sits(page);
    await hand(page);
    await other.goto(`${server.address}/#/rules`);
    await other.evaluate(() => localStorage.clear());
    await page.waitForFunction((table) => (localStorage.getItem("billions.seats") ?? "").includes(table), made.table);
    await page.reload();
    await hand(page);
    assert.equal(await strip(page).count(), 0);
    assert.deepEqual(troubles, []);
    console.log("Cleared in another tab: the seat is written again, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

/** What was said as the line failed, or an auto-answer: sent after a page that failed to load, and by a table that was left within the page. */
async function said(): Promise<void> {
  const { table } = await post<Made>("/api/tables", { game: "one-billion-users", seats: 2 });
  const line = await openLine(Number(new URL(server.address).port));
  const bob = await forbidding();
  const field = bob.page.getByRole("textbox", { name: "Chat" });
  const unfold = async (): Promise<void> => {
    if (!(await field.isVisible())) {
      await bob.page.getByRole("button", { name: /^Log\b/ }).click();
    }
  };
  const say = async (words: string): Promise<void> => {
    await unfold();
    await field.fill(words);
    await bob.page.getByRole("button", { name: "Say", exact: true }).click();
  };
  const heard = async (): Promise<string[]> => bob.page.locator(".log p").filter({ hasText: "Tunnel" }).allTextContents();
  try {
    await bob.page.goto(`${line.address}/t/${table}`);
    await bob.page.getByRole("button", { name: "Sit here, at Seat 1" }).click();
    await bob.page.getByText("Give up your seat").waitFor();
    await post<Made>(`/api/tables/${table}/join`, { name: "Ann" });
    await hand(bob.page);
    line.cut();
    await say("Tunnel");
    await bob.page.waitForFunction(() => location.hash.includes("&said="));
    const address = bob.page.url();
    await bob.page.goto("about:blank");
    await bob.page.evaluate(() => void (window.name = "")); // as browsers do with an error page
    line.mend();
    await bob.page.goto(address);
    await bob.page.waitForFunction(() => !location.hash.includes("&said="));
    await unfold();
    assert.equal((await heard()).length, 1, "said once, after all");
    assert.equal(await bob.page.locator(".chat input").inputValue(), "");

    line.cut();
    await bob.page.getByRole("button", { name: "Auto-answers" }).click();
    const given = bob.page.getByRole("dialog").getByRole("switch", { name: /^Claim every Milestone/ });
    await given.click();
    await bob.page.waitForFunction(() => location.hash.includes("&orders="));
    const ordering = bob.page.url();
    await bob.page.goto("about:blank");
    await bob.page.evaluate(() => void (window.name = ""));
    line.mend();
    await bob.page.goto(ordering);
    await bob.page.waitForFunction(() => location.hash.includes("seat=") && !location.hash.includes("&orders="));
    await bob.page.getByRole("button", { name: "Auto-answers" }).click();
    await given.and(bob.page.locator(":checked:not(:disabled)")).waitFor();
    await bob.page.keyboard.press("Escape");
    line.cut();
    await say("Tunnel once more");
    await within(bob.page, "new");
    await bob.page.getByText("What you said is not sent yet.").waitFor();
    line.mend();
    await bob.page.getByText("What you said is not sent yet.").waitFor({ state: "detached" });
    await bob.page.getByText("Your game goes on: back to it").click();
    await hand(bob.page);
    await unfold();
    assert.equal((await heard()).length, 2, "said by the table that was left");
    assert.equal(await bob.page.locator(".chat input").inputValue(), "");
    console.log("Said as the line failed: not lost, fine");
  } catch (why) {
    throw await withTroubles([bob], why);
  } finally {
    await bob.close();
    line.close();
  }
}

/** A seat says by the protocol what it launches with; that is kept until all have chosen. */
async function launch(browser: BrowserContext, table: string, token: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${server.address}/api/tables`);
  await page.evaluate(
    ([table, token]) =>
      new Promise<void>((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/ws/${table}`);
        socket.onerror = () => fail(new Error("the socket failed"));
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 1, table, token }));
        socket.onmessage = ({ data }) => {
          const { type, asked } = JSON.parse(String(data)) as { type: string; asked?: { decision: number; you?: { moves: string[] } } };
          if (asked?.you) {
            socket.send(JSON.stringify({ type: "move", id: 1, decision: asked.decision, move: asked.you.moves[0] }));
          }
          if (type === "held") {
            done();
          }
        };
      }),
    [table, token],
  );
  await page.close();
}

/** The page is loaded again while a move is on its way, where nothing is kept: it is made once, and that it has arrived is told. */
async function onItsWay(): Promise<void> {
  const { table } = await post<Made>("/api/tables", { game: "one-billion-users", seats: 2 });
  const line = await openLine(Number(new URL(server.address).port));
  const bob = await forbidding();
  const entries = async (): Promise<number> => ((await (await fetch(`${server.address}/api/tables/${table}`)).json()) as { number: number }).number;
  try {
    await bob.page.goto(`${line.address}/t/${table}`);
    await bob.page.getByRole("button", { name: "Sit here, at Seat 1" }).click();
    await bob.page.getByText("Give up your seat").waitFor();
    const ann = await post<Made>(`/api/tables/${table}/join`, { name: "Ann" });
    await bob.page.locator(".hand .slot[draggable=true]").first().waitFor();
    await launch(bob.page.context(), table, ann.token); // and then moves no more: both launches are entries as soon as he has chosen
    const before = await entries();
    line.cut();
    for (let turn = 0; !bob.page.url().includes("&sent="); turn++) {
      assert.ok(turn < 50, "no move can be made");
      await tryStep(bob.page, "one-billion-users", turn);
    }
    const address = bob.page.url();
    await bob.page.getByText(/^(Your move is on its way|Sent, not confirmed|Not sent yet)/).first().waitFor();
    line.mend();
    await bob.page.reload();
    await hand(bob.page);
    await bob.page.waitForFunction(() => !location.hash.includes("&sent="));
    const after = await entries();
    assert.ok(after > before, "a move that was on its way is made");
    assert.equal(after, before + 2, "a move that was on its way is made once");
    assert.equal(await strip(bob.page).count(), 0, "who came by the link of the seat is told of it again");
    // By the address of that moment, as after a page that failed to load: it is not made twice.
    await bob.page.goto("about:blank");
    await bob.page.goto(address);
    await bob.page.getByText(/^Your move has arrived: /).waitFor();
    assert.equal(await entries(), after);
    // Left and come back to within the page while a move waits: what is shown there is not that of before.
    await post(`/api/tables/${table}/leave`, {}, ann.token);
    await bob.page.locator(".hand .slot[draggable=true]").first().waitFor();
    await bob.page.reload();
    await bob.page.locator(".hand .slot[draggable=true]").first().waitFor();
    line.cut();
    for (let turn = 0; !bob.page.url().includes("&sent="); turn++) {
      await tryStep(bob.page, "one-billion-users", turn);
    }
    await within(bob.page, "new");
    await bob.page.getByText("Your game goes on: back to it").click();
    await hand(bob.page);
    // And once more, where that page then fails to load: what its tab knew is lost, what the entry of its history keeps is not.
    await within(bob.page, "new");
    await bob.page.getByText("Your game goes on: back to it").waitFor();
    await bob.page.context().route(`${line.address}/**`, (request) => request.abort());
    await bob.page.reload().catch(() => undefined);
    await bob.page.context().unroute(`${line.address}/**`);
    line.mend();
    await bob.page.reload();
    await bob.page.getByText("Your game goes on: back to it").click();
    await bob.page.waitForFunction(() => !location.hash.includes("&sent="));
    await bob.page.locator(".hand .slot[draggable=true]").first().waitFor();
    assert.deepEqual(bob.troubles.filter((one) => !/ERR_|Failed to load|WebSocket|^foreign request/.test(one)), []); // the line has another address
    console.log("Loaded again with a move on its way: it is made once, fine");
  } catch (why) {
    throw await withTroubles([bob], why);
  } finally {
    await bob.close();
    line.close();
  }
}

/** What is pressed as one, and is two moves (6 Billion: keep all, and take that open card), goes on where the page is loaded again after the first or before. */
async function twoAtOnce(): Promise<void> {
  const { table } = await post<Made>("/api/tables", { game: "six-billion", seats: 2, bots: [null, "greedy"] });
  const line = await openLine(Number(new URL(server.address).port));
  const bob = await forbidding();
  const ask = bob.page.locator(".ask").filter({ hasText: "You may discard one card" });
  const drawn = ask.locator(".buttons .face").first();
  try {
    await bob.page.goto(`${line.address}/t/${table}`);
    await bob.page.getByRole("button", { name: "Sit here, at Seat 1" }).click();
    await hand(bob.page);
    await bob.page.setViewportSize({ width: 412, height: 915 });
    const until = Date.now() + PATIENCE;
    for (let turn = 0; (await drawn.count()) === 0; turn++) {
      assert.ok(Date.now() < until, "it does not come to that");
      const ends = (await ask.count()) > 0 && (await drawn.waitFor({ timeout: 10_000 }).then(() => true, () => false)); // what may be drawn is known a moment later
      if (!ends) {
        await tryStep(bob.page, "six-billion", turn);
      }
    }
    const held = await bob.page.locator(".hand .slot").count();
    line.cut();
    await drawn.click();
    await bob.page.waitForFunction(() => location.hash.includes("&sent="));
    line.mend();
    await bob.page.reload();
    await bob.page.locator(".hand .slot").nth(held).waitFor(); // the card that was drawn
    await bob.page.waitForFunction(() => !location.hash.includes("&sent="));
    console.log("Loaded again with two moves at once on their way: both are made, fine");
  } catch (why) {
    throw await withTroubles([bob], why);
  } finally {
    await bob.close();
    line.close();
  }
}

/** Two hundred seats of games that go on, as the version before kept them, and one more. */
async function many(): Promise<void> {
  const seats: Made[] = [];
  for (let i = 0; i < 200; i++) {
    seats.push(await make());
  }
  const next = await make();
  const { page, troubles } = await openPage(fixture, desk, quick);
  try {
    await page.goto(`${server.address}/#/rules`);
    await page.evaluate((all) => localStorage.setItem("billions.seats", all), JSON.stringify(Object.fromEntries(seats.map(({ table, token }) => [table, token]))));
    await page.goto(`${server.address}/t/${next.table}`);
    await sits(page);
    await hand(page);
    assert.equal((await heldIn(page)).length, 201);
    await page.goto(`${server.address}/#/mine`);
    await page.locator(`a[href="#/t/${seats[0]?.table}"]`).first().waitFor();
    assert.equal(await page.locator('a[href^="#/t/"]').count(), 201, "each is listed, although the server says to slow down");
    await page.goto(`${server.address}/#/t/${seats[0]?.table}`);
    await page.getByText("Give up your seat").waitFor();
    assert.deepEqual(troubles.filter((one) => !/status of 429/.test(one)), []);
    console.log("Two hundred seats: none is dropped, fine");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  await page.context().close();
}

try {
  for (const part of [forbidden, onItsWay, twoAtOnce, said, link, full, short, cleared, many]) {
    if (part.name.includes(only)) {
      await part();
    }
  }
} finally {
  await fixture.browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
