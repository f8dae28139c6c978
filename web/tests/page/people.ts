// Bots are people: who one plays against is chosen by face and temper, sits at the table by name, says something at a big moment unless one
// would rather not, and what all launch in secret turns over at once.
//
//     vite-node tests/page/people.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, keptIn, openFixture, openPage, withTroubles, type Look } from "./tools/fixture";
import { step } from "./tools/player";

const fixture = await openFixture();
const DESK: Look = { width: 1440, height: 900 };
const PHONE: Look = { width: 390, height: 844, touch: true };
const RIVALS = ["easy:person=mara", "easy:person=bruno", "easy:person=lola"];
const NAMES = ["Mara", "Bruno", "Lola"];
const TABLE = { game: "one-billion-users", seats: 4, bots: "easy", rivals: RIVALS, seed: "people" };

const facesIn = (page: Page, within = "body"): Promise<string[]> => page.locator(`${within} [data-face]`).filter({ visible: true }).evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("data-face") ?? ""))]);

/** "Play now" seats two; in a new game one changes who, and how well they play; the game is kept with them. */
async function chosen(page: Page): Promise<void> {
  await page.goto(`${fixture.address}/#/new?game=one-billion-users`);
  await page.getByLabel("4", { exact: true }).check();
  const who = page.getByLabel(/^Who sits at/);
  await who.nth(2).waitFor();
  const sitting = await who.evaluateAll((all) => (all as HTMLSelectElement[]).map((one) => one.value));
  assert.equal(new Set(sitting).size, 3, `nobody twice: ${sitting.join(", ")}`);
  assert.deepEqual((await facesIn(page)).sort(), [...sitting].sort(), "each with a face");
  const free = (await who.first().locator("option:not([disabled])").evaluateAll((all) => (all as HTMLOptionElement[]).map((one) => one.value))).find((id) => id !== sitting[0]) ?? "";
  assert.ok(!sitting.includes(free), "who sits there already cannot be taken");
  await who.first().selectOption(free);
  await page.getByRole("radio", { name: /^Medium/ }).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".hand .slot").first().waitFor();
  const [game] = await keptIn(page);
  assert.deepEqual(game?.setup.players.flatMap((player) => player?.bot ?? []), [free, ...sitting.slice(1)].map((id) => `medium:person=${id}`));
  await page.goto(`${fixture.address}/#/mine`);
  await page.locator("[data-face]").nth(2).waitFor();
  await page.goto(`${fixture.address}/#/`);
  await page.locator(".game.six-billion").getByRole("button", { name: "Play now" }).click();
  await page.locator(".order [data-face]").nth(1).waitFor();
  assert.equal((await facesIn(page, ".order")).length, 2, "two others, and not twice the same");
}

/** Names and faces where the seats are, in the log and in the score; nobody is called by a number. */
async function named(page: Page): Promise<void> {
  await begin(fixture, page, { ...TABLE, after: 40 });
  await page.locator(".hand .slot").first().waitFor();
  assert.deepEqual((await facesIn(page)).sort(), ["bruno", "lola", "mara"]);
  for (const name of NAMES) {
    await page.getByText(name).filter({ visible: true }).first().waitFor();
  }
  await page.getByRole("button", { name: "Score" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.locator("[data-face]").nth(2).waitFor();
  for (const name of NAMES) {
    assert.ok((await sheet.innerText()).includes(name), name);
  }
  assert.doesNotMatch(await page.locator("body").innerText(), /\bSeat [2-4]\b/);
}

const DEALS = 12;
/** Sooner or later somebody says something, at their own place, and not where one is asked; the switch ends it. */
async function remark(page: Page): Promise<void> {
  const bubble = page.locator(".remark.placed");
  // Where no place is free nothing is said, and who plays fast is not talked to: how often depends on the deal and the machine.
  for (let deal = 1; deal <= DEALS && !(await bubble.isVisible()); deal++) {
    await begin(fixture, page, { ...TABLE, seed: `people ${deal}`, after: 20 });
    let goes = true;
    for (let turn = 0; goes && !(await bubble.isVisible()); turn++) {
      const comes = bubble.waitFor().then(() => true, () => true); // whoever waits longest need not be heard
      goes = await Promise.race([step(page, "one-billion-users", turn), comes]);
    }
  }
  const said = await bubble.evaluate((one) => ({ words: one.textContent ?? "", hidden: one.getAttribute("aria-hidden"), covered: ((box) => [...document.querySelectorAll(`.lit, .hand, .ask .buttons > *, .notices > *, .bar:not(svg *), .side .log, [data-anchor^="seat-"]:not([data-anchor="seat-${one.dataset["seat"]}"])`)].flatMap((other) => { const it = other.getBoundingClientRect(); return it.width > 0 && it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top ? other.className : []; }))(one.getBoundingClientRect()) }));
  assert.ok(NAMES.some((name) => said.words.includes(name)), said.words);
  assert.equal(said.hidden, "true", "nobody has to listen to it");
  assert.deepEqual(said.covered, [], "it covers nothing that is asked or told, and nobody else's place");
  await page.getByRole("button", { name: "Settings of this table" }).click();
  await page.getByRole("checkbox", { name: /make remarks/ }).uncheck();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".remark").count(), 0, "gone at once");
  await page.goto(`${fixture.address}/#/settings`);
  assert.equal(await page.getByRole("checkbox", { name: /make remarks/ }).isChecked(), false, "and off here, too");
}

