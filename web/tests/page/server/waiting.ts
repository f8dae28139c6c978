// Tables at a real server before their games begin, as people see them: the host gives a seat to a bot and takes it back, removes a guest
// who hears why and does not come back under that name, fills the rest with bots by keys alone and plays; two who press quick match meet,
// wait together for a third, and fill up with a bot; a sign of one is seen by the other, not more than one at a time, and not by who wants
// none.
//
//     vite-node tests/page/server/waiting.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { PATIENCE, tryStep, type Game } from "../tools/player";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const server = await serve(program, folder);
const fixture: Fixture = { address: server.address, browser: await openBrowser(), close: async () => undefined };
const calm = { pace: 0, motion: "none" };
const seen = { width: 1280, height: 800, calm: true };
const telephone = { width: 390, height: 844, calm: true, touch: true };

/** Presses what is asked until so many answers were given: the game truly goes on. */
async function playSome(pages: Page[], game: Game, answers: number): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (let done = 0; done < answers; ) {
    const states = await Promise.all(pages.map((page) => tryStep(page, game, done)));
    done += states.filter((state) => state === "acted").length;
    assert.ok(Date.now() < until, "nobody is asked anything");
    await new Promise((go) => setTimeout(go, 30));
  }
}

/** The chair of a seat. */
const chair = (page: Page, seat: number) => page.locator(`li[data-anchor="seat-${seat}"]`);

async function theHost(): Promise<void> {
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const trudy = await openPage(fixture, telephone, { ...calm, name: "Trudy" });
  try {
    await ann.page.goto(`${fixture.address}/#/new?game=one-billion-users&together=1`);
    await ann.page.getByRole("radio", { name: "4", exact: true }).check();
    await ann.page.getByRole("button", { name: "Make the table" }).click();
    const link = (await ann.page.locator("code").innerText()).trim();
    await chair(ann.page, 1).getByText("Seat 1, you, host").waitFor();

    // A guest comes on a telephone, sees who is there, and has nothing to say about it.
    await trudy.page.goto(link);
    await trudy.page.getByRole("button", { name: "Sit here, at Seat 2" }).click();
    await chair(ann.page, 2).getByText("Trudy").waitFor();
    await chair(trudy.page, 1).getByText("Seat 1, host").waitFor();
    assert.equal(await trudy.page.getByRole("button", { name: /^Bot|Remove|Take out|Fill/ }).count(), 0, "a guest is offered what only the host may do");

    // A bot comes and goes; both see who did it.
    await ann.page.getByRole("button", { name: "Bot: Easy, for Seat 3" }).click();
    await chair(trudy.page, 3).getByText("Seat 3, bot").waitFor();
    await trudy.page.getByText(/^Ann gives a seat to [A-Z]\w+, easy\.$/).waitFor();
    await ann.page.getByRole("button", { name: /^Take out [A-Z]\w+, Seat 3$/ }).click();
    await chair(trudy.page, 3).getByText("Seat 3 is free").waitFor();
    await ann.page.getByText(/^You take [A-Z]\w+ out\.$/).waitFor();

    // A guest is removed, after a second thought, and hears who did it; loading again and sitting down again are of no use.
    await ann.page.getByRole("button", { name: "Remove Trudy, Seat 2" }).click();
    await ann.page.getByRole("button", { name: "Let Trudy stay" }).click();
    await ann.page.getByRole("dialog").waitFor({ state: "detached" });
    await chair(ann.page, 2).getByText("Trudy").waitFor();
    await ann.page.getByRole("button", { name: "Remove Trudy, Seat 2" }).click();
    await ann.page.getByRole("button", { name: "Remove Trudy", exact: true }).click();
    await trudy.page.getByText("Ann, the host, removed you from this table before the game began.").waitFor();
    await chair(ann.page, 2).getByText("Seat 2 is free").waitFor();
    await trudy.page.getByRole("button", { name: "Sit here, at Seat 2" }).click();
    await trudy.page.getByText("The host removed Trudy from this table").waitFor();
    await trudy.page.reload();
    await trudy.page.getByRole("button", { name: "Sit here, at Seat 2" }).waitFor();

    // With the keys alone: the bots of the level that is chosen take the rest, and it begins.
    await ann.page.getByLabel("Bots that fill the table").focus();
    await ann.page.keyboard.press("ArrowDown"); // medium
    await ann.page.keyboard.press("Tab");
    await ann.page.keyboard.press("Enter");
    await ann.page.locator(".hand .slot").first().waitFor();
    await trudy.page.getByRole("button", { name: "Watch" }).click();
    await playSome([ann.page], "one-billion-users", 3);
    assert.deepEqual(trudy.troubles.filter((trouble) => !trouble.includes("status of 403")), []);
    assert.deepEqual(ann.troubles, []);
  } catch (why) {
    throw await withTroubles([ann, trudy], why);
  } finally {
    await ann.page.context().close();
    await trudy.page.context().close();
  }
}

