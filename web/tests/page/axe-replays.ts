// Looks over replays of both games with axe: running, with the log, all hands, the score, the link to share, and the analysis; and over
// the verdict on a record that fits and on one that does not.
//
//     vite-node tests/page/axe-replays.ts [NAME]      only the screens whose name has NAME in it
import type { Page } from "playwright-core";
import { newEngine } from "../engine/engine";
import { openFixture } from "./tools/fixture";
import { inspect, type Way } from "./tools/inspect";

const fixture = await openFixture();
const engine = newEngine();

/** The record of a short game. */
function played(game: string, seats: number, options: Record<string, string>): string {
  const { match } = engine.ask("new", { game, seats, options, seed: "replay", players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
  while (engine.ask("step", { match }).actor !== 0) {
    // on to the end
  }
  const record = engine.ask("record", { match });
  engine.ask("free", { match });
  return record;
}
const RECORDS: Record<string, string> = { obu: played("one-billion-users", 2, { cut: "60" }), six: played("six-billion", 2, { "turn-cap": "1" }) };
const file = (record: string): { name: string; mimeType: string; buffer: Buffer } => ({ name: "game.record", mimeType: "text/plain", buffer: Buffer.from(record) });

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${fixture.address}/#/replay`);
  await page.locator("input[type=file]").setInputFiles(file(RECORDS[name] ?? ""));
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.waitFor();
  await slider.fill(String(Math.floor(Number(await slider.getAttribute("max")) / 2)));
  await page.locator(".hand, .game svg, .text section").filter({ visible: true }).first().waitFor();
}
const beside = (page: Page, narrow: boolean, name: string): Promise<void> =>
  narrow && name !== "Hands" ? page.getByRole("button", { name, exact: true }).click() : page.getByRole("tab", { name }).click();

const SCREENS: Record<string, Way> = {};
for (const name of Object.keys(RECORDS)) {
  SCREENS[`${name}-replay`] = (page) => open(page, name);
  SCREENS[`text-${name}-replay`] = (page) => open(page, name);
  SCREENS[`${name}-log`] = async (page, narrow) => {
    await open(page, name);
    await beside(page, narrow, "Log");
    await page.locator(".story [aria-current=step]").waitFor();
  };
  SCREENS[`${name}-hands`] = async (page, narrow) => {
    await open(page, name);
    await page.getByLabel("Seen by").selectOption({ label: "All" });
    if (narrow) {
      await beside(page, narrow, "Log");
    }
    await beside(page, narrow, "Hands");
    await page.locator(".beside section").first().waitFor();
  };
  SCREENS[`${name}-score`] = async (page) => {
    await open(page, name);
    await page.getByRole("button", { name: "Score", exact: true }).click();
    await page.locator("dialog[open] tfoot").waitFor();
  };
  SCREENS[`${name}-share`] = async (page) => {
    await open(page, name);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByLabel("The link").waitFor();
  };
  SCREENS[`${name}-analysis`] = async (page, narrow) => {
    await open(page, name);
    await beside(page, narrow, "Analysis");
    await page.getByRole("button", { name: "Analyse" }).click();
    // A bound for a machine with much else to do.
    await page.getByRole("img", { name: /^Expected place of every seat/ }).waitFor({ timeout: 1_200_000 });
    await page.getByText("Every choice as a table").click();
    await page.locator(".all tbody tr").first().waitFor();
  };
}
const verify = (record: string, verdict: string) => async (page: Page) => {
  await page.goto(`${fixture.address}/#/verify`);
  await page.locator("input[type=file]").setInputFiles(file(record));
  await page.getByRole("heading", { name: verdict }).waitFor();
};
SCREENS["verify-fits"] = verify(RECORDS["obu"] ?? "", "The moves fit");
SCREENS["verify-wrong"] = verify((RECORDS["obu"] ?? "").replace(/^(Result: seat 1, )-?\d+/m, "$177777"), "Something does not fit");

const wrong = await inspect(fixture, SCREENS, { only: process.argv[2], own: Object.fromEntries(Object.keys(RECORDS).map((name) => [`text-${name}-replay`, { plain: true }])) });
await fixture.close();
process.exit(wrong ? 1 : 0);
