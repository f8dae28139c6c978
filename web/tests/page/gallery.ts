// The gallery: every kind of event that either game can rate grand, or harm to who looks, has the middle of the table with the thing itself, and a picture of
// it is left in build/gallery/. What is looked for follows from the games' own tables (staging.ts); the moments are those of bots' games.
//
//     vite-node tests/page/gallery.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { CARDS } from "../../src/generated/one-billion-users";
import { KINDS as OBU } from "../../src/games/one-billion-users/staging";
import type { Kind } from "../../src/games/scene";
import { GROWN, KINDS as SIX } from "../../src/games/six-billion/staging";
import { LEAD } from "../../src/table/stage/lead";
import { layDown, openFixture, openPage, withTroubles } from "./tools/fixture";
import { recordAt, stepsOf, type Bots, type Step } from "./tools/staged";

const FOLDER = fileURLToPath(new URL("../../../build/gallery/", import.meta.url));

/** All that the table of a game can rate so, each as "kind weight". */
function rated(kinds: Record<string, Kind>, more: Record<string, string[]> = {}): string[] {
  const of = Object.entries(kinds).flatMap(([kind, { weight, harms, costs }]) => [...(weight === "grand" ? (more[kind] ?? [kind]).map((one) => `${one} grand`) : []), ...(harms || costs ? [`${kind} harm`] : [])]);
  return [...of, `${LEAD} grand`];
}
const events = Object.entries(CARDS).flatMap(([name, card]) => (card?.kind === "event" ? [`event ${name}`] : []));
const WANTED: Record<string, string[]> = {
  "one-billion-users": rated(OBU, { event: events, milestone: ["milestone 1", "milestone 2", "milestone 3"] }),
  "six-billion": [...rated(SIX), ...GROWN.map((kind) => `${kind} grand`)],
};
/** Between whom they are looked for, in this order; and in so many games of each. */
const TABLES: Omit<Bots, "seed">[] = [
  { game: "one-billion-users", seats: 4, bot: "greedy" },
  { game: "one-billion-users", seats: 2, bot: "greedy" },
  { game: "six-billion", seats: 4, bot: "greedy" },
  { game: "six-billion", seats: 4, bot: "random" }, // who is refused what it offers
];
const GAMES = 40;

/** The first moment of each, made by another seat: the page has it made by the same bot. */
function found(): Map<string, Bots & { step: Step; of: string }> {
  const moments = new Map<string, Bots & { step: Step; of: string }>();
  for (const table of TABLES) {
    const missing = new Set(WANTED[table.game]?.filter((of) => !moments.has(`${table.game}: ${of}`)));
    for (let i = 1; i <= GAMES && missing.size > 0; i++) {
      const about = { ...table, seed: `gallery ${i}` };
      for (const step of stepsOf(about)) {
        for (const of of step.seat === 1 ? [] : step.staged.map(({ kind, scene }) => `${kind} ${scene.weight}`)) {
          if (missing.delete(of)) {
            moments.set(`${about.game}: ${of}`, { ...about, step, of });
          }
        }
      }
    }
  }
  return moments;
}

const letters = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "");

/** The moment, until what is meant is in the middle of the table: how high it is there, as a part of the table. */
async function show(page: Page, { step, of, ...about }: Bots & { step: Step; of: string }): Promise<number> {
  const { game, seats, bot, seed } = about;
  const players = [{ name: "You" }, ...Array.from({ length: seats - 1 }, () => ({ bot }))];
  const id = await layDown(fixture, page, { game, seats, options: {}, players, seed }, recordAt(about, step.ply));
  await page.goto(`${fixture.address}/#/table/${id}`);
  const text = letters(step.staged.find(({ kind, scene }) => `${kind} ${scene.weight}` === of)?.scene.text.replace(/^Seat \d+/, "") ?? ""); // the page says whose name it is
  await page.waitForFunction((text) => [...document.querySelectorAll(".stage figcaption")].some((one) => (one.textContent ?? "").replace(/[^A-Za-z0-9]/g, "").includes(text)), text, { timeout: 60_000 });
  await page.waitForTimeout(500); // it comes in
  await page.screenshot({ path: `${FOLDER}${game}-${of.replace(/\W+/g, "-")}.png` });
  return page.evaluate((revealed) => {
    const stage = document.querySelector(".stage");
    const all = [...(revealed ? document : (stage ?? document)).querySelectorAll(revealed ? ".reveal .turns" : ".drawn > *")].map((one) => one.getBoundingClientRect().height);
    return Math.max(0, ...all) / (stage?.clientHeight ?? 1);
  }, of.startsWith("launched"));
}

mkdirSync(FOLDER, { recursive: true });
const moments = found();
const none = Object.entries(WANTED).flatMap(([game, all]) => all.map((of) => `${game}: ${of}`)).filter((name) => !moments.has(name));
assert.deepEqual(none, [], "each kind happens in some game");
const fixture = await openFixture();
const { page, troubles } = await openPage(fixture, { width: 1440, height: 900 }, { knows: ["one-billion-users", "six-billion"], log: false, pace: 4, sounds: false });
try {
  for (const [name, moment] of [...moments].filter(([one]) => one.includes(process.argv[2] ?? ""))) {
    const part = await show(page, moment).catch((why: unknown) => {
      throw new Error(`${name} (${moment.seed}, step ${moment.step.ply}): ${String(why)}`);
    });
    assert.ok(part > 0.15 && part < 0.5, `${name}: the thing itself, not words alone: ${part.toFixed(2)} of the table's height`);
  }
  assert.deepEqual(troubles, []);
} catch (why) {
  throw await withTroubles([{ page, troubles }], why);
}
console.log(`${moments.size} kinds of events, each staged: build/gallery`);
await fixture.close();