async function quickMatchAndSigns(): Promise<void> {
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, telephone, { ...calm, name: "Ben" });
  const both = [ann, ben];
  try {
    for (const { page } of both) {
      await page.goto(`${fixture.address}/`);
      await page.getByText(/^More:/).click();
      await page.getByRole("heading", { name: "Quick match" }).waitFor();
    }
    // At the same moment; each of them must find the other.
    await Promise.all(both.map(({ page }) => page.getByRole("region", { name: "Quick match" }).getByRole("button", { name: /^6 Billion/ }).click()));
    for (const { page } of both) {
      await page.getByRole("heading", { name: "Quick match: 6 Billion" }).waitFor();
      await page.locator("li.person").nth(1).waitFor();
      await page.getByText("Waiting for the others").waitFor();
    }
    assert.equal(new URL(ann.page.url()).hash, new URL(ben.page.url()).hash, "two who asked for the same wait at two tables");

    // While they wait: one sign each, seen by both; a second one at once is too many.
    await ann.page.getByRole("button", { name: "Hello" }).click();
    await ben.page.locator(".bubble", { hasText: "Hello" }).filter({ hasText: "Ann" }).waitFor();
    await ann.page.locator(".bubble", { hasText: "Hello" }).waitFor();

    // Nobody else comes: after a while bots may take what is free.
    const fill = ben.page.getByRole("button", { name: "Fill with bots and begin" });
    await fill.waitFor();
    await fill.click();
    for (const { page } of both) {
      await page.locator(".hand .slot").first().waitFor();
    }
    await playSome([ann.page, ben.page], "six-billion", 2);

    // At the table: on a wide screen behind their own button, on a telephone behind the button for more.
    await ben.page.getByRole("button", { name: "More", exact: true }).click();
    await ben.page.getByRole("button", { name: "Well played" }).click();
    await ann.page.locator(".bubble", { hasText: "Well played" }).filter({ hasText: "Ben" }).waitFor();
    // Two in a moment are one sign, and a sentence.
    const pad = ann.page.getByRole("group", { name: "Signs to the others" });
    for (let twice = 0; twice < 2; twice++) {
      await ann.page.getByRole("button", { name: "Give a sign" }).click();
      await pad.getByRole("button", { name: "Ha ha" }).click({ force: twice > 0 }); // it says that it rests
    }
    await ben.page.locator(".bubble", { hasText: "Ha ha" }).filter({ hasText: "Ann" }).waitFor();
    await ann.page.getByText("One sign in three seconds is enough").waitFor();

    // Who wants no signs sees none, and can still give some.
    await ann.page.getByRole("button", { name: "Settings of this table" }).click();
    await ann.page.getByLabel("Show the smileys").uncheck();
    await ann.page.keyboard.press("Escape");
    await ann.page.locator(".bubble").waitFor({ state: "detached" });
    await ben.page.waitForTimeout(3200); // the pause of the server itself
    await ben.page.getByRole("button", { name: "More", exact: true }).click();
    await ben.page.getByRole("button", { name: "Thank you" }).click();
    await ben.page.locator(".bubble", { hasText: "Thank you" }).waitFor();
    await ann.page.getByRole("button", { name: "Give a sign" }).click();
    await pad.getByRole("button", { name: "Wow" }).click();
    await ben.page.locator(".bubble", { hasText: "Wow" }).waitFor(); // what Ben said before has long come
    assert.equal(await ann.page.locator(".bubble").count(), 0, "who wants no signs sees one");
    for (const { troubles } of both) {
      assert.deepEqual(troubles, []);
    }
  } catch (why) {
    throw await withTroubles(both, why);
  } finally {
    await ann.page.context().close();
    await ben.page.context().close();
  }
}

try {
  await theHost();
  console.log("ok  the host fills with bots, removes a guest, and begins");
  await quickMatchAndSigns();
  console.log("ok  quick match, and signs");
} finally {
  await fixture.browser.close();
  server.process.kill();
  rmSync(folder, { recursive: true, force: true });
}
