// One deal for friends, by what a person sees: a link made at a new game, two browsers that play it, each alone, their results brought
// together by links and by a server, and compared move by move; and a friend challenged with the deal of a game that was just played.
//
//     vite-node tests/page/server/duplicate.ts BILLIONS-ONLINE [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { begin, openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { detailsOf, step, type Game } from "../tools/player";
import { serve } from "../tools/server";

const [program, only = ""] = process.argv.slice(2);
assert.ok(program, "name the program billions-online");
const scratch = mkdtempSync(join(tmpdir(), "billions-duplicate-"));
const server = await serve(program, scratch);
const browser = await openBrowser();
const fixture: Fixture = { address: server.address, browser, close: () => browser.close() };
const SETTINGS = { pace: 0, motion: "none", knows: ["one-billion-users", "six-billion"] };

interface Player {
  page: Page;
  troubles: string[];
}
const player = (name: string, width = 1280): Promise<Player> => openPage(fixture, { width, height: 844 }, { ...SETTINGS, name });

/** Plays the challenge that is shown to its end; what is offered to be shared. `turn`: with which choice it begins, so that two play differently. */
async function play(page: Page, game: Game, turn: number): Promise<string> {
  await page.getByRole("button", { name: "Play it" }).click();
  for (let i = 0; await step(page, game, i + turn); i++) {
    // on to the end
  }
  return (await detailsOf(page)).getByLabel("Your result to share").inputValue();
}

const linkIn = (text: string): string => /https?:\S+/.exec(text)?.[0] ?? "";

async function compared(page: Page, names: string[]): Promise<void> {
  const results = page.getByRole("region", { name: "Results" });
  await results.waitFor();
  for (const name of names) {
    await results.getByText(name, { exact: true }).waitFor();
  }
  const chart = await page.getByRole("img", { name: /^Points over the game/ }).getAttribute("aria-label");
  assert.ok(names.every((name) => chart?.includes(name)), `the chart has a line for each: ${chart}`);
  const parting = page.getByRole("region", { name: "Where the ways part" });
  const number = Number(/decision (\d+)/.exec(await parting.innerText())?.[1]);
  const rows = page.getByRole("table").getByRole("row");
  assert.equal(await rows.nth(1).getByRole("rowheader").innerText(), String(number), "the first that differs is where the ways part");
  await page.getByRole("checkbox", { name: /^Only those that differ/ }).uncheck();
  assert.equal(await rows.nth(1).getByRole("rowheader").innerText(), "1");
  if (number > 1) {
    assert.match(await rows.nth(number - 1).innerText(), /yes$/);
  }
  assert.match(await rows.nth(number).innerText(), /no$/);
  // Each moment opens the replay.
  const ply = /@(\d+)$/.exec((await parting.getByRole("link", { name: "Look at it" }).first().getAttribute("href")) ?? "")?.[1];
  await parting.getByRole("link", { name: "Look at it" }).first().click();
  await page.getByRole("main", { name: `The table at move ${ply}` }).waitFor();
  await page.goBack();
  await results.waitFor();
}

