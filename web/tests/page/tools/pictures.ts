// Pictures of the main screens in build/page-pictures, for people to look at: telephone, laptop and wide screen, light and dark, with boards
// as full as they get. A name says screen, size and ground: six-window-phone-dark.
//
//     npm run pictures [NAME...]      only those whose name has one of the NAMEs in it
//
// BILLIONS_PICTURES names another folder for them.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { newEngine } from "../../engine/engine";
import { begin, openFixture, openPage, type Look } from "./fixture";
import { pretend, TABLE } from "./pretended";

const OUT = process.env["BILLIONS_PICTURES"] ?? fileURLToPath(new URL("../../../../build/page-pictures", import.meta.url));
const SCREENS: [string, Look][] = [
  ["phone", { width: 390, height: 844, touch: true }],
  ["laptop", { width: 1440, height: 900 }],
  ["wide", { width: 1920, height: 1080 }],
];
const only = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
const fixture = await openFixture();
let wrong = 0;

async function take(name: string, look: Look, prepare: (page: Awaited<ReturnType<typeof openPage>>["page"]) => Promise<void>): Promise<void> {
  if (only.length > 0 && !only.some((part) => name.includes(part))) {
    return;
  }
  const { page, troubles } = await openPage(fixture, look, { pace: 0, motion: "none" });
  try {
    await prepare(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${OUT}/${name}.png` });
    const across = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (across > 0) {
      troubles.push(`${across} pixels wider than the screen`);
    }
  } catch (trouble) {
    troubles.push(String(trouble));
    await page.screenshot({ path: `${OUT}/${name}-failed.png` });
  }
  console.log(name, troubles.length ? troubles.slice(0, 5) : "fine");
  wrong += troubles.length;
  await page.context().close();
}

const sat = (...persons: string[]): string[] => persons.map((person) => `easy:person=${person}`);
const obu = { game: "one-billion-users", seats: 3, bots: "easy", rivals: sat("bruno", "greta", "ada"), seed: "pictures", options: { networks: "random" } };
const six = { game: "six-billion", seats: 5, bots: "easy", rivals: sat("pavel", "ilse", "kasimir", "rosa"), seed: "pictures" };

/** A finished game of two bots. */
function recordOf(game: string): string {
  const engine = newEngine();
  const { match } = engine.ask("new", { game, seats: 2, seed: "pictures", players: [{ bot: "greedy" }, { bot: "greedy" }] });
  while (engine.ask("step", { match }).actor !== 0) {
    // on to the end
  }
  return engine.ask("record", { match });
}

/** As a server would tell of tables, without one. */
const TABLES = [
  {
    table: "aaaaaaaaaaaaaaaaaaaaaa",
    title: "Ann's table",
    game: "six-billion",
    state: "open",
    seats: [
      { seat: 1, kind: "person", name: "Ann" },
      { seat: 2, kind: "bot", name: "easy" },
      { seat: 3, kind: "free" },
      { seat: 4, kind: "free" },
    ],
  },
  {
    table: "bbbbbbbbbbbbbbbbbbbbbb",
    title: "",
    game: "one-billion-users",
    state: "playing",
    seats: [
      { seat: 1, kind: "person", name: "Ben" },
      { seat: 2, kind: "person", name: "Cleo" },
    ],
  },
];

for (const [screen, look] of SCREENS) {
  for (const ground of ["light", "dark"]) {
    const seen = { ...look, dark: ground === "dark", calm: true };
    const taken = (name: string, prepare: Parameters<typeof take>[2]): Promise<void> => take(`${name}-${screen}-${ground}`, seen, prepare);
    await taken("home", async (page) => {
      await page.goto(fixture.address);
    });
    await taken("obu", async (page) => {
      await begin(fixture, page, { ...obu, after: 90 });
      await page.locator(".hand .slot").first().waitFor();
    });
    // What a newcomer sees: the first table of each game.
    for (const game of ["one-billion-users", "six-billion"]) {
      await taken(`first-${game}`, async (page) => {
        await page.addInitScript(() => localStorage.setItem("billions.settings", JSON.stringify({ motion: "none" })));
        await begin(fixture, page, { ...(game === "six-billion" ? six : obu), seats: 3, options: {} });
        await page.locator(".ask .button").first().waitFor();
        await page.waitForTimeout(2000);
      });
    }
    await taken("six", async (page) => {
      await begin(fixture, page, { ...six, after: 170 });
      await page.locator(".ask .button").first().waitFor();
    });
    await taken("six-card", async (page) => {
      await begin(fixture, page, { ...six, seats: 3, seed: "pictures 2", after: 100 });
      await page.locator(".hand .slot.can").first().click({ force: true });
    });
    await taken("orders", async (page) => {
      await begin(fixture, page, { ...six, after: 60 });
      await page.locator(".ask .button").first().waitFor();
      if (look.touch) {
        await page.getByRole("button", { name: "More", exact: true }).click();
        await page.getByRole("button", { name: "Auto-answers" }).click();
      } else {
        await page.getByRole("button", { name: "Auto-answers" }).click();
      }
      await page.getByRole("dialog", { name: "Auto-answers" }).getByRole("switch").first().waitFor();
    });
    await taken("lobby", async (page) => {
      await page.route("**/api/tables?*", (route) => route.fulfill({ json: { tables: TABLES } }));
      await page.goto(`${fixture.address}/#/lobby`);
      await page.getByText("Ann's table").waitFor();
    });
    await taken("seats", async (page) => {
      await page.route("**/api/tables/*", (route) => route.fulfill({ json: TABLES[0] }));
      await page.goto(`${fixture.address}/#/t/${TABLES[0]?.table}`);
      await page.getByRole("button", { name: "Sit here" }).first().waitFor();
    });
    await taken("settings", async (page) => {
      await page.goto(`${fixture.address}/#/settings`);
      await page.locator("h1").waitFor();
    });
    await taken("obu-card", async (page) => {
      await begin(fixture, page, { ...obu, seats: 4, options: {}, after: 70 });
      await page.locator(".hand .slot").nth(3).click({ force: true });
    });
    await taken("obu-block", async (page) => {
      await begin(fixture, page, { ...obu, seats: 2, seed: "block", options: {}, after: 60 });
      await page.locator(".hand .blocker, .hand .action").first().click({ force: true });
    });
    await taken("obu-window", async (page) => {
      await begin(fixture, page, { ...obu, seed: "window 16", after: 60, window: true });
      await page.locator(".bottom.window").waitFor();
    });
    await taken("obu-end", async (page) => {
      await begin(fixture, page, { ...obu, seats: 2, after: 10000 });
      await page.locator("dialog[open] polyline").first().waitFor();
    });
    await taken("new", async (page) => {
      await page.goto(`${fixture.address}/#/new?game=one-billion-users`);
      await page.locator("summary").last().click();
    });
    await taken("six-window", async (page) => {
      await begin(fixture, page, { ...six, seed: "window", after: 150, window: true });
      await page.locator(".ask .button").first().waitFor();
    });
    await taken("obu-full", async (page) => {
      await begin(fixture, page, { ...obu, seats: 4, after: 95 });
      await page.locator(".hand .slot").first().waitFor();
    });
    await taken("six-end", async (page) => {
      await begin(fixture, page, { ...six, seats: 2, after: 10000 });
      await page.locator("dialog[open] polyline").first().waitFor();
    });
    await taken("tutorial", async (page) => {
      await page.goto(`${fixture.address}/#/tutorial`);
      await page.locator("ol a").first().waitFor();
    });
    for (const [game, lesson] of [
      ["one-billion-users", "safeguards"],
      ["six-billion", "growth"],
    ] as const) {
      await taken(`lesson-${game}`, async (page) => {
        await page.goto(`${fixture.address}/#/tutorial/${game}/${lesson}`);
        await page.locator(".bottom .hand .slot").first().waitFor();
        await page.locator(".coach .ways .button:not([disabled])").first().click();
        await page.waitForTimeout(1500);
      });
      await taken(`gallery-${game}`, async (page) => {
        await page.goto(`${fixture.address}/#/gallery/${game}`);
        await page.locator(".grid li").first().waitFor();
      });
      await taken(`replay-${game}`, async (page) => {
        await page.goto(`${fixture.address}/#/replay`);
        await page.locator("input[type=file]").setInputFiles({ name: "game.record", mimeType: "text/plain", buffer: Buffer.from(recordOf(game)) });
        const moment = page.getByRole("slider", { name: "Moment of the game" });
        await moment.fill(String(Math.floor(Number(await moment.getAttribute("max")) * 0.6)));
        await page.getByRole(look.touch ? "button" : "tab", { name: "Analysis", exact: true }).click();
        await page.getByRole("button", { name: "Analyse" }).click();
        await page.getByRole("img", { name: /^Expected place of every seat/ }).waitFor({ timeout: 600_000 });
      });
    }
    await taken("mine", async (page) => {
      for (const about of [{ ...obu, after: 10000 }, { ...six, after: 30 }]) {
        await begin(fixture, page, about);
        await page.locator(".ask, dialog[open]").first().waitFor();
        await page.waitForTimeout(500);
      }
      await page.goto(`${fixture.address}/#/mine`);
      await page.locator("main li").first().waitFor();
    });
    await taken("verify", async (page) => {
      await page.goto(`${fixture.address}/#/verify`);
      await page.locator("input[type=file]").setInputFiles({ name: "game.record", mimeType: "text/plain", buffer: Buffer.from(recordOf("one-billion-users")) });
      await page.locator(".verdict").waitFor();
    });
    await taken("rules", async (page) => {
      await page.goto(`${fixture.address}/#/rules/one-billion-users?rule=OBU-70`);
      await page.locator("article").first().waitFor();
    });
  }
}
// A big screen in a room, and the telephones beside it.
const ROOM = ["Ann", "Ben", "Cleo", "Dora"];
for (const ground of ["light", "dark"]) {
  const tv = { width: 1920, height: 1080, calm: true, dark: ground === "dark" };
  const hand = { width: 390, height: 844, touch: true, calm: true, dark: ground === "dark" };
  await take(`screen-gather-${ground}`, tv, async (page) => {
    await pretend(page, { game: "six-billion", names: ["Ann", "Ben", null, null], seed: "pictures", viewer: 0 });
    await page.goto(`${fixture.address}/#/screen/${TABLE}`);
    await page.locator(".come .qr").waitFor();
  });
  for (const [game, seats, after] of [
    ["one-billion-users", 2, 70],
    ["one-billion-users", 3, 110],
    ["one-billion-users", 4, 80],
    ["six-billion", 4, 330],
  ] as const) {
    const about = { game, names: ROOM.slice(0, seats), seed: "pictures", after };
    await take(`screen-${game}-${seats}-${ground}`, tv, async (page) => {
      await pretend(page, { ...about, viewer: 0 });
      await page.goto(`${fixture.address}/#/screen/${TABLE}`);
      await page.getByRole("status", { name: "Whose turn it is" }).waitFor();
    });
    await take(`hand-${game}-${seats}-${ground}`, hand, async (page) => {
      await pretend(page, { ...about, viewer: 1 });
      await page.goto(`${fixture.address}/#/hand/${TABLE}`);
      await page.locator(".hand .slot").first().waitFor();
    });
  }
  await take(`screen-end-${ground}`, tv, async (page) => {
    await pretend(page, { game: "one-billion-users", names: ROOM, seed: "pictures", after: 10000, viewer: 0 });
    await page.goto(`${fixture.address}/#/screen/${TABLE}`);
    await page.getByRole("main", { name: "The end" }).waitFor();
    await page.getByText("Turning points").waitFor();
  });
  for (const [name, size] of [
    ["4k", { width: 3840, height: 2160 }],
    ["laptop", { width: 1440, height: 900 }],
  ] as const) {
    await take(`screen-${name}-${ground}`, { ...tv, ...size }, async (page) => {
      await pretend(page, { game: "six-billion", names: ROOM, seed: "pictures", after: 330, viewer: 0 });
      await page.goto(`${fixture.address}/#/screen/${TABLE}`);
      await page.getByRole("status", { name: "Whose turn it is" }).waitFor();
    });
  }
}
await fixture.close();
process.exit(wrong ? 1 : 0);
