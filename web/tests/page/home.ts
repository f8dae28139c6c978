// The first page, a new game and what a day has, as a stranger and as somebody who comes back sees them: what is there at once, that all of it
// fits the screen, a table that plays by itself and bothers nobody, and rivals as one had them last.
//
//     vite-node tests/page/home.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { keptIn, openFixture, openPage, withTroubles, type Look } from "./tools/fixture";

const fixture = await openFixture();
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844, touch: true };
const DAY = 86_400_000;
const dayBefore = (count: number): string => new Date(Date.now() - count * DAY).toISOString().slice(0, 10);

async function home(page: Page): Promise<void> {
  await page.goto(`${fixture.address}/#/settings`);
  await page.goto(`${fixture.address}/#/`);
  await page.getByRole("button", { name: "Play now" }).first().waitFor();
}
const size = (page: Page): Promise<{ across: number; down: number }> => page.evaluate(() => ({ across: document.documentElement.scrollWidth - innerWidth, down: document.documentElement.scrollHeight / innerHeight }));
/** What can be pressed below the bar. */
const presses = (page: Page): Promise<number> => page.locator("main").locator("a, button, summary").filter({ visible: true }).count();

/** A stranger plays or learns, and is offered little else. */
async function stranger(page: Page, look: Look): Promise<void> {
  await home(page);
  await page.getByRole("link", { name: /New here/ }).waitFor();
  assert.ok((await presses(page)) <= 9, `not too much to press: ${await presses(page)}`);
  const { across, down } = await size(page);
  assert.ok(across <= 0 && down <= (look.width < 800 ? 2 : 1), `it fits: ${across}, ${down}`);
  const last = await page.getByRole("button", { name: "Play now" }).last().boundingBox();
  assert.ok(last && last.y + last.height <= look.height, "both games are on the first screen");
  const today = page.getByRole("region", { name: "Today" });
  assert.equal(await today.getByRole("link").count(), 4);
  assert.doesNotMatch(await today.innerText(), /in a row/);
  await today.getByText(/^The next one in (\d+ h )?\d+ min$/).waitFor();
  await page.getByText(/^More:/).click();
  await page.getByRole("link", { name: "Choose rivals" }).nth(1).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Choose rivals" }).nth(1).waitFor(); // open as one left it
}

/** A table plays by itself: seen, and nothing else. With `calm` it is a still. */
async function moving(page: Page, look: Look): Promise<void> {
  await home(page);
  await page.locator(".show .room").locator("[data-anchor]").first().waitFor({ state: "attached" });
  const hero = page.locator(".show");
  assert.equal(await hero.evaluate((one) => one.getAttribute("aria-hidden") === "true" && one.querySelector(".frame")?.hasAttribute("inert")), true);
  const words = (): Promise<string> => hero.evaluate((one) => one.innerHTML.replace(/<!--.*?-->/g, ""));
  const rests = async (): Promise<boolean> => {
    const before = await words();
    await page.waitForTimeout(4000);
    return (await words()) === before;
  };
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".show") === null || document.activeElement === document.body), true, "keys pass it by");
  }
  if (look.calm) {
    assert.ok(await rests(), "no motion is a still");
    return;
  }
  const before = await words();
  await page.waitForFunction((old) => document.querySelector(".show")?.innerHTML.replace(/<!--.*?-->/g, "") !== old, before);
  await page.evaluate(() => {
    document.body.style.paddingBottom = "4000px";
    scrollTo(0, 4000);
  });
  let resting = await rests();
  for (let looks = 0; looks < 10 && !resting; looks++) {
    resting = await rests(); // what was begun comes to its end first, on a busy machine later
  }
  assert.ok(resting, "out of sight it rests");
  await page.evaluate(() => scrollTo(0, 0));
  const rested = await words();
  await page.waitForFunction((old) => document.querySelector(".show")?.innerHTML.replace(/<!--.*?-->/g, "") !== old, rested);
  assert.deepEqual(await keptIn(page), [], "and nothing of it is kept");
}

