// The tutorial and the gallery in a real Chromium: a newcomer finds the tutorial first, a wrong move is answered and changes nothing, every
// lesson of both courses can be walked through, by clicks and by keys, and one finds one's place again; an edition out of a file is refused
// or played with.
//
//     vite-node tests/page/tutorial.ts [NAME]      only the parts whose name has NAME in it
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { keptIn, openFixture, openPage, type Look } from "./tools/fixture";
import { readSheet } from "./tools/player";

const fixture = await openFixture();
const DESKTOP: Look = { width: 1280, height: 800, calm: true };
const PHONE: Look = { width: 360, height: 740, touch: true, calm: true };
const QUICK = { pace: 0, motion: "none" };
const MOST_STEPS = 15;

const said = (page: Page): Promise<string> => page.locator(".coach .said").innerText();
const way = (page: Page) => page.locator(".coach .ways .button:not([disabled])").first();

async function changes(page: Page, before: string): Promise<void> {
  await page.waitForFunction((words) => document.querySelector<HTMLElement>(".coach .said")?.innerText !== words, before);
}

async function newcomer(): Promise<void> {
  const { page, troubles } = await openPage(fixture, PHONE, QUICK);
  // Who plays at once is offered the lessons at the table, until a no or a move.
  await page.goto(fixture.address);
  await page.getByRole("button", { name: "Play now" }).first().click();
  const first = page.getByRole("region", { name: "For newcomers" });
  await first.getByRole("link", { name: "Learn in ten minutes" }).waitFor();
  await first.getByRole("button", { name: "No, play" }).click();
  await first.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".hand .slot").first().waitFor();
  assert.equal(await first.count(), 0, "a no is a no");
  await page.goto(`${fixture.address}/#/mine`);
  await page.getByRole("button", { name: /Forget this game/ }).click();
  await page.getByRole("button", { name: "Forget it" }).click();
  await page.getByText("No game yet.").waitFor();
  await page.goto(fixture.address);
  await page.getByText(/^More:/).click();
  await page.getByRole("link", { name: "Learn" }).first().click();
  for (let i = 0; i < 3; i++) {
    const before = await said(page);
    await way(page).click();
    await changes(page, before);
  }
  const users = page.locator(".own .users");
  const before = await users.innerText();
  await page.locator('.hand [data-card="Low on Funds"]').click({ force: true, position: { x: 20, y: 30 } });
  await page.locator(".ask .buttons .button").first().click();
  assert.match(await page.locator(".coach .wrong").innerText(), /Family Photos/, "a wrong move is answered with a word on the right one");
  assert.equal(await users.innerText(), before, "and changes nothing");
  await page.keyboard.press("Escape");
  await page.locator('.hand [data-card="Family Photos"]').click({ force: true, position: { x: 20, y: 30 } });
  await page.locator(".ask .buttons .button.main").click();
  await page.getByRole("link", { name: "Next lesson" }).waitFor();
  assert.notEqual(await users.innerText(), before, "the right one brings Users");
  await page.goto(`${fixture.address}/#/`);
  await page.getByRole("link", { name: /Go on learning One Billion Users/ }).click();
  await page.locator(".coach").waitFor();
  assert.match(await page.locator(".coach .where").innerText(), /The launch/, "one goes on with the first lesson that is not done");
  assert.deepEqual(troubles, []);
  await page.context().close();
}

/** Walks through every lesson; `keys`: without a click. */
async function lessons(game: string, look: Look, keys: boolean): Promise<void> {
  const { page, troubles } = await openPage(fixture, look, QUICK);
  await page.goto(`${fixture.address}/#/tutorial`);
  await page.locator("ol a").first().waitFor();
  const links = await page.locator(`ol a[href*="/${game}/"]`).evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  assert.ok(links.length >= 8, `${links.length} lessons`);
  for (const link of links.filter((one) => !one.endsWith("/game"))) {
    await page.goto(`${fixture.address}/${link}`);
    let steps = 0;
    for (; ; steps++) {
      assert.ok(steps < MOST_STEPS, `${link} does not end`);
      await way(page).waitFor();
      if ((await way(page).innerText()) === "Next lesson") {
        break;
      }
      const before = await said(page);
      if (keys) {
        await way(page).focus();
        await page.keyboard.press("Enter");
      } else {
        await way(page).click();
      }
      await changes(page, before);
      // What is ringed is in sight: on a telephone the hand and the table are larger than the screen.
      await page.waitForFunction(() => {
        const rings = [...document.querySelectorAll(".ring")].map((ring) => ring.getBoundingClientRect());
        return rings.length === 0 || rings.some(({ left, width, top, height }) => left + width / 2 > 0 && left + width / 2 < innerWidth && top + height / 2 > 0 && top + height / 2 < innerHeight);
      });
      const across = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(across <= 0, `${link} is ${across} pixels wider than the screen`);
    }
    assert.ok(steps > 0, `${link} has steps`);
  }
  const done = await page.evaluate((name) => (JSON.parse(localStorage.getItem("billions.tutorial") ?? "{}") as Record<string, { done: string[] }>)[name]?.done.length, game);
  assert.equal(done, links.length - 1, "all lessons are kept as done");
  assert.deepEqual(troubles, []);
  await page.context().close();
}

