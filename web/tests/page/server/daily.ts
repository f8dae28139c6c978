// The deal of a day, by what a person sees: from the first page to its last card without a reload, the result to share, its proof in another
// browser, no second try, and the day's table of a server, which lets in only what is proven.
//
//     vite-node tests/page/server/daily.ts BILLIONS-ONLINE [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, withTroubles, type Fixture, type Look } from "../tools/fixture";
import { detailsOf, readSheet, step, type Game } from "../tools/player";
import { serve } from "../tools/server";

const [program, only = ""] = process.argv.slice(2);
assert.ok(program, "name the program billions-online");
const scratch = mkdtempSync(join(tmpdir(), "billions-daily-"));
const server = await serve(program, scratch);
const browser = await openBrowser();
const fixture: Fixture = { address: server.address, browser, close: () => browser.close() };
const SETTINGS = { pace: 0, motion: "none", name: "Ann", knows: ["one-billion-users", "six-billion"] };
const TITLES: Record<Game, string> = { "one-billion-users": "One Billion Users", "six-billion": "6 Billion" };

/** Plays today's deal from the first page to its end; the text that is then offered to be shared. */
async function playToday(page: Page, game: Game): Promise<string> {
  await page.goto(`${fixture.address}/#/`);
  await page.getByRole("region", { name: "Today" }).getByRole("link", { name: `${TITLES[game]} Deal of the day` }).click();
  await page.getByRole("heading", { name: `${TITLES[game]}: today's deal` }).waitFor();
  assert.equal(await page.locator(".slot, .card, [data-fly]").count(), 0, "no card is shown before");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/table/challenge-"));
  for (let i = 0; await step(page, game, i); i++) {
    assert.equal(await page.getByRole("button", { name: "Hint", exact: true }).count(), 0, "there are no hints");
    assert.equal(await page.getByRole("button", { name: "Undo", exact: true }).count(), 0, "nothing is taken back");
  }
  const { totals } = await readSheet(page);
  assert.equal(await page.getByRole("button", { name: "Play again" }).count(), 0, "there is no second try");
  const sheet = await detailsOf(page);
  const text = await sheet.getByLabel("Your result to share").inputValue();
  const points = Number(/of \d, (-?[\d,]+) points/.exec(text)?.[1]?.replace(/,/g, ""));
  assert.ok(totals.includes(points), `the result is that of the sheet: ${text}`);
  return text;
}

async function wholeDay(page: Page, game: Game): Promise<void> {
  const text = await playToday(page, game);
  const lines = text.split("\n");
  assert.match(lines[0] ?? "", new RegExp(`^Billions: ${TITLES[game]}, the deal of \\d+ \\w+ \\d{4}$`));
  assert.match(lines[1] ?? "", /^\d(st|nd|rd|th) of \d, -?[\d,]+ points$/);
  const link = lines.at(-1) ?? "";
  assert.match(link, /#\/result\/[A-Za-z0-9_-]+$/);
  const seats = Number(/of (\d),/.exec(lines[1] ?? "")?.[1]);
  const grid = lines.slice(2, -1);
  assert.equal(grid.length, seats, "a row for each place");
  for (const row of grid) {
    assert.match(row, /^[🟩🟨🟥⬜]{8}$/u);
  }
  assert.notEqual([...(grid[Number(lines[1]?.[0]) - 1] ?? "")].at(-1), "⬜", "the last column is the place");

  await page.getByRole("link", { name: "The day's deal and how others did" }).click();
  await page.getByText(/^\d(st|nd|rd|th) of \d, -?[\d,]+ points$/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Play it" }).count(), 0);
  // The server's table shows it once it is sent.
  await page.getByRole("button", { name: "Send my result to this server" }).click();
  const own = page.getByRole("table").getByRole("row", { name: /Ann \(you\)/ });
  await own.waitFor();
  const points = /, (-?[\d,]+) points$/.exec(lines[1] ?? "")?.[1] ?? "none";
  assert.ok((await own.innerText()).includes(points), "with the points of the sheet");
  assert.equal(await page.getByRole("button", { name: "Send my result to this server" }).count(), 0);

  await page.goto(`${fixture.address}/#/`);
  const today = page.getByRole("region", { name: "Today" });
  await today.getByRole("link", { name: new RegExp(`^${TITLES[game]} Deal of the day: \\d`) }).waitFor();
  await today.getByText("1 day in a row").waitFor();
  await today.getByText(/^The next one in (\d+ h )?\d+ min$/).waitFor();
  await page.goto(`${fixture.address}/#/mine`);
  await page.getByText(new RegExp(`^${TITLES[game]}, deal of \\d{4}-\\d\\d-\\d\\d$`)).waitFor();
  const row = page.getByRole("region", { name: "Your record" }).getByRole("row").nth(1);
  assert.match(await row.innerText(), new RegExp(`${TITLES[game]}\\s+\\w+\\s+1\\s`), "it counts once");

  // Put away, it is still not to be begun again.
  await page.getByRole("button", { name: /^Forget this game/ }).first().click();
  await page.getByRole("button", { name: "Forget it" }).click();
  await page.goto(`${fixture.address}/#/daily/${game}`);
  await page.getByText("The game itself was put away.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Play it" }).count(), 0);

  // Somewhere else the link proves it, shows no card, and offers the same deal.
  const elsewhere = await openPage(fixture, { width: 390, height: 844 }, { ...SETTINGS, name: "Bob" });
  await elsewhere.page.goto(link);
  await elsewhere.page.getByText("Verified.").waitFor();
  await elsewhere.page.getByText(lines[1] ?? "").waitFor();
  assert.equal(await elsewhere.page.getByRole("link", { name: /Look at this game|Compare/ }).count(), 0, "no card before one has played");
  await elsewhere.page.getByRole("link", { name: "Play the same deal" }).click();
  await elsewhere.page.getByRole("button", { name: "Play it" }).waitFor();
  // A result that was altered is not proven.
  const letters = /#\/result\/(.+)$/.exec(link)?.[1] ?? "";
  const half = Math.floor(letters.length / 2);
  await elsewhere.page.goto(`${fixture.address}/#/result/${letters.slice(0, half)}${letters[half] === "A" ? "B" : "A"}${letters.slice(half + 1)}`);
  await elsewhere.page.getByRole("heading", { name: "This result is not proven" }).waitFor();
  assert.deepEqual(elsewhere.troubles, []);
  await elsewhere.page.context().close();
}

const CASES: [string, Look, (page: Page) => Promise<void>][] = [
  ["One Billion Users", { width: 1280, height: 800 }, (page) => wholeDay(page, "one-billion-users")],
  ["6 Billion on a telephone", { width: 390, height: 844 }, (page) => wholeDay(page, "six-billion")],
];
try {
  for (const [name, look, test] of CASES.filter(([one]) => one.includes(only))) {
    const { page, troubles } = await openPage(fixture, look, SETTINGS);
    try {
      await test(page);
      assert.deepEqual(troubles, []);
    } catch (why) {
      throw await withTroubles([{ page, troubles }], why);
    }
    console.log(`The deal of a day, ${name}, fine`);
    await page.context().close();
  }
} finally {
  await browser.close();
  server.process.kill("SIGTERM");
  rmSync(scratch, { recursive: true, force: true });
}