/** Everybody's launch turns over in one moment, each card once, and the game goes on behind it. */
async function reveal(page: Page): Promise<void> {
  await begin(fixture, page, TABLE);
  const shown = page.locator(".reveal");
  const scene = page.getByRole("region", { name: "The launch" });
  const options = scene.getByRole("button", { name: /^Launch with [A-Z]/ }).and(scene.locator("[aria-description*='It starts you with ']"));
  await options.nth(1).waitFor();
  for (const name of NAMES) {
    await scene.getByTitle(`${name} has chosen`).waitFor();
  }
  const cut = await scene.locator(".options, .options button").evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  assert.equal(cut, 0, "each in sight with what it gives");
  await options.first().click();
  for (let i = 0; i < 10 && !(await shown.isVisible()); i++) {
    await Promise.race([step(page, "one-billion-users", i), shown.waitFor()]);
  }
  await shown.waitFor();
  const seats = await shown.locator(".seat").allInnerTexts();
  assert.equal(seats.length, 4, "all at once");
  ["You", ...NAMES].forEach((name, i) => assert.ok(seats[i]?.includes(name), `${name}: ${seats[i]}`));
  assert.equal(await shown.locator(".turns").count(), 4, "each with what it launched");
  // Neither the piles nor the hand nor what is asked lies under it, and it goes at any key.
  const covered = await shown.locator(".seats").evaluate((one) => {
    const box = one.getBoundingClientRect();
    return [...document.querySelectorAll(".middle .stack, .bottom .hand, .ask, header.bar")].flatMap((other) => {
      const it = other.getBoundingClientRect();
      return it.width > 0 && it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top ? other.className : [];
    });
  });
  assert.deepEqual(covered, []);
  assert.equal(await shown.evaluate((one) => getComputedStyle(one).backgroundColor), "rgba(0, 0, 0, 0)", "the table is not dimmed");
  await page.keyboard.press("Shift");
  await shown.waitFor({ state: "detached" });
}

/** A Network that launches several at once: they are chosen one by one, above or in the hand, and launched together; what is one too many changes the last. */
async function several(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "f7", options: { networks: "Friendlink,TapTap,HireMe" } });
  const scene = page.getByRole("region", { name: "The launch" });
  const launch = scene.getByRole("button", { name: "Launch these 3" });
  const option = scene.locator(".options button");
  const taken = scene.locator(".options button[aria-pressed=true]");
  await option.nth(3).waitFor();
  await option.nth(0).click();
  await page.locator(".hand .slot").nth(2).click();
  assert.equal(await taken.count(), 2);
  assert.ok(await launch.isDisabled());
  await option.nth(1).click();
  await option.nth(3).click();
  assert.equal(await taken.count(), 3);
  await scene.getByText(/^It starts you with /).waitFor();
  await launch.click();
  await page.locator(".own [data-card]").nth(2).waitFor();
}

/** A game from before has bots without a person. */
async function plain(page: Page): Promise<void> {
  await begin(fixture, page, { ...TABLE, rivals: [], after: 20 });
  await page.locator(".hand .slot").first().waitFor();
  assert.deepEqual(await facesIn(page), []);
  await page.getByText("Seat 2").filter({ visible: true }).first().waitFor();
  await page.goto(`${fixture.address}/#/mine`);
  await page.getByText("Easy").filter({ visible: true }).first().waitFor();
}

const CASES: [string, Look, (page: Page) => Promise<void>][] = [
  ["chosen by name and temper", DESK, chosen],
  ["named everywhere", DESK, named],
  ["named on a telephone", PHONE, named],
  ["a remark, and none", DESK, remark],
  ["the secret launch", DESK, reveal],
  ["the secret launch on a telephone", PHONE, reveal],
  ["a launch of several", PHONE, several],
  ["bots of before", DESK, plain],
];

try {
  for (const [name, look, play] of CASES.filter(([one]) => one.includes(process.argv[2] ?? ""))) {
    const opened = await openPage(fixture, look, { sounds: false, knows: ["one-billion-users", "six-billion"] });
    try {
      await play(opened.page);
      assert.deepEqual(opened.troubles, []);
    } catch (why) {
      throw await withTroubles([opened], why);
    }
    await opened.page.context().close();
    console.log(`${name}: fine`);
  }
} catch (why) {
  console.error(why);
  process.exitCode = 1;
} finally {
  await fixture.close();
}
