// How much a person is asked: a new game answers what is no choice by itself, until one wants to be asked about everything; several cards
// are one step; a question about a Neutral comes with an answer.
//
//     vite-node tests/page/asked.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, keptIn, layDown, openFixture, openPage, SACRIFICE, withTroubles } from "./tools/fixture";

const fixture = await openFixture();
const DESK = { width: 1280, height: 800, calm: true };
const SIX = { game: "six-billion", seats: 4, bots: "greedy" };

async function ordersOf(page: Page): Promise<string[]> {
  return (await keptIn(page))[0]?.orders ?? [];
}

/** Until what is kept is so: it is kept just after it is shown. */
async function until(page: Page, holds: (orders: string[]) => boolean, what: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (holds(await ordersOf(page))) {
      return;
    }
    await page.waitForTimeout(50);
  }
  assert.fail(`${what}: ${(await ordersOf(page)).join(", ")}`);
}

/** A game begun as a person does has the standard orders; one switch ends them, there and in games that come, and gives them back. */
async function theSwitch(page: Page): Promise<void> {
  await begin(fixture, page, { ...SIX, seed: "asked" });
  const open = async (): Promise<void> => {
    await page.getByRole("button", { name: "Auto-answers" }).click();
    await page.getByRole("dialog", { name: "Auto-answers" }).getByRole("switch").first().waitFor();
  };
  const all = page.getByRole("switch", { name: /Ask me about everything/ });
  await page.locator(".ask .button").first().waitFor();
  await until(page, (orders) => orders.length >= 3, "a new game has its standard orders");
  const standard = await ordersOf(page);
  await open();
  assert.equal(await all.isChecked(), false);
  await all.check();
  await until(page, (orders) => orders.length === 0, "the switch ends them");
  await page.reload();
  await page.locator(".ask .button").first().waitFor();
  await open();
  assert.equal(await all.isChecked(), true, "loading again gives nothing back");
  await all.uncheck();
  await until(page, (orders) => orders.length === standard.length, "the switch gives them again");
  assert.deepEqual((await ordersOf(page)).sort(), standard.sort());
}

const handOf = (page: Page): Promise<string[]> => page.locator(".hand .slot").evaluateAll((all) => all.map((one) => one.getAttribute("data-card") ?? ""));
/** Until so many cards are held. */
const holds = (page: Page, cards: number) => page.waitForFunction((count) => document.querySelectorAll(".hand .slot").length === count, cards);

/** The end of a turn is one answer: an open card is one touch, and one button puts away what is marked, draws the rest and ends. An undo takes
 *  back all of it. */
async function oneAnswerEnds(page: Page): Promise<void> {
  await begin(fixture, page, { ...SIX, seed: "draws", after: 60, verb: "discard" });
  const main = page.locator(".ask .button.main");
  const says = (words: RegExp): Promise<void> => main.getByText(words).waitFor();
  await says(/^Draw \d from the deck and end$/);
  const before = await handOf(page);
  const draws = Number(/\d/.exec(await main.innerText())?.[0]);
  const card = page.locator(".hand .slot").first();
  await card.click();
  await says(new RegExp(`^Discard .+, draw ${draws + 1} and end$`));
  await card.click();
  await says(new RegExp(`^Draw ${draws} from the deck and end$`));

  // An open card goes with what is marked; what comes after it asks no more than the rest.
  await card.click();
  const lie = (): Promise<(string | null)[]> => page.locator(".piles .open .slot").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
  const lay = await lie();
  await page.locator(".piles .open .can").nth(1).click();
  await holds(page, before.length);
  const now = await lie();
  assert.deepEqual([now[0], now[2]], [lay[0], lay[2]], "the new open card lies where the other was taken");
  await says(new RegExp(`^Draw ${draws} more from the deck and end$`));
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await says(/^Draw \d from the deck and end$/);
  assert.deepEqual(await handOf(page), before, "an undo takes back what was put away as well");

  await card.click();
  await says(/^Discard /);
  await page.keyboard.press("Enter");
  await holds(page, before.length + draws);
  await page.waitForFunction(() => !/^(Draw|Discard)/.test(document.querySelector(".ask .button.main")?.textContent ?? ""));
  assert.deepEqual(await page.locator(".side li.you.now").count(), 0, "the turn is over");
  for (let i = 0; i < 20 && (await handOf(page)).length > before.length; i++) {
    await undo.click(); // of what was answered in others' turns meanwhile, too
    await page.waitForTimeout(300);
  }
  await says(/^Draw \d from the deck and end$/);
  assert.deepEqual(await handOf(page), before, "an undo takes back the whole end of a turn");
}

