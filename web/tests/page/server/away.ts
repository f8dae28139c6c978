// Who is away from a game at a server, or leaves it: a bot plays for whoever was too slow or has closed the page, that stands above the
// table until one plays again, and the seat comes back to who has the page in sight; the others read who is not there and what comes of it; a game is
// left for good after a question, the others play on, and the last one to leave ends it. And what one says while the others look
// elsewhere: a bubble beside the seat, and a mark at the button of a folded log. Whoever is signed in and opens the seat on another device
// can take it back here. An answer without a connection is kept, also while one looks at another page; who is asked below a menu or the log
// reads it there; and that nobody answers moves nothing that a thumb is on.
//
//     vite-node tests/page/server/away.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { PATIENCE, tryStep } from "../tools/player";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const server = await serve(program, folder, 0, { "--goodbye": "1", "--silence": "3" });
const fixture: Fixture = { address: server.address, browser: await openBrowser(), close: async () => undefined };
const calm = { pace: 0, motion: "none" };
const seen = { width: 1280, height: 800, calm: true };
const telephone = { width: 390, height: 844, calm: true, touch: true };

/** A table of two persons and a bot; its letters. */
async function make(more: Record<string, unknown>): Promise<string> {
  const about = { game: "one-billion-users", seats: 3, bots: [null, null, "easy:person=mara"], absent: { bot: "easy" }, ...more };
  const response = await fetch(`${fixture.address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(about) });
  return ((await response.json()) as { table: string }).table;
}
async function sit(page: Page, table: string, seat: number): Promise<void> {
  await page.goto(`${fixture.address}/t/${table}`);
  await page.getByRole("button", { name: `Sit here, at Seat ${seat}` }).click();
}
async function stateOf(table: string): Promise<string> {
  return ((await (await fetch(`${fixture.address}/api/tables/${table}`)).json()) as { state: string }).state;
}
async function askedAt(table: string): Promise<number[]> {
  return ((await (await fetch(`${fixture.address}/api/tables/${table}`)).json()) as { asked: number[] }).asked;
}
/** Answers what one is asked until `done`; the others' bots do the rest. */
async function play(page: Page, done: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (let turn = 0; !(await done()); ) {
    turn += Number((await tryStep(page, "one-billion-users", turn)) === "acted");
    assert.ok(Date.now() < until, `it does not come to that: ${await page.locator("main").first().innerText()}`);
    await page.waitForTimeout(30);
  }
}
const log = (page: Page) => page.getByRole("region", { name: "What happened" });
const notice = (page: Page) => page.getByRole("status", { name: "Played for you" });
/** As a busy machine has it: the bot may have played before the page has the seat back. */
const SLOW = /^(Time ran out at \d\d:\d\d: .+\.|Time ran out; [A-Z]\w+ played for you from \d\d:\d\d on: .+\.)/;

async function tooSlow(): Promise<void> {
  // Time enough to take the seat back and to read what was played, on a busy machine as well.
  const table = await make({ pace: { kind: "live", move: 25, bank: 1, window: 25 } });
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, telephone, { ...calm, name: "Ben" });
  try {
    await sit(ann.page, table, 1);
    await sit(ben.page, table, 2);
    // Neither does anything: the clock runs out, and a bot that has a name plays on, but not for long: both have the page in sight.
    await notice(ben.page).getByText(SLOW).waitFor();
    await log(ann.page).getByText(/^[A-Z]\w+ plays for you from now on\.$/).waitFor();
    assert.ok((await notice(ben.page).boundingBox())!.width <= 390, "the notice is wider than a telephone");
    await notice(ann.page).getByText(SLOW).waitFor();
    await log(ann.page).getByText("The seat is yours again.").waitFor();
    // It stands until one plays again.
    await play(ann.page, async () => (await notice(ann.page).count()) === 0);
    assert.deepEqual([...ann.troubles, ...ben.troubles], []);
  } catch (why) {
    throw await withTroubles([ann, ben], why);
  } finally {
    await ann.page.context().close();
    await ben.page.context().close();
  }
}

/** The clock of what one is asked is beside it on a telephone, in both games, and counts on as the most that can be left while the line is in doubt. Right after a reload
 *  on such a line the page says that it is on its way to one's seat. */
async function clockBesideTheQuestion(game: string): Promise<void> {
  const table = await make({ game, bots: [null, "greedy", "greedy"], pace: { kind: "live", move: 100, bank: 1, window: 100 } });
  const ann = await openPage(fixture, { width: 412, height: 869, calm: true, touch: true }, { ...calm, name: "Ann" });
  const clock = ann.page.getByRole("group", { name: "What is asked" }).locator(".clock");
  try {
    await sit(ann.page, table, 1);
    await clock.getByText(/\d:\d\d/).waitFor();
    const { y, height } = (await clock.boundingBox())!;
    assert.ok(y > 0 && y + height < 869, `the clock is out of sight, at ${y}`);
    await ann.page.context().setOffline(true);
    await clock.and(ann.page.locator(".uncertain")).getByText("≤").waitFor();
    const most = await clock.innerText();
    await ann.page.waitForFunction((before) => document.querySelector<HTMLElement>(".ask .clock")?.innerText !== before, most);
    await ann.page.context().setOffline(false);
    await clock.and(ann.page.locator(":not(.uncertain)")).waitFor();
    assert.deepEqual(ann.troubles.filter((said) => !said.includes("ERR_INTERNET_DISCONNECTED")), []);

    // What comes in a blink is not announced before.
    await ann.page.addInitScript(() => {
      const said = /Taking you back|One moment/;
      new MutationObserver(() => (said.test(document.querySelector("main.column")?.textContent ?? "") ? Object.assign(window, { announced: ("announced" in window ? window.announced : performance.now()) as number }) : undefined)).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await ann.page.reload();
    await ann.page.locator(".hand .slot").first().waitFor();
    const announced = await ann.page.evaluate(() => ("announced" in window ? Number(window.announced) : null));
    assert.ok(announced === null || announced > 700, "a seat that is there at once is announced before");

    // The server is heard of, and no table comes.
    await ann.page.routeWebSocket(/.*/, () => undefined);
    await ann.page.reload();
    await ann.page.getByRole("status").getByText("Taking you back to your seat…").waitFor();
    assert.equal(await ann.page.getByText("The game is under way.").count(), 0, "the page looks as if one had no seat");
  } catch (why) {
    throw await withTroubles([ann], why);
  } finally {
    await ann.page.context().close();
  }
}

/** What was played for one is not taken back by one tap. */
async function undoAsks(): Promise<void> {
  const table = await make({ bots: [null, "greedy", "greedy"], pace: { kind: "live", move: 20, bank: 1, window: 20 } });
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const asks = ann.page.getByRole("dialog", { name: "Undo" });
  const undo = ann.page.getByTitle("Take your last move back (u)");
  try {
    await sit(ann.page, table, 1);
    await notice(ann.page).getByText(SLOW).waitFor();
    await undo.click();
    await asks.getByText(/^Take back the (move|\d+ moves) that ([A-Z]\w+|the clock) made for you, and all since then\? What your clock has lost of its reserve is not given back\.$/).waitFor();
    await asks.getByRole("button", { name: /^Leave (it|them)$/ }).click();
    await asks.waitFor({ state: "detached" });
    assert.equal(await log(ann.page).getByText("taken back").count(), 0, "what was to be left was taken back");
    await undo.click();
    await asks.getByRole("button", { name: /^Take (it|them) back$/ }).click();
    await log(ann.page).getByText(/^(1 move|\d+ moves) made for you (was|were) taken back\.$/).waitFor();
    await notice(ann.page).waitFor({ state: "detached" });
    // She is asked no more when it cannot be done any more: here she moves herself, in another tab.
    await notice(ann.page).getByText(SLOW).waitFor();
    await undo.click();
    await asks.waitFor();
    const tab = await ann.page.context().newPage();
    await tab.goto(`${fixture.address}/#/t/${table}`);
    await play(tab, async () => (await asks.count()) === 0);
    await ann.page.getByText("What was made for you cannot be taken back any more: you have moved since").first().waitFor();
    assert.deepEqual(ann.troubles, []);
  } catch (why) {
    throw await withTroubles([ann], why);
  } finally {
    await ann.page.context().close();
  }
}