/** In a table so small nothing of the middle is cut or lies over a platform, whatever stands beside the piles: of many looks, and with more words than
    any Event has. */
async function whole(page: Page): Promise<void> {
  for (let look = 0; look < 4; look++) {
    await home(page);
    await page.reload();
    await page.locator(".show .centre .milestone").last().waitFor({ state: "attached" });
    const amiss = await page.evaluate(() => {
      document.querySelectorAll(".show .centre .label").forEach((one) => one.append(" and so on, until the next Event".repeat(6)));
      const box = (one: Element): DOMRect => one.getBoundingClientRect();
      const [cell, places] = [document.querySelector(".show .centre"), [...document.querySelectorAll(".show .place")].map(box)];
      const parts = [...(cell?.querySelectorAll(".stack, .label, .milestone") ?? [])].filter((one) => box(one).width > 0);
      const { top, bottom, left, right } = box(cell ?? document.body);
      const cut = (one: DOMRect): boolean => one.top < top - 1 || one.bottom > bottom + 1 || one.left < left - 1 || one.right > right + 1;
      const covers = (one: DOMRect): boolean => places.some((place) => one.left < place.right && place.left < one.right && one.top < place.bottom && place.top < one.bottom);
      return parts.length < 6 ? ["nothing there"] : parts.filter((one) => cut(box(one)) || covers(box(one))).map((one) => `${one.className}: ${JSON.stringify(box(one))} in ${top}-${bottom}`);
    });
    assert.deepEqual(amiss, []);
  }
}

/** A game that is begun over the table that plays by itself is a game of its own, also once that table has gone, however often one goes to and fro. */
async function begins(page: Page): Promise<void> {
  for (const game of ["one-billion-users", "six-billion", "one-billion-users"]) {
    await home(page);
    await page.locator(".show .room").locator("[data-anchor]").first().waitFor({ state: "attached" });
    await page.locator(`.game.${game}`).getByRole("button", { name: "Play now" }).click();
    await page.locator(".hand .slot").first().waitFor();
    await page.waitForTimeout(2500); // by then what played by itself has ended
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".notice.hint").getByText(/points|one move/).first().waitFor();
    await page.locator(".notice.hint .button").first().click();
    await page.locator(".notice.hint").waitFor({ state: "detached" });
    assert.doesNotMatch(await page.locator("body").innerText(), /There is no match/);
  }
}

/** Who comes back is known: by name, by what was played last, by the days in a row; the open game first, rivals as they were. */
async function back(page: Page): Promise<void> {
  await page.addInitScript(({ days, now }) => {
    localStorage.setItem("billions.results", JSON.stringify([{ id: "a", game: "six-billion", level: "hard", seats: 4, place: 2, when: now }]));
    localStorage.setItem("billions.puzzle-days", JSON.stringify([{ game: "six-billion", day: days[1], found: true }]));
    localStorage.setItem("billions.challenges", JSON.stringify([0, 2].map((i) => ({ id: `x${i}`, game: "one-billion-users", day: days[i], began: now - i * 86_400_000, end: { place: 3, points: 1250, seats: 3, when: now } }))));
  }, { now: Date.now(), days: [0, 1, 2].map(dayBefore) });
  await page.goto(`${fixture.address}/#/new?game=one-billion-users`);
  await page.getByRole("radio", { name: "4", exact: true }).check();
  await page.getByRole("radio", { name: "Hard" }).check();
  await page.getByLabel("Your name").fill("Ann");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".hand .slot").first().waitFor();
  await home(page);
  await page.getByRole("heading", { name: "Welcome back, Ann" }).waitFor();
  await page.getByText("Your last game: 6 Billion, 2nd of 4").waitFor();
  await page.getByRole("link", { name: /Go on with your game/ }).waitFor();
  assert.match(await page.locator("main a, main button").first().innerText(), /Go on with your game/, "before all else");
  assert.equal(await page.getByRole("link", { name: /New here/ }).count(), 0);
  const today = page.getByRole("region", { name: "Today" });
  await today.getByText("3 days in a row").waitFor();
  await today.getByRole("link", { name: "One Billion Users Deal of the day: 3rd of 3" }).waitFor();
  await page.getByText("3 hard rivals, 10 to 15 min").waitFor();
  assert.ok((await size(page)).across <= 0);
  await page.locator(".game.one-billion-users").getByRole("button", { name: "Play now" }).click();
  await page.locator(".hand .slot").first().waitFor();
  const levels = (await keptIn(page)).map(({ setup }) => setup.players.slice(1).map((player) => player?.bot?.split(":")[0]));
  assert.deepEqual(levels, [["hard", "hard", "hard"], ["hard", "hard", "hard"]]);
  await page.goto(`${fixture.address}/#/daily/one-billion-users`);
  await page.getByText("3 days in a row").waitFor();
}