async function enterSends(page: Page): Promise<void> {
  await begin(fixture, page, { ...SIX, seed: "sends", after: 40, verb: "send" });
  await page.locator(".ask").getByText("Suggested:").waitFor();
  const lines = await page.locator(".log p").count();
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".log p").length > count, lines);
  assert.match((await page.locator(".log p").allInnerTexts()).slice(lines).join(" "), /Neutral|migrants?|billion/i);
}

/** A question in another's turn out of a position: who is asked sits at seat 2. */
async function askedAt(page: Page, position: object): Promise<void> {
  const players = [{ bot: "greedy" }, { name: "You" }, { bot: "greedy" }];
  const id = await layDown(fixture, page, { game: "six-billion", seats: 3, options: {}, players, seed: "answers", position: { format: 1, game: "six-billion", seats: 3, turn: 3, ...position } as never });
  await page.goto(`${fixture.address}/#/table/${id}`);
  await page.locator(".ask .tells").first().getByText(/\.$/).waitFor();
}

/** Each answer stands with what it does now; filled is only what helps oneself, and what opens below is in sight. */
async function answersSayWhatTheyDo(page: Page): Promise<void> {
  await askedAt(page, { tracks: { earth: { blue: 4, red: 4, green: 8 } }, pending: { card: "colony6-other", faction: "blue", to: "mars" }, windows: [{ window: "consent", asked: "blue" }] });
  const ask = page.locator(".ask");
  assert.deepEqual(await ask.locator(".buttons .main").allInnerTexts(), ["Consent"], "consent helps oneself");
  const told = (await ask.locator(".tells").allInnerTexts()).join(" ");
  assert.match(told, /1 billion of yours goes from Earth to the Mars box; your Earth token falls to 2, .* This helps you: .*Your Earth token stays on 4\. This hurts you/s);
  await ask.getByRole("button", { name: "More answers" }).click();
  const [box, order] = [await ask.boundingBox(), await ask.locator(".orders .order").last().boundingBox()];
  assert.ok(box && order && order.y >= box.y && order.y + order.height <= box.y + box.height + 1, "what opens is in sight");
  await askedAt(page, { tracks: { earth: { red: 4, blue: 4 }, mars: { red: 8, blue: 4, green: 8 } }, event: { card: "double", faction: "red", site: "mars" }, windows: [{ window: "cancel", asked: "blue" }], hands: { blue: ["death"] } });
  assert.deepEqual(await ask.locator(".buttons .main").allInnerTexts(), [], "what hangs on taste is not offered");
  assert.match((await ask.locator(".tells").allInnerTexts()).join(" "), /Mars token stays on 8\. This helps you/s);
}

/** One draws at the pile itself, by a touch or a digit; with "Draw for me" the deck's card comes by itself, but not twice in one question, and not
 *  while a dialog is open. */
async function drawsForMe(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "draws", after: 12, verb: "draw-discard" });
  const deck = page.getByRole("button", { name: /^Draw from the deck: \d+ cards$/ });
  await deck.waitFor();
  await page.getByRole("button", { name: /^Take .+ from the discard pile$/ }).waitFor();
  assert.equal(await page.locator(".ask .buttons .button").count(), 0, "the dock has no button for it");
  const box = await deck.boundingBox();
  assert.ok(box && box.width >= 44 && box.height >= 44);
  const held = page.locator(".hand .slot");
  const before = await held.count();
  await page.keyboard.press("1");
  await held.nth(before).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await deck.waitFor();

  await page.getByRole("button", { name: "Auto-answers" }).click();
  const settings = page.getByRole("dialog", { name: "Auto-answers" });
  await settings.getByRole("switch", { name: /^Draw for me/ }).check();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(2500);
  assert.equal(await held.count(), before, "what was taken back does not come again by itself");
  await page.reload();
  await page.locator(".ring").waitFor();
  await page.getByRole("button", { name: "Score" }).click();
  await page.waitForTimeout(2500);
  assert.equal(await held.count(), before, "nothing comes behind a dialog");
  await page.keyboard.press("Escape");
  await held.nth(before).waitFor();
}

/** On a telephone the row that is asked about is in sight, and what would spare the question is never cut off. */
async function rowInSight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await askedAt(page, { tracks: { earth: { red: 4, blue: 4 }, neptune: { red: 8, blue: 4, green: 8 } }, event: { card: "double", faction: "red", site: "neptune" }, windows: [{ window: "cancel", asked: "blue" }], hands: { blue: ["death"] } });
  await page.locator(".rail.asked[data-site=neptune]").waitFor();
  const inside = (what: string, room: string): Promise<boolean> =>
    page.evaluate(([one = "", other = ""]) => {
      const [at, round] = [one, other].map((each) => document.querySelector(each)?.getBoundingClientRect());
      return at !== undefined && round !== undefined && at.top >= round.top - 1 && at.bottom <= round.bottom + 1;
    }, [what, room]);
  assert.ok(await inside(".rail.asked", ".map"), "the row in question is in sight");
  const more = page.getByRole("button", { name: "More answers" });
  await more.waitFor();
  assert.ok(await inside(".ask .fold", ".ask"), "more answers are offered whole");
  await more.click();
  assert.ok(await inside(".ask .order:last-child", ".ask"), "and given whole");
}