async function awayAndBack(): Promise<void> {
  const table = await make({});
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, telephone, { ...calm, name: "Ben" });
  try {
    await sit(ann.page, table, 1);
    await sit(ben.page, table, 2);
    await ben.page.locator(".hand .slot").first().waitFor();
    // Ben closes his page. Ann reads what comes of it, and then who plays in his place; nothing stops.
    await ben.page.goto(`${fixture.address}/#/`);
    await play(ann.page, async () => (await log(ann.page).getByText(/^[A-Z]\w+ plays for Ben from now on\.$/).count()) > 0);
    await ann.page.getByTitle(/^Ben is away; [A-Z]\w+ plays\.$/).first().waitFor();
    // A big screen says of his row who plays there.
    const screen = await openPage(fixture, seen, calm);
    await screen.page.goto(`${fixture.address}/#/screen/${table}`);
    await screen.page.getByRole("region", { name: "Standings" }).getByText(/^[A-Z]\w+ plays$/).waitFor();
    assert.deepEqual(screen.troubles, []);
    await screen.page.context().close();
    let moves = 0;
    await play(ann.page, async () => ++moves > 60);
    await ben.page.goto(`${fixture.address}/#/t/${table}`);
    await notice(ben.page).getByText(/^While you were away, [A-Z]\w+ played for you from .* on: .+, .+ and \d+ more\. The seat is yours again\.$/).waitFor();
    await log(ann.page).getByText("Ben is back and plays again.").waitFor();
    await notice(ben.page).getByRole("button", { name: "I see" }).click();
    await notice(ben.page).waitFor({ state: "detached" });

    // What Ann says is seen beside her place at once, and marked at the button behind which Ben's log lies.
    await ann.page.getByRole("textbox", { name: "Chat" }).fill("Here you are again!");
    await ann.page.getByRole("button", { name: "Say", exact: true }).click();
    await ben.page.locator(".bubble.words", { hasText: "Here you are again!" }).filter({ hasText: "Ann" }).waitFor();
    const opens = ben.page.getByRole("button", { name: /^Log/ });
    await opens.getByLabel("1 new message").waitFor();
    await opens.click();
    await log(ben.page).getByText("Ann: Here you are again!").waitFor();
    assert.equal(await opens.getByLabel("1 new message").count(), 0, "what was read is still marked as new");
    assert.equal(await ann.page.locator(".unread").count(), 0, "what one says oneself is no news");
    await ben.page.keyboard.press("Escape");

    // Ann leaves for good, after a second thought.
    await ann.page.getByRole("button", { name: "Settings of this table" }).click();
    await ann.page.getByRole("button", { name: "Leave the game" }).click();
    await ann.page.getByRole("dialog").getByText("Ben plays on, and is told that you have left.").waitFor();
    await ann.page.getByRole("button", { name: "Stay" }).click();
    await ann.page.getByRole("dialog").waitFor({ state: "detached" });
    await ann.page.getByRole("button", { name: "Settings of this table" }).click();
    await ann.page.getByRole("button", { name: "Leave the game" }).click();
    await ann.page.getByRole("dialog", { name: "Leave this game?" }).getByRole("button", { name: "Leave the game" }).click();
    await ann.page.waitForURL(`${fixture.address}/#/mine`);
    // That stands above Ben's table until he has read it, and Ann's seat keeps her name.
    const parted = ben.page.getByRole("status", { name: "Who has left" });
    await parted.getByText(/Ann has left the game\. [A-Z]\w+ plays that seat to the end\./).waitFor();
    await parted.getByRole("button", { name: "I see" }).click();
    await parted.waitFor({ state: "detached" });
    assert.match(await ben.page.locator('.rivals [data-anchor="seat-1"], .strip [data-anchor="seat-1"]').first().innerText(), /Ann/, "the seat is still hers by name");
    await opens.click();
    await log(ben.page).getByText("Ann leaves the table.").waitFor();
    await log(ben.page).getByText(/^[A-Z]\w+ plays on for Ann\.$/).waitFor();
    await ben.page.keyboard.press("Escape");
    // There is no way back to the seat, but her list has the game, and one may look on.
    await ann.page.getByRole("link", { name: /you left; watch it/ }).getByText(/Ann \(left; [A-Z]\w+ plays\)/).waitFor();
    await ann.page.getByRole("link", { name: /you left; watch it/ }).click();
    await ann.page.getByRole("button", { name: "Watch" }).waitFor();

    // The last person ends it.
    await ben.page.getByRole("button", { name: "More", exact: true }).click();
    await ben.page.getByRole("button", { name: "Leave the game" }).click();
    const question = ben.page.getByRole("dialog", { name: "Leave this game?" });
    await question.getByText("the game ends at once").waitFor();
    await question.getByRole("button", { name: "Leave the game" }).click();
    await ben.page.waitForURL(`${fixture.address}/#/`);
    assert.equal(await stateOf(table), "closed");
    assert.deepEqual([...ann.troubles, ...ben.troubles], []);
  } catch (why) {
    throw await withTroubles([ann, ben], why);
  } finally {
    await ann.page.context().close();
    await ben.page.context().close();
  }
}

