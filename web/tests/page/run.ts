// A whole game of One Billion Users alone in the page, by clicking what is lit, and the beginning of one of 6 Billion; then the same
// address again, which must go on where it was; and all of it once more after the server has gone. Fails when the game does not end, when the console complains, when the policy of the
// server forbids something, or when anything is asked of another place.
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { begin, openHouse, openPage } from "./house";
import { step } from "./player";

const MOST_STEPS = 1500;
const house = await openHouse();
const seen = { width: 1280, height: 800, calm: true };

/** What went wrong at the page is told first, and a picture is left, when a test fails for want of something to click. */
async function at(page: Page, troubles: string[], what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (why) {
    await page.screenshot({ path: fileURLToPath(new URL("../../../build/page-failed.png", import.meta.url)) });
    throw new Error(`${troubles.join("; ")} ${String(why)}`);
  }
}

async function wholeGame(): Promise<void> {
  const { page, troubles } = await openPage(house, seen, { pace: 0, motion: "none" });
  await page.goto(house.address);
  await page.getByRole("button", { name: "Play now" }).first().click();
  let steps = 0;
  await at(page, troubles, async () => {
  while (steps < MOST_STEPS && (await step(page, steps))) {
    steps++;
    if (steps === 8) {
      const before = await page.locator(".log p").last().innerText();
      await page.reload();
      await page.locator(".log p").last().waitFor();
      assert.notEqual(before, "", "there was a log before the page was loaded again");
    }
  }
  });
  assert.ok(steps < MOST_STEPS, `the game did not end within ${MOST_STEPS} clicks`);
  assert.ok(steps > 20, `a game takes more than ${steps} clicks`);
  const sheet = page.getByRole("dialog", { name: "The end" });
  assert.match(await sheet.innerText(), /have won|has won|share the victory/);
  const totals = await sheet.locator("tfoot tr").first().locator("td").allInnerTexts();
  const items = await sheet.locator("tbody tr").count();
  assert.equal(totals.length, 3);
  assert.ok(items >= 6, `the sheet lists ${items} items`);
  const sums = [0, 0, 0];
  for (const row of await sheet.locator("tbody tr").all()) {
    (await row.locator("td").allInnerTexts()).forEach((text, i) => (sums[i] = (sums[i] ?? 0) + Number(text.replace(/,/g, "") || 0)));
  }
  assert.deepEqual(sums, totals.map((text) => Number(text.replace(/,/g, ""))), "the items add up to the totals");
  assert.deepEqual(troubles, []);
  console.log(`One Billion Users: a whole game in ${steps} clicks, fine`);
  await page.context().close();
}

async function beginningOfSix(): Promise<void> {
  const { page, troubles } = await openPage(house, seen, { pace: 0, motion: "none", plain: true });
  await begin(house, page, { game: "six-billion", seats: 2, bots: "greedy", seed: "page", after: 30 });
  await at(page, troubles, () => playSix(page));
  assert.ok((await page.locator(".log p").count()) > 10, "moves were made and told");
  assert.deepEqual(troubles, []);
  console.log("6 Billion: moves by the plain table, fine");
  await page.context().close();
}

async function playSix(page: Page): Promise<void> {
  for (let i = 0; i < 12; i++) {
    const verb = page.locator(".ask .verbs .button, .ask .part .button").first();
    await verb.waitFor();
    const log = await page.locator(".log p").count();
    await verb.click();
    if ((await page.locator(".ask .part .button").count()) > 0 && (await page.locator(".log p").count()) === log) {
      await page.locator(".ask .part .button").first().click({ timeout: 2000 }).catch(() => undefined);
    }
    await page.waitForTimeout(100);
  }
}

async function refusalsHaveReasons(): Promise<void> {
  const { page, troubles } = await openPage(house, seen, { pace: 0, motion: "none" });
  await begin(house, page, { game: "one-billion-users", seats: 2, bots: "greedy", seed: "block", after: 60 });
  await page.locator(".hand .slot.dim").first().click();
  await page.locator(".ask .reason").waitFor();
  assert.match(await page.locator(".ask .reason").innerText(), /\(OBU-\d+\)/, "a card that cannot be played says which rule forbids it");
  assert.deepEqual(troubles, []);
  console.log("Reasons with rule numbers, fine");
  await page.context().close();
}

async function offline(): Promise<void> {
  const mortal = await openHouse();
  try {
    const { page, troubles } = await openPage(mortal, { ...seen, keeps: true }, { pace: 0, motion: "none" });
    await page.goto(mortal.address);
    await page.waitForFunction(() => navigator.serviceWorker.ready.then((there) => there.active?.state === "activated"));
    mortal.dies?.();
    await page.reload();
    await page.getByRole("button", { name: "Play now" }).first().click();
    for (let i = 0; i < 3; i++) {
      assert.ok(await step(page, i), "a game that has just begun goes on");
    }
    assert.deepEqual(troubles, []);
    console.log("Without a server: loaded again and played, fine");
  } finally {
    await mortal.close();
  }
}

const parts: Record<string, () => Promise<void>> = { reasons: refusalsHaveReasons, six: beginningOfSix, offline, whole: wholeGame };
try {
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(process.argv[2] ?? "")) {
      await part();
    }
  }
} finally {
  await house.close();
}