/** What the map shows is chosen there: beside it is one line, and a list for who wants one. */
async function onTheMap(page: Page): Promise<void> {
  await begin(fixture, page, { ...SIX, seed: "lit", after: 60, verb: "colony" });
  await page.locator('.hand .slot.can[data-card^="colony"]').first().click();
  const ask = page.locator(".ask");
  await page.locator(".sky .target, .sky .can").first().waitFor();
  const list = ask.getByRole("button", { name: "As a list" });
  if ((await list.count()) > 0) {
    await ask.getByText(/^Click a lit (token|site).* on the map\./).waitFor();
    assert.equal(await ask.locator(".buttons .button:not(.quiet)").count(), 0, "what the map shows is no button");
    await list.click();
    assert.ok((await ask.locator(".buttons .button:not(.quiet)").count()) > 1, "unless one wants a list");
  } else {
    assert.equal(await ask.locator(".buttons .main").count(), 1, "there was but one");
  }
}

/** Where all lies that can be pressed on the table. */
const pressable = (page: Page): Promise<string[]> =>
  page.locator(".game :is(button, .target, .rail, .station):not(.notice *)").evaluateAll((all) => all.map((one) => [one.className, ...Object.values(one.getBoundingClientRect().toJSON() as object).map(Math.round)].join(" ")));

/** A hint moves nothing under a finger, nor does a warning before one presses again; and what ends a choice is the button to press. */
async function nothingMoves(page: Page): Promise<void> {
  const OBU = { game: "one-billion-users", seats: 3, bots: "greedy", seed: "hints" };
  for (const [width, height] of [[1440, 900], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    for (const about of [OBU, { ...OBU, after: 40, verb: "draw-discard" }, { ...OBU, after: 40, verb: "discard" }, { ...SIX, seed: "hints", after: 60, verb: "colony" }]) {
      await begin(fixture, page, about);
      await page.locator(".hand .slot").first().waitFor();
      await page.waitForTimeout(1000); // what is brought into sight at first is
      const before = await pressable(page);
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await page.locator(".notice.hint strong").waitFor();
      await page.waitForTimeout(500);
      assert.deepEqual(await pressable(page), before, `${JSON.stringify(about)} at ${width}`);
      const covered = await page.locator(".middle .draws").evaluateAll((all) => all.some((one) => ((box) => !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)))(one.getBoundingClientRect())));
      assert.ok(!covered, "what is asked for is not covered");
      await page.locator(".notice.hint").getByRole("button", { name: "Close" }).click();
      assert.deepEqual(await pressable(page), before, "nor when it goes");
    }
    await begin(fixture, page, { ...OBU, position: SACRIFICE });
    await page.locator(".own .communities .name").filter({ visible: true }).getByText("Celebrity Gossip").waitFor(); // a telephone has room for it, too
    await page.locator(".strip, .rivals").filter({ visible: true }).getByText("400").first().waitFor();
    await page.locator(".middle .draws").first().click();
    const gives = (card: string) => page.locator(".ask .buttons .button", { hasText: new RegExp(`${card}.*lose`) });
    const answers = (): Promise<string[]> => page.locator(".ask .buttons .button").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    await page.getByRole("button", { name: "Sacrifice a Community …" }).click();
    const before = await answers();
    await gives("Prank Channels").click();
    await page.locator(".why").waitFor();
    assert.deepEqual(await answers(), before, "pressed again, it is the same answer");
    await gives("Prank Channels").click();
    const main = page.locator(".ask .buttons .main");
    await main.getByText("Done: the Blocker ends").waitFor();
    assert.equal(await main.count(), 1, "nothing else is the button to press");
  }
}

/** The last: with every question, also those at which little is at stake. */
const CASES: [string, (page: Page) => Promise<void>, boolean?][] = [
  ["the switch", theSwitch],
  ["one answer ends a turn", oneAnswerEnds],
  ["draw for me", drawsForMe],
  ["a suggestion by Enter", enterSends],
  ["answers say what they do", answersSayWhatTheyDo, true],
  ["the row in sight", rowInSight, true],
  ["on the map", onTheMap],
  ["nothing moves", nothingMoves],
];
for (const [name, test, asksAll = false] of CASES.filter(([one]) => one.includes(process.argv[2] ?? ""))) {
  const { page, troubles } = await openPage(fixture, DESK, { pace: 0, motion: "none", asksAll });
  try {
    await test(page);
    assert.deepEqual(troubles, []);
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  console.log(`${name}, fine`);
  await page.context().close();
}
await fixture.close();
