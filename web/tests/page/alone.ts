// Whole games alone against bots, of each kind: without a server and a connection, by keys alone, and on a telephone with a finger. Each is
// left and opened again on the way, and must go on where it was.
//
//     vite-node tests/page/alone.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import { begin, openFixture, openPage, type Look } from "./tools/fixture";
import { readSheet, step, type Game, type Way } from "./tools/player";

interface Case {
  name: string;
  game: Game;
  seats: number;
  options: Record<string, string>;
  look: Look;
  way: Way;
  /** the server is gone before the game begins */
  offline?: boolean;
}

const DESK: Look = { width: 1280, height: 800, calm: true };
const PHONE: Look = { width: 360, height: 740, calm: true, touch: true };
// Options that make games shorter, so that there is time for all of them; two are played at their full length.
const CASES: Case[] = [
  { name: "obu-offline", game: "one-billion-users", seats: 3, options: {}, look: DESK, way: "mouse", offline: true },
  { name: "six-offline", game: "six-billion", seats: 2, options: {}, look: DESK, way: "mouse", offline: true },
  { name: "obu-keys", game: "one-billion-users", seats: 3, options: { cut: "60" }, look: DESK, way: "keys" },
  { name: "six-keys", game: "six-billion", seats: 2, options: { "turn-cap": "3" }, look: DESK, way: "keys" },
  { name: "obu-phone", game: "one-billion-users", seats: 4, options: { cut: "60" }, look: PHONE, way: "touch" },
  { name: "six-phone", game: "six-billion", seats: 3, options: { "turn-cap": "3" }, look: PHONE, way: "touch" },
];
const MOST_STEPS = 4000;

async function play({ name, game, seats, options, look, way, offline = false }: Case): Promise<void> {
  const fixture = await openFixture();
  const { page, troubles } = await openPage(fixture, { ...look, keeps: offline }, { pace: 0, motion: "none" });
  try {
    if (offline) {
      await page.goto(fixture.address);
      await page.waitForFunction(() => navigator.serviceWorker.ready.then((there) => there.active?.state === "activated"));
      fixture.dies?.();
      await page.reload();
    }
    await begin(fixture, page, { game, seats, options, bots: "greedy", seed: `whole ${name}` });
    let steps = 0;
    while (await step(page, game, steps, way)) {
      steps++;
      assert.ok(steps < MOST_STEPS, `the game did not end within ${MOST_STEPS} presses`);
      if (steps === 12) {
        const lines = await page.locator(".log p").count();
        await page.reload();
        await page.locator(".log p").nth(Math.min(lines, 3)).waitFor({ state: "attached" });
      }
      if (steps % 20 === 0) {
        const across = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(across, 0, "nothing is wider than the screen");
      }
    }
    assert.ok(steps > 15, `a game takes more than ${steps} presses`);
    const { winner, totals } = await readSheet(page);
    assert.equal(totals.length, seats);
    assert.deepEqual(troubles, []);
    console.log(`${name}: ${steps} presses, ${winner}`);
  } catch (why) {
    await page.screenshot({ path: fileURLToPath(new URL("../../../build/page-failed.png", import.meta.url)) }).catch(() => undefined);
    throw new Error(`${name}: ${troubles.slice(0, 5).join("; ")} ${why instanceof Error ? why.stack : String(why)}`);
  } finally {
    await fixture.close();
  }
}

for (const one of CASES.filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
  await play(one);
}
