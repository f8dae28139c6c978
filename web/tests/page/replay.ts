// Replays in a real Chromium: a record opened from a file, moved through by slider, keys and log, seen by every seat, shared at a move and
// opened from that link in another browser, analysed and the analysis stopped. On a wide screen and on a telephone, both games.
//
//     npx vite-node tests/page/replay.ts [FOLDER]      with FOLDER, pictures on the way
import { strict as assert } from "node:assert";
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { newEngine } from "../engine/engine";
import { openFixture, openPage, type Look } from "./tools/fixture";
import { PATIENCE } from "./tools/player";

const folder = process.argv[2];
if (folder) {
  mkdirSync(folder, { recursive: true });
}
const fixture = await openFixture();
const engine = newEngine();

interface Game {
  record: string;
  plies: number;
}

function played(game: string, seats: number): Game {
  const { match } = engine.ask("new", { game, seats, seed: "replay", players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
  while (engine.ask("step", { match }).actor !== 0) {
    // on to the end
  }
  const { plies } = engine.ask("look", { match });
  const record = engine.ask("record", { match });
  engine.ask("free", { match });
  return { record, plies };
}

async function picture(page: Page, name: string): Promise<void> {
  if (folder) {
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${name}.png` });
  }
}

async function noWider(page: Page): Promise<void> {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "nothing is wider than the screen");
}

const slider = (page: Page): ReturnType<Page["locator"]> => page.getByRole("slider", { name: "Moment of the game" });
const moment = async (page: Page): Promise<number> => Number(await slider(page).inputValue());
async function reaches(page: Page, ply: number): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector<HTMLInputElement>("input[type=range]")?.value === String(wanted), ply);
}

/** The moment once it is one that `fits`: what was pressed is carried out by the page in its own time. */
async function comes(page: Page, why: string, fits: (ply: number) => boolean): Promise<number> {
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(20)) {
    const at = await moment(page);
    if (fits(at)) {
      return at;
    }
    assert.ok(Date.now() < end, `${why}, and it stays at ${at}`);
  }
}

async function replays({ record, plies }: Game, look: Look, name: string): Promise<void> {
  const { page, troubles } = await openPage(fixture, look, { motion: "none" });
  await page.goto(`${fixture.address}/#/replay`);
  await page.getByRole("heading", { name: "Look at a game again" }).waitFor();
  await picture(page, `${name}-open`);

  // Not every file is a record; what is wrong is said.
  await page.locator("input[type=file]").setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear Ann,\n") });
  assert.match(await page.getByRole("alert").innerText(), /letter\.txt, line 1/);
  await page.locator("input[type=file]").setInputFiles({ name: "game.record", mimeType: "text/plain", buffer: Buffer.from(record) });
  await slider(page).waitFor();
  assert.equal(await moment(page), 0);
  assert.equal(await slider(page).getAttribute("max"), String(plies));

  // Keys: by decision and by turn, forwards and back, to both ends.
  await page.keyboard.press("ArrowRight");
  const one = await comes(page, "a decision on is further", (ply) => ply > 0);
  await page.keyboard.press("ArrowRight");
  const two = await comes(page, "another is further still", (ply) => ply > one);
  await page.keyboard.press("Shift+ArrowRight");
  const turn = await comes(page, "a turn on is further", (ply) => ply > two);
  await page.keyboard.press("ArrowLeft");
  await comes(page, "a decision back is less far", (ply) => ply < turn);
  await page.keyboard.press("End");
  await reaches(page, plies);
  await page.keyboard.press("Home");
  await reaches(page, 0);

  // The slider: what is shown is what the engine says of that moment.
  const middle = Math.floor(plies / 2);
  await slider(page).fill(String(middle));
  await reaches(page, middle);
  await page.getByRole("button", { name: "Score", exact: true }).click();
  const { match } = engine.ask("load", { record });
  const scores = engine.ask("look", { match, ply: middle, viewer: "all" }).scores.map((score) => score.total.toLocaleString("en"));
  engine.ask("free", { match });
  assert.deepEqual(await page.getByRole("dialog").locator("tfoot tr").first().locator("td").allInnerTexts(), scores);
  await page.keyboard.press("Escape");
  await noWider(page);
  await picture(page, `${name}-middle`);

  // Every seat's eyes, and a spectator's.
  const second = record.includes("six-billion") ? "Blue" : "Seat 2"; // as the game's own sentences call it
  for (const eyes of [second, "Spectator", "All"]) {
    await page.getByLabel("Seen by").selectOption({ label: eyes });
    await page.waitForTimeout(200);
    assert.equal(await moment(page), middle);
    await noWider(page);
    await picture(page, `${name}-${eyes.toLowerCase().replace(/ /g, "-")}`);
  }

  // The log follows, and a click on a line leads there.
  const narrow = (look.width ?? 0) < 1081;
  if (narrow) {
    await page.getByRole("button", { name: "Log", exact: true }).click();
  }
  const current = page.locator(".story [aria-current=step]");
  assert.equal(await current.count(), 1);
  const [line, list] = [await current.boundingBox(), await page.locator(".story").boundingBox()];
  assert.ok(line && list && line.y >= list.y && line.y + line.height <= list.y + list.height, "the line of the moment is in sight");
  await page.locator(".story li button").nth(20).click();
  const there = await comes(page, "an early line leads to an early moment", (ply) => ply < middle && ply > 0);
  await picture(page, `${name}-log`);
  await page.getByRole("tab", { name: "Hands" }).click();
  await page.locator(".beside section").nth(1).waitFor(); // what shows them is loaded when it is wanted
  assert.ok((await page.locator(".beside section").count()) >= 2, "all hands are shown");
  await picture(page, `${name}-hands`);

  // It plays by itself, and stops.
  if (narrow) {
    await page.getByRole("button", { name: "Close", exact: true }).click();
  }
  await page.getByLabel("How fast").selectOption({ label: "2×" }); // however busy the machine, the end is far
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction((from) => Number(document.querySelector<HTMLInputElement>("input[type=range]")?.value) > from + 5, there);
  await page.getByRole("button", { name: "Pause" }).click();

  // A link to this moment opens it elsewhere, in another browser that has nothing.
  await slider(page).fill(String(middle));
  await reaches(page, middle);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByLabel("The link").inputValue();
  await picture(page, `${name}-share`);
  assert.ok(link.startsWith(`${fixture.address}/#/replay/r/`) && link.endsWith(`@${middle}`), link);
  const other = await openPage(fixture, look, { motion: "none" });
  await other.page.goto(link);
  await slider(other.page).waitFor();
  assert.equal(await moment(other.page), middle);
  await other.page.goto(link.replace(/\/r\/.{20}/, "/r/"));
  assert.match(await other.page.getByRole("alert").innerText(), /The link is damaged/);
  assert.deepEqual(other.troubles, []);
  await other.page.context().close();
  await page.keyboard.press("Escape");

  // The analysis can be stopped, and runs to its end.
  if (narrow) {
    await page.getByRole("button", { name: "Analysis", exact: true }).click();
  } else {
    await page.getByRole("tab", { name: "Analysis" }).click();
  }
  const depth = page.getByLabel("How thorough");
  await depth.selectOption({ label: "very thorough, 800 tries" }); // there is time to stop it
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await depth.selectOption({ label: "quick, 50 tries" });
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("img", { name: /^Expected place of every seat/ }).waitFor({ timeout: 600_000 });
  await picture(page, `${name}-analysis`);
  await noWider(page);
  const worst = page.locator(".worst button").first();
  const said = await worst.innerText();
  await worst.click();
  await reaches(page, Number(/move (\d+)/.exec(said)?.[1]));
  if (narrow) {
    await page.getByRole("button", { name: "Analysis" }).click();
  }
  await page.getByRole("radio", { name: "Points" }).check();
  await page.getByRole("img", { name: /^Expected points of every seat/ }).waitFor();
  const chart = await page.getByRole("img", { name: /^Expected points/ }).boundingBox();
  assert.ok(chart);
  await page.mouse.click(chart.x + chart.width * 0.25, chart.y + chart.height / 2);
  await comes(page, "a click on the chart goes to that moment", (ply) => Math.abs(ply - plies * 0.2) < plies * 0.15);
  await page.getByText("Every choice as a table").click();
  await page.locator(".all tbody tr").nth(20).waitFor();
  await picture(page, `${name}-analysis-table`);

  await page.reload();
  await slider(page).waitFor();
  assert.deepEqual(troubles, []);
  console.log(`${name}: fine`);
  await page.context().close();
}

try {
  const only = process.argv[3] ?? "";
  const games = { obu: played("one-billion-users", 3), six: played("six-billion", 2) };
  const screens: Record<string, Look> = {
    desktop: { width: 1280, height: 800 },
    phone: { width: 360, height: 740, touch: true },
    "desktop-dark": { width: 1280, height: 800, dark: true },
    "phone-dark": { width: 360, height: 740, touch: true, dark: true },
  };
  for (const [title, game] of Object.entries(games)) {
    for (const [screen, look] of Object.entries(screens).filter(([screen]) => folder || !screen.includes("dark"))) {
      if (`${title}-${screen}`.includes(only)) {
        await replays(game, look, `${title}-${screen}`);
      }
    }
  }
} finally {
  await fixture.close();
}
