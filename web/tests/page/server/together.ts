// Whole games at a real server, of each kind: three browsers and a bot sit at a table, a fourth browser watches. On the way one loads its
// page again, one loses its connection for a while, and the server is killed and started again; all must see the same end. It also proves
// that the page lives under the policy that the server really sends.
//
//     vite-node tests/page/server/together.ts BILLIONS-ONLINE [GAME]
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { openLine } from "../tools/line";
import { chooseNumber, PATIENCE, readSheet, SHORTENED, tryStep, type Game } from "../tools/player";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const seen = { width: 1280, height: 800, calm: true };
const MOST_STEPS = 4000;
/** A game is made shorter by an option that a person gives as well. */
const GAMES: { game: Game; shortened: string }[] = [
  { game: "one-billion-users", shortened: "60" },
  { game: "six-billion", shortened: "2" },
];

let server = await serve(program, folder);

const GONE = /^No answer for \d+ (s|min): trying again$/;

/** Presses whatever any of them is asked, so often; true: the game is over. */
async function playSome(pages: Page[], game: Game, from: number, steps: number): Promise<boolean> {
  let last = Date.now();
  for (let done = 0; done < steps; ) {
    const states = await Promise.all(pages.map((page) => tryStep(page, game, from + done)));
    if (states.every((state) => state === "over")) {
      return true;
    }
    if (states.includes("acted")) {
      done += states.filter((state) => state === "acted").length;
      last = Date.now();
    } else {
      assert.ok(Date.now() - last < PATIENCE, "nobody is asked anything any more, and the game is not over");
      await new Promise((go) => setTimeout(go, 30));
    }
  }
  return false;
}

async function wholeGame(fixture: Fixture, game: Game, shortened: string): Promise<void> {
  const line = await openLine(Number(new URL(fixture.address).port));
  const calm = { pace: 0, motion: "none" };
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, seen, { ...calm, name: "Ben" });
  const cleo = await openPage({ ...fixture, address: line.address }, seen, { ...calm, name: "Cleo" });
  const guest = await openPage(fixture, seen, calm);
  const all = [ann, ben, cleo, guest];
  try {
    await ann.page.goto(`${fixture.address}/#/new?game=${game}&together=1`);
    await ann.page.getByRole("radio", { name: "4", exact: true }).check();
    await ann.page.getByLabel("Who sits at seat 4").selectOption("-");
    await chooseNumber(ann.page, SHORTENED[game], shortened);
    await ann.page.getByRole("button", { name: "Make the table" }).click();
    const link = (await ann.page.locator("code").innerText()).trim();
    assert.match(link, /\/t\/\S+$/);
    // Who came too early and takes no seat sees the others sit down, and can watch when it begins, without loading the page again.
    await guest.page.goto(link);
    await guest.page.getByRole("button", { name: "Sit here" }).first().waitFor();
    for (const { page } of [ben, cleo]) {
      await page.goto(page === cleo.page ? link.replace(fixture.address, line.address) : link);
      await page.getByRole("button", { name: "Sit here" }).first().click();
    }
    await guest.page.getByRole("button", { name: "Watch" }).click();
    const players = [ann.page, ben.page, cleo.page];
    for (const page of players) {
      await page.locator(".hand .slot").first().waitFor();
    }
    await playSome(players, game, 0, 10);

    await ben.page.reload();
    await ben.page.locator(".hand .slot").first().waitFor();
    await ben.page.goto(`${fixture.address}/#/`);
    await ben.page.getByRole("link", { name: /Go on with your game with others/ }).click();
    await ben.page.locator(".hand .slot").first().waitFor();
    await playSome(players, game, 10, 10);
    assert.deepEqual(all.flatMap(({ troubles }) => troubles), []);

    line.cut();
    await cleo.page.locator(".notices").getByText(GONE).waitFor();
    for (let i = 0; i < 10; i++) {
      // The others go on as far as they can without her.
      await tryStep(ann.page, game, 20 + i);
      await tryStep(ben.page, game, 20 + i);
    }
    line.mend();
    await cleo.page.locator(".notices").getByText(GONE).waitFor({ state: "detached" });
    await playSome(players, game, 21, 9);

    server.process.kill("SIGKILL");
    await Promise.all(all.map(({ page }) => page.locator(".notices").getByText(GONE).waitFor()));
    server = await serve(program ?? "", folder, Number(new URL(fixture.address).port));
    await Promise.all(all.map(({ page }) => page.locator(".notices").getByText(GONE).waitFor({ state: "detached" })));
    assert.equal(await guest.page.locator(".hand .slot[draggable=true], .ask .button").count(), 0, "who watches is asked nothing");
    assert.ok(await playSome(players, game, 30, MOST_STEPS), `the game did not end within ${MOST_STEPS} presses`);

    const sheets = [];
    for (const { page } of all) {
      sheets.push(await readSheet(page));
    }
    assert.equal(sheets[0]?.totals.length, 4);
    for (const { totals } of sheets) {
      assert.deepEqual(totals, sheets[0]?.totals, "all see the same end");
    }
    // That a connection was refused meanwhile is what the browser says on its own.
    assert.deepEqual(all.flatMap(({ troubles }) => troubles).filter((said) => !/WebSocket|ERR_CONNECTION|ERR_EMPTY/.test(said)), []);
    console.log(`${game}: three browsers, a bot and a spectator; a reload, a lost connection, a killed server. ${sheets[3]?.winner}`);
  } catch (why) {
    console.log(`${game}:`);
    throw await withTroubles(all, why);
  } finally {
    line.close();
    await Promise.all(all.map(({ page }) => page.context().close()));
  }
}

const browser = await openBrowser();
try {
  for (const { game, shortened } of GAMES.filter((one) => one.game.includes(process.argv[3] ?? ""))) {
    await wholeGame({ address: server.address, browser, close: () => browser.close() }, game, shortened);
  }
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
