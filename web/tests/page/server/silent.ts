// A network that falls silent without a word, as a telephone's does between two cells: the page says so within 10 s, its clocks count on
// as the most that can be left, what is pressed meanwhile is said to be not sent, and is sent once or not at all; when the line is well the page is back
// within 5 s and tells what it has missed. It plays over a line on which every connection takes 6 s. The strip that says so is seen over the log and over dialogs, and covers nothing that a hint offers. A move that is slow is said to be on its way,
// also to who takes a card meanwhile. What was decided in one's place is taken back, if all agree.
// A part of the page that did not come is there when the line is well.
//
//     vite-node tests/page/server/silent.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { openLine, type Line } from "../tools/line";
import { PATIENCE, tryStep, type Game } from "../tools/player";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const server = await serve(program, folder);
const fixture: Fixture = { address: server.address, browser: await openBrowser(), close: async () => undefined };
const calm = { pace: 0, motion: "none" };
const telephone = { width: 390, height: 844, calm: true, touch: true };
const wide = { width: 1280, height: 800, calm: true };
/** What a busy machine may take on top of what is promised. */
const SLACK = 5_000;

interface Facts {
  asked: number[];
  number: number;
}
async function factsOf(table: string): Promise<Facts> {
  return (await (await fetch(`${fixture.address}/api/tables/${table}`)).json()) as Facts;
}
async function make(pace: object, game: Game = "one-billion-users"): Promise<string> {
  const about = { game, seats: 2, pace: { kind: "live", ...pace }, options: {} };
  const response = await fetch(`${fixture.address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(about) });
  return ((await response.json()) as { table: string }).table;
}
async function sit(page: Page, address: string, table: string, seat: number): Promise<void> {
  await page.goto(`${address}/t/${table}`);
  await page.getByRole("button", { name: `Sit here, at Seat ${seat}` }).click();
}
/** Presses what is lit on those pages, until it has come to that. */
async function play(pages: Page[], done: () => Promise<boolean>, game: Game = "one-billion-users"): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (let turn = 0; !(await done()); turn++) {
    for (const page of pages) {
      await tryStep(page, game, turn);
    }
    assert.ok(Date.now() < until, "it does not come to that");
    await pages[0]?.waitForTimeout(50);
  }
}
/** Entries of a table of two until both have launched, which they are asked at once. */
const LAUNCHED = 4;
const asks = (table: string, seat: number) => async (): Promise<boolean> => {
  const { asked, number } = await factsOf(table);
  return asked.length === 1 && asked[0] === seat && number > LAUNCHED;
};
const uncertain = (place: Page | Locator) => place.locator("[data-line=uncertain]");
const returned = (page: Page) => page.locator("[data-line=returned]");
const unsent = (page: Page) => page.locator(".ask .prompt").getByText(/^Not sent yet: .+\. It is sent when the server answers, if you are still asked\.$/);
const log = (page: Page) => page.getByRole("region", { name: "What happened" });
const figures: string[] = [];

/** How long it takes until that is so; at most so long, and what a busy machine takes. */
async function within(what: string, most: number, thing: ReturnType<typeof uncertain>): Promise<void> {
  const began = Date.now();
  await thing.first().waitFor();
  const took = Date.now() - began;
  figures.push(`${what} after ${(took / 1000).toFixed(1)} s`);
  assert.ok(took < most + SLACK, `${what}: after ${took} ms`);
}

/** That the server does not answer is seen on a telephone over the log, and over a dialog: nothing lies upon it. */
async function seenOverAll(page: Page): Promise<void> {
  const seen = async (over: string): Promise<void> => {
    const strip = uncertain(page).filter({ visible: true }).first();
    await strip.waitFor();
    const top = await strip.evaluate((line) => {
      const { left, top: above, width, height } = line.getBoundingClientRect();
      (line as HTMLElement).style.pointerEvents = "auto"; // it lets taps through, so that no point of it is its own
      const seen = document.elementFromPoint(left + width / 2, above + height / 2)?.closest("[data-line=uncertain]") === line;
      (line as HTMLElement).style.pointerEvents = "";
      return seen;
    });
    assert.ok(top, `the strip is covered by ${over}`);
    assert.equal(await uncertain(page).filter({ visible: true }).count(), 1, `over ${over}`);
  };
  await seen("nothing");
  await page.getByRole("button", { name: /^Log/ }).click();
  await log(page).waitFor();
  await seen("the log");
  await page.keyboard.press("Escape");
  await log(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await uncertain(page.getByRole("dialog")).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await seen("nothing");
}

/** The log has its title and its cross free of the strip, however much that says. */
async function logStaysFree(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Log/ }).click();
  await log(page).waitFor();
  const [strip, head] = await Promise.all([page.locator("[data-line]").filter({ visible: true }).first().boundingBox(), page.locator(".side .head").boundingBox()]);
  assert.ok(strip && head && strip.y + strip.height <= head.y, `the strip ends at ${(strip?.y ?? 0) + (strip?.height ?? 0)}, the title of the log begins at ${head?.y ?? 0}`);
  await page.keyboard.press("Escape");
  await log(page).waitFor({ state: "hidden" });
}

/** What a hint offers to press stands free of the strip, and is pressed where it stands. */
async function hintStaysFree(page: Page): Promise<void> {
  const hint = page.getByRole("region", { name: "Hint" });
  for (const name of ["Play the hint", "Close"]) {
    const under = await hint.getByRole("button", { name }).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const strips = [...document.querySelectorAll("[data-line]")].map((line) => line.getBoundingClientRect());
      return strips.some((line) => line.width > 0 && line.left < right && line.right > left && line.top < bottom && line.bottom > top);
    });
    assert.ok(!under, `the strip lies over "${name}" of the hint`);
  }
  await hint.getByRole("button", { name: "Close" }).click();
  await hint.getByRole("button").first().waitFor({ state: "detached" });
}

interface Two {
  table: string;
  line: Line;
  ann: Awaited<ReturnType<typeof openPage>>;
  /** Ann's */
  page: Page;
  ben: Two["ann"];
}
/** Ann, at the end of a line, and Ben sit down at a new table, and that is done there. */
async function seated(what: (two: Two) => Promise<void>, { pace = { move: 300, bank: 60, window: 60 }, screens = [telephone, wide], game = "one-billion-users" as Game } = {}): Promise<void> {
  const table = await make(pace, game);
  const line = await openLine(Number(new URL(server.address).port));
  const ann = await openPage(fixture, screens[0] ?? wide, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, screens[1] ?? wide, { ...calm, name: "Ben" });
  try {
    await sit(ann.page, line.address, table, 1);
    await sit(ben.page, fixture.address, table, 2);
    await ann.page.locator(".hand .slot").first().waitFor();
    await what({ table, line, ann, page: ann.page, ben });
    assert.deepEqual(ben.troubles, []);
  } catch (why) {
    throw await withTroubles([ann, ben], why);
  } finally {
    await ann.page.context().close();
    await ben.page.context().close();
    line.close();
  }
}

async function silence({ table, line, ann, ben }: Two): Promise<void> {
  await play([ann.page, ben.page], asks(table, 2));

  // Ben thinks, and Ann's line falls silent.
  line.silence();
  await within("said", 10_000, uncertain(ann.page).getByText(/^No answer for \d+ s: trying again$/));
  const clocks = ann.page.locator(".clock");
  assert.equal(await ann.page.locator(".clock:not(.uncertain)").count(), 0, "a clock is drawn as if it were true");
  const shown = await clocks.allInnerTexts();
  assert.ok(shown.length > 0 && shown.every((text) => text.includes("≤")), `clocks say ${shown.join()}`);
  await ann.page.waitForFunction((before) => [...document.querySelectorAll<HTMLElement>(".clock")].map((clock) => clock.innerText).join() !== before, shown.join());
  await play([ben.page], asks(table, 1));

  await seenOverAll(ann.page);
  line.mend();
  await within("back", 5_000, returned(ann.page).getByText(/^Back after \d+ s( \(\d+ s on your clock\))?\.\s.*Ben made \d+ moves?\.$/));
  assert.equal(await ann.page.locator(".clock.uncertain").count(), 0);

  // Now it is Ann who is asked: what she presses without an answer is kept, said to be, and counts once.
  const before = (await factsOf(table)).number;
  line.silence();
  await within("said", 10_000, uncertain(ann.page));
  await play([ann.page], async () => (await unsent(ann.page).count()) > 0);
  assert.equal((await factsOf(table)).number, before);
  line.mend();
  await within("back", 5_000, returned(ann.page).getByText(/^Back after \d+ s( \(\d+ s on your clock\))?\.( Nothing happened\.| Your move has arrived: .+\.)?$/));
  await unsent(ann.page).waitFor({ state: "detached" });
  const until = Date.now() + PATIENCE;
  while ((await factsOf(table)).number === before) {
    assert.ok(Date.now() < until, "the move does not come");
    await ann.page.waitForTimeout(50);
  }
  const moved = (await factsOf(table)).number;
  assert.equal(moved, before + 1, "what was sent once counts once");

  // The page is gone with a move on its way, and is loaded again: it goes once more.
  await play([ann.page, ben.page], asks(table, 1));
  const left = (await factsOf(table)).number;
  line.silence();
  await uncertain(ann.page).first().waitFor();
  await play([ann.page], async () => (await unsent(ann.page).count()) > 0);
  ann.page.once("dialog", (dialog) => void dialog.accept());
  await ann.page.goto("about:blank");
  line.cut(); // else the browser may ask on a connection that is silent for good
  line.mend();
  await ann.page.goBack();
  for (const end = Date.now() + PATIENCE; (await factsOf(table)).number === left; ) {
    assert.ok(Date.now() < end, "the move of the page before does not come");
    await ann.page.waitForTimeout(50);
  }
}

async function tooLate({ table, line, ann, ben }: Two): Promise<void> {
  await play([ann.page, ben.page], asks(table, 1));
  // The rest of her time runs out while nobody hears her.
  line.silence();
  await uncertain(ann.page).waitFor();
  await play([ann.page], async () => (await unsent(ann.page).count()) > 0);
  const pressed = /yet: (.+)\. It is sent/.exec(await unsent(ann.page).innerText())?.[1] ?? "";
  const until = Date.now() + PATIENCE;
  while ((await factsOf(table)).asked.includes(1)) {
    assert.ok(Date.now() < until, "her time does not run out");
    await ann.page.waitForTimeout(100);
  }
  line.mend();
  // What was decided for her can be taken back, and Ben must agree. It may be the very move that she pressed.
  const strip = ann.page.getByRole("status", { name: "Played for you" });
  const late = ann.page.getByText(`"${pressed}" was not played: time had run out.`, { exact: true });
  await within("told that it was too late", 5_000, late.or(strip.getByText(pressed)).first());
  await strip.getByText(/^Time ran out at/).waitFor();
  await strip.getByRole("button", { name: "Undo, if all agree" }).click();
  await ann.page.getByRole("button", { name: /^Take (it|them) back$/ }).click();
  await strip.getByText("The others are asked to take it back.").waitFor();
  await ben.page.getByRole("button", { name: "Fine" }).click();
  await strip.waitFor({ state: "detached" });
  assert.ok(await asks(table, 1)(), "she decides herself");
  await log(ann.page).getByText(/took a move back|take a move back/).first().waitFor();
}

/** The same where the page is loaded again meanwhile: it has no more than the log to tell it by. */
async function tooLateAfterReload({ table, line, page, ben }: Two): Promise<void> {
  await play([page, ben.page], asks(table, 1), "six-billion");
  line.silence();
  const pressed = page.locator(".ask .prompt").getByText(/^(Sent, not confirmed|Not sent) yet/);
  await play([page], async () => (await pressed.count()) > 0, "six-billion");
  const overdue = page.locator(".ask .prompt").getByText(/yet: .+\. Time is over by now, as far as one can tell from here\.$/);
  await overdue.waitFor();
  const what = /yet: (.+?)\. /.exec(await overdue.innerText())?.[1] ?? "";
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto("about:blank");
  line.cut(); // else the browser may ask on a connection that is silent for good
  line.mend();
  await page.goBack();
  // A Pass was made by time itself, and so may be the very move that was pressed; any other move is named as not played.
  const same = page.getByRole("status", { name: "Played for you" }).getByText(what);
  await page.getByText(what === "Pass" ? /^Time ran out: Pass\./ : /^".+" was not played: time had run out\.$/).or(same).first().waitFor();
}

/** A tap on a line that has just fallen silent, and what is in hand meanwhile. */
async function underWay({ table, line, page, ben }: Two): Promise<void> {
  const answers = page.locator(".middle .draws, .ask .buttons .button:not(.quiet)");
  const card = page.locator(".hand .slot").first();
  await play([page, ben.page], async () => (await asks(table, 1)()) && (await answers.count()) > 0);

  // A card that was taken up stays so when the same question comes again; a hint that cannot come is no second trouble.
  if ((await page.locator(".hand .slot.taken").count()) === 0) {
    await card.click();
  }
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByRole("button", { name: "Play the hint" }).waitFor();
  line.silence();
  await uncertain(page).waitFor();
  await hintStaysFree(page);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await uncertain(page).getByText("No hint while the server does not answer.").waitFor();
  assert.equal(await page.locator(".notice.trouble").count(), 0, "one trouble has two boxes");
  // So is an auto-answer that is given meanwhile, until the server has it.
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Auto-answers" }).click();
  const wished = page.getByRole("dialog").getByRole("switch", { name: /^(Claim every Milestone|Counter no Push)/ });
  for (const one of await wished.all()) {
    await one.click();
  }
  assert.equal(await wished.and(page.locator(":checked")).count(), 2, "a switch that is pressed on a silent line says nothing of it");
  assert.equal(await page.getByRole("dialog").getByText("The server has not confirmed it yet.").count(), 2);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const waits = /Auto-answer "Claim every Milestone" on: not sent yet\./;
  await uncertain(page).getByText(waits).waitFor();
  await logStaysFree(page);
  line.mend();
  await page.locator("[data-line]").getByText(waits).waitFor({ state: "detached" });
  await returned(page).waitFor();
  assert.equal(await page.locator(".hand .slot.taken").count(), 1, "the card was put back");
  const voice = await page.locator("[data-voice=calm]").innerText();
  assert.ok(!voice.includes("The server does not answer"), `whoever listens still finds: ${voice}`);

  // What is pressed is said to be on its way long before the silence is told.
  const before = (await factsOf(table)).number;
  line.silence();
  await answers.first().click();
  await page.locator(".ask .prompt").getByText(/^Your move is on its way: .+\.$/).waitFor();
  const taken = page.locator(".hand .slot.taken");
  if ((await taken.count()) === 0) {
    await card.click();
  }
  await taken.waitFor();
  await page.locator(".why").getByText(/^(Your move is on its way|Sent, not confirmed).* Nothing more can be chosen until the server has answered\.$/).waitFor();
  assert.equal(await page.locator(".hand .slot:not(.dim)").count(), 0, "a card looks as if it could be played meanwhile");
  await page.locator(".ask .prompt").getByText(/^Sent, not confirmed yet: .+\. It is repeated/).waitFor();
  line.mend();
  await returned(page).waitFor();
  await page.locator(".ask .prompt").getByText(/^Sent, not|^Your move/).waitFor({ state: "detached" });
  assert.equal((await factsOf(table)).number, before + 1, "what was sent once counts once");
  await returned(page).getByText(/Your move has arrived: .+\.$/).waitFor();
}

/** The same in the other game: a card that is tapped meanwhile says why nothing comes of it. */
async function cardMeanwhile({ table, line, page, ben }: Two): Promise<void> {
  await play([page, ben.page], asks(table, 1), "six-billion");
  line.silence();
  const onItsWay = page.locator(".ask .prompt").getByText(/^(Your move is on its way|Sent, not confirmed|Not sent yet)/);
  await play([page], async () => (await onItsWay.count()) > 0, "six-billion");
  await page.locator(".hand .slot").first().click();
  const told = page.locator(".ask .refused").getByText(/(Your move is on its way|Sent, not confirmed|Not sent yet).* Nothing more can be chosen until the server has answered\.$/);
  await told.waitFor();
  await uncertain(page).waitFor();
  await seenOverAll(page);
  line.mend();
  await returned(page).waitFor();
  await told.waitFor({ state: "detached" });
}

/** A page that is opened on a silent line says so, and is there when somebody answers. */
async function opened(): Promise<void> {
  const table = await make({ move: 300 });
  const line = await openLine(Number(new URL(server.address).port));
  const ann = await openPage(fixture, telephone, { ...calm, name: "Ann" });
  try {
    await ann.page.goto(`${line.address}/#/t/${table}`);
    await ann.page.getByRole("button", { name: "Sit here, at Seat 1" }).waitFor();
    await ann.page.evaluate(() => (location.hash = "#/"));
    await ann.page.getByRole("button", { name: "Play now" }).first().waitFor();
    line.silence();
    await ann.page.evaluate((id) => (location.hash = `#/t/${id}`), table);
    await within("said at a table that does not come", 8_000, ann.page.getByText("The server does not answer: trying again."));
    line.mend();
    await within("there", 15_000, ann.page.getByRole("button", { name: "Sit here, at Seat 1" }));
  } catch (why) {
    throw await withTroubles([ann], why);
  } finally {
    await ann.page.context().close();
    line.close();
  }
}