/** Takes the card of the hand that has one of these names, by arrows alone. */
async function takeByArrows(page: Page, names: RegExp): Promise<void> {
  await page.keyboard.press("ArrowDown"); // from the answers, or from nowhere, into the hand
  for (let steps = 0; ; steps++) {
    const held = (await page.evaluate(() => document.activeElement?.closest<HTMLElement>(".hand .slot")?.dataset["card"])) ?? "";
    if (names.test(held)) {
      break;
    }
    assert.ok(steps < 10, `${String(names)} is reached by arrows, not only ${held || "nothing"}`);
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Enter");
}

/** One lesson of each game by the keys of a table alone: n, arrows, Enter and digits; no Tab, and nothing is focused for us. */
async function byKeys(): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, QUICK);
  const reads = async (): Promise<void> => {
    const before = await said(page);
    await page.keyboard.press("n");
    await changes(page, before);
  };

  await page.goto(`${fixture.address}/#/tutorial/one-billion-users/platform`);
  await page.locator(".bottom .hand .slot").first().waitFor();
  for (let i = 0; i < 3; i++) {
    await reads();
  }
  const users = page.locator(".own .users");
  const none = await users.innerText();
  await takeByArrows(page, /^Low on Funds$/);
  await page.keyboard.press("1");
  await page.locator(".coach .wrong").waitFor();
  assert.equal(await users.innerText(), none, "a wrong answer by its number changes nothing");
  await page.keyboard.press("Escape");
  await takeByArrows(page, /^Family Photos$/);
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement?.closest(".ask") !== null), true, "an arrow leads from the hand to the answers");
  await page.keyboard.press("1");
  await page.getByRole("link", { name: "Next lesson" }).waitFor();
  assert.notEqual(await users.innerText(), none);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.getByText("The launch").first().waitFor();

  await page.goto(`${fixture.address}/#/tutorial/six-billion/map`);
  await page.locator(".bottom .hand .slot").first().waitFor();
  await reads();
  await reads();
  await takeByArrows(page, /^colony2$/);
  for (const answer of [/Mars/, /Do it/]) {
    const answers = page.locator(".ask .buttons .button");
    await answers.filter({ hasText: answer }).first().waitFor();
    const place = (await answers.allInnerTexts()).findIndex((words) => answer.test(words)) + 1;
    assert.ok(place >= 1 && place <= 9, `${String(answer)} has a digit`);
    await page.keyboard.press(String(place));
  }
  await page.getByRole("link", { name: "Next lesson" }).waitFor();
  assert.deepEqual(troubles, []);
  await page.context().close();
}

async function lastGame(): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, QUICK);
  await page.goto(`${fixture.address}/#/tutorial/one-billion-users/game`);
  for (let clicks = 0; ; clicks++) {
    assert.ok(clicks < 300, "the short game does not end");
    const what = await page.waitForFunction(() =>
      document.querySelector(".ending.done") ? "over" : document.querySelector(".game .middle .draws, .game .ask .buttons .button, .game .hand .slot[draggable=true]") ? "yours" : false,
    );
    if ((await what.jsonValue()) === "over") {
      break;
    }
    if (clicks === 5) {
      await page.reload();
      await page.locator(".log p").nth(3).waitFor({ state: "attached" });
    }
    await page.keyboard.press("h");
    await page.locator(".notice.hint .button").first().click({ timeout: 3000 }).catch(() => undefined);
    await page.waitForTimeout(40);
  }
  await readSheet(page);
  assert.deepEqual(troubles, []);
  await page.context().close();
}

async function gallery(): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, QUICK);
  const file = (name: string, text: string) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await page.goto(`${fixture.address}/#/gallery/one-billion-users`);
  await page.locator(".grid li").first().waitFor();
  const all = await page.locator(".grid li").count();
  assert.ok(all > 80, `${all} different cards`);
  await page.getByLabel("Search the cards").fill("troll");
  assert.ok((await page.locator(".grid li").count()) < all);
  await page.getByText("Other numbers, out of a file").click();
  await page.locator("input[type=file]").setInputFiles(file("broken.json", '{"format":1,"game":"one-billion-users","networks":[{"network":"Murmurr"}]}'));
  assert.match(await page.getByRole("alert").innerText(), /broken\.json.*networks\[0\]/);
  const even = readFileSync(new URL("../../../editions/one-billion-users-even.json", import.meta.url), "utf8");
  await page.locator("input[type=file]").setInputFiles(file("even.json", even));
  await page.getByText("9 numbers differ").waitFor();
  await page.getByRole("link", { name: "Play with these cards" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".hand .slot").first().waitFor();
  const [sitting] = await keptIn(page);
  assert.equal(sitting?.setup.edition?.name, "Even Networks");
  await page.goto(`${fixture.address}/#/gallery/six-billion`);
  await page.getByRole("heading", { name: "Distances" }).waitFor();
  assert.deepEqual(troubles, []);
  await page.context().close();
}

const PARTS: Record<string, () => Promise<void>> = {
  newcomer,
  "one-billion-users by clicks": () => lessons("one-billion-users", PHONE, false),
  "six-billion by clicks": () => lessons("six-billion", PHONE, false),
  "six-billion by keys": () => lessons("six-billion", DESKTOP, true),
  "by the keys of a table": byKeys,
  "the short game": lastGame,
  gallery,
};
try {
  for (const [name, part] of Object.entries(PARTS)) {
    if (name.includes(process.argv[2] ?? "")) {
      await part();
      console.log(`${name}: fine`);
    }
  }
} finally {
  await fixture.close();
}