/** By links alone, as without a server. */
async function byLinks(ann: Player, bob: Player): Promise<void> {
  await ann.page.goto(`${fixture.address}/#/new?game=one-billion-users`);
  await ann.page.getByRole("button", { name: "Make a challenge for friends" }).click();
  const link = await ann.page.getByLabel("The link to this deal").inputValue();
  assert.match(link, /#\/challenge\/[A-Za-z0-9_-]+$/);
  const first = linkIn(await play(ann.page, "one-billion-users", 1));

  // Who has not played sees the result, and no card, neither by its link nor by asking for the comparison.
  await bob.page.goto(first);
  await bob.page.getByText("Verified.").waitFor();
  await bob.page.getByRole("heading", { name: "Ann has played One Billion Users" }).waitFor();
  assert.equal(await bob.page.getByRole("link", { name: /Compare|Look at this game/ }).count(), 0);
  const id = await ann.page.evaluate(() => /challenge-([a-z0-9]+)/.exec(location.hash)?.[1] ?? "");
  await bob.page.goto(`${fixture.address}/#/compare/${id}`);
  await bob.page.getByText("No card of it is shown before.").waitFor();

  await bob.page.goto(link);
  await bob.page.getByText("Ann").waitFor();
  const second = linkIn(await play(bob.page, "one-billion-users", 3));
  await bob.page.getByRole("link", { name: "The challenge and how others did" }).click();
  await bob.page.getByRole("link", { name: "Compare move by move" }).click();
  await compared(bob.page, ["You", "Ann"]);

  // Pasted instead of opened.
  await ann.page.goto(link);
  await ann.page.getByText("Somebody has sent you a result?").click();
  await ann.page.getByLabel("Paste it here").fill(`Look, Ann: ${second} !`);
  await ann.page.getByRole("button", { name: "Open it" }).click();
  await ann.page.getByRole("link", { name: "Compare with your game" }).click();
  await compared(ann.page, ["You", "Bob"]);
}

/** At a server results come together by the challenge's id. */
async function atServer(ann: Player, bob: Player): Promise<void> {
  for (const [{ page }, turn] of [[ann, 1], [bob, 3]] as [Player, number][]) {
    await page.goto(`${fixture.address}/#/daily/one-billion-users`);
    await play(page, "one-billion-users", turn);
    await page.getByRole("link", { name: "The day's deal and how others did" }).click();
    await page.getByRole("button", { name: "Send my result to this server" }).click();
    await page.getByRole("table").getByRole("rowheader", { name: /\(you\)$/ }).waitFor();
  }
  await bob.page.getByRole("row", { name: /Ann/ }).getByRole("button", { name: "Compare" }).click();
  await compared(bob.page, ["You", "Ann"]);
  // Who looks without having played sees the table, and no way to the games.
  const eve = await player("Eve", 390);
  await eve.page.goto(`${fixture.address}/#/daily/one-billion-users`);
  await eve.page.getByRole("button", { name: "Show who has played" }).click();
  await eve.page.getByRole("rowheader", { name: "Bob" }).waitFor();
  assert.equal(await eve.page.getByRole("button", { name: "Compare" }).count(), 0);
  assert.deepEqual(eve.troubles, []);
  await eve.page.context().close();
}

/** A game that was just played becomes a challenge. */
async function afterwards(ann: Player, bob: Player): Promise<void> {
  await begin(fixture, ann.page, { game: "six-billion", seats: 2, bots: "greedy", seed: "afterwards", after: 5000 });
  await (await detailsOf(ann.page)).getByRole("button", { name: "Challenge a friend with this deal" }).click();
  const link = await ann.page.getByLabel("The link to this deal").inputValue();
  const result = linkIn(await ann.page.getByLabel("Your result to share").inputValue());
  assert.equal(await ann.page.getByRole("button", { name: "Play it" }).count(), 0, "who knows the cards does not play them again");
  await bob.page.goto(link);
  await play(bob.page, "six-billion", 3);
  await bob.page.goto(result);
  await bob.page.getByRole("link", { name: "Compare with your game" }).click();
  await compared(bob.page, ["You"]);
}

const CASES: [string, (ann: Player, bob: Player) => Promise<void>][] = [
  ["by links", byLinks],
  ["at a server", atServer],
  ["after a game", afterwards],
];
try {
  for (const [name, test] of CASES.filter(([one]) => one.includes(only))) {
    const players = [await player("Ann"), await player("Bob", 820)] as const;
    try {
      await test(...players);
      assert.deepEqual(players.flatMap(({ troubles }) => troubles), []);
    } catch (why) {
      throw await withTroubles([...players], why);
    }
    console.log(`One deal for friends, ${name}, fine`);
    await Promise.all(players.map(({ page }) => page.context().close()));
  }
} finally {
  await browser.close();
  server.process.kill("SIGTERM");
  rmSync(scratch, { recursive: true, force: true });
}