/** A part of the page that a dead line has not brought comes by itself when the line is well; the game that was left is found again meanwhile. */
async function unloaded({ page }: Two): Promise<void> {
  const back = page.getByRole("link", { name: "Your game goes on: back to it" });
  await page.evaluate(() => (location.hash = "#/new"));
  await back.click();
  await page.locator(".hand .slot").first().waitFor();

  await page.context().setOffline(true);
  await page.evaluate(() => (location.hash = "#/verify"));
  await page.getByRole("heading", { name: "This part could not be loaded." }).waitFor();
  await page.getByText("The server does not answer. It is tried again every few seconds.").waitFor();
  assert.equal(await page.getByText("renewed").count(), 0, "the program is said to be renewed");
  await page.context().setOffline(false);
  await within("the part is there", 5_000, page.getByRole("heading", { level: 1 }).filter({ hasNotText: "could not be loaded" }).locator("visible=true"));
}

/** A sign that was on its way when the page was loaded again is not given again, and not forgotten. */
async function signLost({ line, page }: Two): Promise<void> {
  line.silence();
  await uncertain(page).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Well played" }).click();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto("about:blank");
  line.cut();
  line.mend();
  await page.goBack();
  await page.locator(".notice").getByText(/^Your sign to the others perhaps did not go out/).waitFor();
  await page.reload();
  await page.locator(".hand .slot").first().waitFor();
  assert.equal(await page.locator(".notice").count(), 0, "it is said again");

  // From elsewhere one is told whose turn it was.
  await page.evaluate(() => (location.hash = "#/new"));
  await page.getByRole("link", { name: /^Your game goes on: back to it.*, (your turn|waiting for Ben) when you left/ }).waitFor();
}