/** Yesterday's place is at the deal of today. */
async function yesterday(page: Page): Promise<void> {
  await page.addInitScript(({ day, now }) => localStorage.setItem("billions.challenges", JSON.stringify([{ id: "y", game: "six-billion", day, began: now - 86_400_000, end: { place: 1, points: 90, seats: 4, when: now } }])), { day: dayBefore(1), now: Date.now() });
  await page.goto(`${fixture.address}/#/daily/six-billion`);
  await page.getByText("Yesterday:").waitFor();
  assert.match(await page.getByRole("link", { name: "1st of 4, 90 points" }).getAttribute("href").then(String), new RegExp(`#/daily/six-billion/${dayBefore(1)}$`));
  assert.ok((await size(page)).across <= 0);
}

/** Level, rivals, go: one screen at a desk, two on a telephone, with as many seats as there are. */
async function fits(page: Page, look: Look): Promise<void> {
  for (const [game, most] of [["one-billion-users", "4"], ["six-billion", "5"]] as const) {
    for (const how of ["", "&together=1"]) {
      await page.goto(`${fixture.address}/#/settings`);
      await page.goto(`${fixture.address}/#/new?game=${game}${how}`);
      await page.getByRole("radio", { name: most, exact: true }).check();
      await page.locator(".sits .seat").nth(Number(most) - 1).waitFor();
      const { across, down } = await size(page);
      assert.ok(across <= 0 && down <= (look.width < 800 ? 2 : 1), `${game}${how}: ${across}, ${down}`);
    }
  }
  await page.getByText(/^Rules: the usual ones$/).click();
  await page.getByText("More of the rules").waitFor();
}

const CASES: [string, Look, (page: Page, look: Look) => Promise<void>, object?][] = [
  ["stranger", DESK, stranger],
  ["stranger on a telephone", PHONE, stranger],
  ["a table that moves", DESK, moving],
  ["a table that moves, on a telephone", PHONE, moving],
  ["the whole middle", { ...DESK, calm: true }, whole],
  ["the whole middle, on a tablet", { width: 820, height: 1180, calm: true }, whole],
  ["a game over it", { ...DESK, calm: true }, begins],
  ["a game over it, on a telephone", PHONE, begins],
  ["a still", { ...DESK, calm: true }, moving],
  ["back", { ...DESK, calm: true }, back],
  ["back on a telephone", { ...PHONE, calm: true }, back],
  ["yesterday", PHONE, yesterday],
  ["a new game", DESK, fits],
  ["a new game on a telephone", PHONE, fits],
];
for (const [name, look, test] of CASES.filter(([one]) => one.includes(process.argv[2] ?? ""))) {
  const opened = await openPage(fixture, look, { knows: ["one-billion-users", "six-billion"] });
  try {
    await test(opened.page, look);
    assert.deepEqual(opened.troubles, []);
    console.log(`Home, ${name}: fine`);
  } catch (why) {
    throw await withTroubles([opened], why);
  }
  await opened.page.context().close();
}
await fixture.close();