/** The page of somebody who is signed in at the server. */
async function signedIn(look: typeof telephone | typeof seen, person: object): Promise<{ page: Page; troubles: string[] }> {
  const opened = await openPage(fixture, look, { ...calm, name: "Ann" });
  await opened.page.addInitScript((kept) => localStorage.setItem("billions.person", kept), JSON.stringify(person));
  return opened;
}
const moved = (page: Page) => page.getByRole("alert", { name: "Your seat" });
const mineToo = (page: Page) => page.getByRole("link", { name: /^One Billion Users/ });

async function onTwoDevices(): Promise<void> {
  const body = JSON.stringify({ name: "Ann", passphrase: "seven white horses" });
  const made = await fetch(`${fixture.address}/api/people`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const person = { name: "Ann", session: ((await made.json()) as { session: string }).session };
  const wide = await signedIn(seen, person);
  const phone = await signedIn(telephone, person);
  const ben = await openPage(fixture, telephone, { ...calm, name: "Ben" });
  const again = (page: Page) => moved(page).getByRole("button", { name: "Play here again" }).click();
  try {
    // Before the game begins: the other device takes the seat, and it is taken back.
    const table = await make({});
    await sit(wide.page, table, 1);
    await wide.page.getByRole("button", { name: "Give up your seat" }).waitFor();
    await phone.page.goto(`${fixture.address}/#/mine`);
    await mineToo(phone.page).click();
    await phone.page.getByRole("button", { name: "Give up your seat" }).waitFor();
    await moved(wide.page).getByText("You play on another device now. The seat is still yours.").waitFor();
    await again(wide.page);
    await wide.page.getByRole("button", { name: "Give up your seat" }).waitFor();
    assert.equal(await moved(wide.page).count(), 0, "the notice stays after the seat was taken back");
    await moved(phone.page).getByText("You play on another device now.").waitFor();

    // While it runs: whoever has the seat plays, wherever that is.
    await sit(ben.page, table, 2);
    await wide.page.locator(".hand .slot").first().waitFor();
    await phone.page.goto(`${fixture.address}/#/`);
    await phone.page.goto(`${fixture.address}/#/mine`);
    await mineToo(phone.page).click();
    await phone.page.locator(".hand .slot").first().waitFor();
    await moved(wide.page).getByText("You play on another device now. The seat is still yours.").waitFor();
    await again(wide.page);
    await moved(phone.page).getByText("You play on another device now.").waitFor();
    assert.ok((await moved(phone.page).boundingBox())!.width <= 390, "the notice is wider than a telephone");
    await moved(wide.page).waitFor({ state: "detached" });
    await play(wide.page, async () => !(await askedAt(table)).includes(1));
    // One may look on without the seat, which the other device keeps.
    await moved(phone.page).getByRole("button", { name: "Watch" }).click();
    await moved(phone.page).waitFor({ state: "detached" });
    assert.equal(await moved(wide.page).count(), 0);
    assert.deepEqual([...wide.troubles, ...phone.troubles, ...ben.troubles], []);
  } catch (why) {
    throw await withTroubles([wide, phone, ben], why);
  } finally {
    await Promise.all([wide, phone, ben].map(({ page }) => page.context().close()));
  }
}

/** An answer that is given without a connection: it is said that it is kept, and it counts when the connection is back. */
async function withoutConnection(): Promise<void> {
  const table = await make({ bots: [null, "greedy", "greedy"], absent: undefined });
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const kept = ann.page.getByText(/^Not sent yet: .+\. It is sent when the server answers, if you are still asked\.$/);
  const chosen = log(ann.page).getByText(/^You (launch|choose)/);
  try {
    await sit(ann.page, table, 1);
    await ann.page.locator(".hand .slot").first().waitFor();
    await ann.page.context().setOffline(true);
    await play(ann.page, async () => (await kept.count()) > 0);
    assert.equal(await ann.page.getByText("Take a card: what it can do lights up.").count(), 0, "what cannot be done is still offered");

    // Elsewhere in the page it waits on, and is there again; it goes off although its table is not shown.
    const strip = ann.page.getByRole("link", { name: "Your game goes on" });
    await ann.page.evaluate(() => (location.hash = "#/new"));
    await strip.getByText(/^Not sent yet: .+\. It is sent when the server answers/).waitFor();
    await ann.page.goBack();
    await kept.waitFor();
    await ann.page.goForward();
    await strip.getByText(/^Not sent yet/).waitFor();
    await ann.page.context().setOffline(false);
    await strip.getByText(/^Your move has arrived: .+\.$/).waitFor();
    await strip.click();
    await ann.page.locator(".hand .slot").first().waitFor();
    assert.equal(await kept.count(), 0);
    await chosen.first().waitFor({ state: "attached" });
    assert.equal(await chosen.count(), 1, "it was made twice");
    assert.deepEqual(ann.troubles.filter((said) => !said.includes("ERR_INTERNET_DISCONNECTED")), []);
  } catch (why) {
    throw await withTroubles([ann], why);
  } finally {
    await ann.page.context().close();
  }
}

/** Where everything stands that can be pressed in that place. */
const boxes = (page: Page, place: string): Promise<string[]> =>
  page.locator(`${place} :is(button, a)`).evaluateAll((all) => all.map((one) => `${one.textContent} at ${Object.values(one.getBoundingClientRect().toJSON() as object).join()}`));

/** What lies over the table of a telephone says that one is asked; that nobody answers moves nothing in it, nor in the text view. */
async function overTheTable(): Promise<void> {
  const table = await make({ bots: [null, null, "greedy"], pace: { kind: "live", move: 300, bank: 60, window: 300 } });
  const ann = await openPage(fixture, telephone, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, seen, { ...calm, name: "Ben" });
  const { page } = ann;
  const asked = (seat: number) => async (): Promise<boolean> => (await askedAt(table)).includes(seat);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  try {
    await sit(page, table, 1);
    await sit(ben.page, table, 2);
    await page.locator(".hand .slot").first().waitFor();
    for (const [over, waits] of [["More", /Your answer is kept/], ["Log", /Waiting for\s+Ben/]] as const) {
      // Between two of one's own questions nobody is asked for a moment.
      await play(page, async () => !(await asked(1)()) && (await asked(2)()));
      await page.getByText(waits).first().waitFor(); // at the launch all choose at once
      const close = (over === "Log" ? page.getByRole("complementary", { name: "Log" }) : page.getByRole("dialog")).getByRole("button", { name: "Close", exact: true });
      await button(over).click();
      await close.waitFor();
      assert.equal(await button("Go to it").count(), 0, "one is asked nothing yet");
      await play(ben.page, asked(1));
      await page.locator("[data-voice=urgent]").getByText(/You are asked|Your turn/).first().waitFor({ state: "attached" });
      await button("Go to it").click();
      await close.waitFor({ state: "hidden" });
      await page.waitForFunction(() => document.activeElement?.matches(".ask"));
    }
    const steady = async (what: string, place: string): Promise<void> => {
      const before = await boxes(page, place);
      assert.ok(before.length > 5, what);
      await page.context().setOffline(true);
      await page.locator("[data-line=uncertain]").filter({ visible: true }).first().waitFor();
      assert.deepEqual(await boxes(page, place), before, `${what} moves`);
      await page.context().setOffline(false);
      await page.locator("[data-line]").first().waitFor({ state: "detached" });
    };
    await button("More").click();
    await button("The table in words").waitFor();
    await steady("the menu", "dialog");
    await button("The table in words").click();
    await page.locator(".ask .button").first().waitFor();
    await steady("the text view", ".game");
    assert.deepEqual(ben.troubles, []);
  } catch (why) {
    throw await withTroubles([ann, ben], why);
  } finally {
    await page.context().close();
    await ben.page.context().close();
  }
}

try {
  await overTheTable();
  console.log("ok  what lies over the table says that one is asked, and stays where it is");
  for (const game of ["six-billion", "one-billion-users"]) {
    await clockBesideTheQuestion(game);
  }
  console.log("ok  the clock is beside what is asked, certain or not, and the way back to one's seat is told");
  await undoAsks();
  console.log("ok  what was played for somebody is taken back after a question");
  await withoutConnection();
  console.log("ok  an answer without a connection is kept");
  await tooSlow();
  console.log("ok  who was too slow takes the seat back");
  await awayAndBack();
  console.log("ok  away and back, said and seen, left for good");
  await onTwoDevices();
  console.log("ok  the seat of one who is signed in goes from device to device and comes back");
} finally {
  await fixture.browser.close();
  server.process.kill();
  rmSync(folder, { recursive: true, force: true });
}