/** A line on which a connection takes long is no silent one. */
async function slow({ table, line, ann, ben }: Two): Promise<void> {
  await play([ann.page, ben.page], asks(table, 1));
  const { number } = await factsOf(table);
  const began = Date.now();
  line.slow(6_000);
  await play([ann.page], async () => (await factsOf(table)).number > number);
  figures.push(`a move arrived after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  assert.ok(Date.now() - began >= 6_000, "a connection came sooner");
}

try {
  await seated(silence);
  console.log(`ok  a silent line: ${figures.splice(0).join(", ")}`);
  await seated(slow);
  console.log(`ok  a slow line: ${figures.splice(0).join(", ")}`);
  await seated(tooLate, { pace: { move: 30, bank: 1, window: 30 }, screens: [wide, telephone] });
  console.log(`ok  an answer that is too late: ${figures.splice(0).join(", ")}`);
  await seated(tooLateAfterReload, { pace: { move: 20, bank: 1, window: 20 }, game: "six-billion" });
  console.log("ok  the same after the page was loaded again");
  await seated(underWay);
  console.log("ok  a move that is on its way, and a card that stays taken up");
  await seated(cardMeanwhile, { game: "six-billion" });
  console.log("ok  a card that is tapped while a move is on its way");
  await opened();
  console.log(`ok  a table that is opened on a silent line: ${figures.splice(0).join(", ")}`);
  await seated(signLost);
  console.log("ok  a sign that a reload has lost");
  await seated(unloaded);
  console.log(`ok  a part of the page that a dead line did not bring: ${figures.splice(0).join(", ")}`);
} finally {
  await fixture.browser.close();
  server.process.kill();
  rmSync(folder, { recursive: true, force: true });
}
