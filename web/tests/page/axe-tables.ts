// Looks over the tables of both games with axe, in the middle of games: as they begin, full, with a card taken up, in windows, with what
// opens over them, at the end, as text, in lessons with the coach beside them, and in puzzles, asked and solved.
//
//     vite-node tests/page/axe-tables.ts [NAME]      only the screens whose name has NAME in it
import type { Page } from "playwright-core";
import { begin, openFixture, type Beginning } from "./tools/fixture";
import { inspect, type Way } from "./tools/inspect";
import { toPuzzle } from "./tools/toPuzzle";

const obu = { game: "one-billion-users", seats: 3, bots: "greedy", seed: "pictures", options: { networks: "random" } };
const six = { game: "six-billion", seats: 3, bots: "greedy", seed: "pictures" };
const fixture = await openFixture();
const sits =
  (about: Beginning, wait: string) =>
  async (page: Page): Promise<void> => {
    await begin(fixture, page, about);
    await page.locator(wait).first().waitFor();
  };
/** A lesson after so many presses of "Next" or "Do it for me". */
const lesson =
  (path: string, presses: number) =>
  async (page: Page): Promise<void> => {
    await page.goto(`${fixture.address}/#/tutorial/${path}`);
    await page.locator(".hand .slot").first().waitFor();
    for (let i = 0; i < presses; i++) {
      const before = await page.locator(".coach .said").innerText();
      await page.locator(".coach .ways button:not([disabled])").first().click();
      await page.waitForFunction((words) => document.querySelector<HTMLElement>(".coach .said")?.innerText !== words, before);
    }
  };
const opens = async (page: Page, narrow: boolean, name: string): Promise<void> => {
  if (narrow) {
    await page.getByRole("button", { name: "More", exact: true }).click();
  }
  await page.getByRole("button", { name }).click();
  await page.getByRole("dialog", { name }).waitFor();
};

/** At the first game, in a browser whose storage does not open. */
const keepsNothing: Way = async (page) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", {
      get: () => {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
  });
  await page.goto(fixture.address);
  await page.getByRole("button", { name: "Play now" }).first().click();
  await page.getByRole("alert", { name: "Not kept" }).waitFor();
};

const SCREENS: Record<string, Way> = {
  "obu-not-kept": keepsNothing,
  "mine-not-kept": async (page, narrow) => {
    await keepsNothing(page, narrow);
    await page.goto(`${fixture.address}/#/mine`);
    await page.getByText("Not kept: gone when this page is closed.").waitFor();
  },
  "obu-begins": sits(obu, ".hand .slot"),
  obu: sits({ ...obu, after: 90 }, ".hand .slot"),
  "obu-card": async (page) => {
    await sits({ ...obu, seats: 4, options: { networks: "off" }, after: 70 }, ".hand .slot")(page);
    await page.locator(".hand .slot").nth(3).click({ force: true });
    await page.locator(".hand .slot.taken, .why").first().waitFor();
  },
  "obu-new": async (page) => {
    await sits({ ...obu, after: 90, verb: "draw-discard" }, ".middle .draws")(page);
    await page.getByRole("button", { name: /^Take .* from the discard pile$/ }).click();
    await page.locator(".hand .slot.fresh").waitFor();
  },
  "obu-window": sits({ ...obu, seed: "window 16", after: 60, window: true }, ".bottom.window"),
  "obu-score": async (page) => {
    await sits({ ...obu, after: 90 }, ".hand .slot")(page);
    await page.keyboard.press("s");
    await page.getByRole("dialog", { name: "If the game ended now" }).waitFor();
  },
  "obu-hint": async (page) => {
    await sits({ ...obu, after: 90 }, ".middle .draws, .ask .button, .hand .slot[draggable=true]")(page);
    await page.keyboard.press("h");
    await page.locator(".notice.hint").waitFor();
  },
  "obu-details": async (page) => {
    await sits({ ...obu, after: 10000 }, ".ending.done .ways")(page);
    await page.getByRole("button", { name: "Details" }).click();
    await page.locator("dialog[open] tfoot").waitFor();
  },
  "obu-end": sits({ ...obu, seats: 2, after: 10000 }, ".ending.done .ways"),
  "obu-orders": async (page, narrow) => {
    await sits({ ...obu, after: 30 }, ".hand .slot")(page);
    await opens(page, narrow, "Auto-answers");
  },
  six: sits({ ...six, after: 120 }, ".ask .button"),
  "six-card": async (page) => {
    await sits({ ...six, seed: "pictures 2", after: 100, verb: "colony" }, ".hand .slot.can")(page);
    await page.locator(".hand .slot.can").first().click({ force: true });
    await page.locator(".hand .slot.taken").waitFor();
  },
  "six-window": sits({ ...six, after: 30, window: true }, ".ask .button"),
  "six-order": async (page, narrow) => {
    await sits({ ...six, after: 120 }, ".ask .button")(page);
    if (narrow) {
      await page.locator(".queue").click();
    }
    await page.locator(narrow ? ".six-sheet" : ".game .side").waitFor();
  },
  "six-log": async (page, narrow) => {
    await sits({ ...six, after: 120 }, ".ask .button")(page);
    if (narrow) {
      await page.getByRole("button", { name: "Log", exact: true }).click();
    }
    await page.locator(".log p").last().waitFor();
  },
  "six-end": sits({ ...six, options: { "turn-cap": "3" }, after: 10000 }, ".ending.done .ways"),
  keys: async (page) => {
    await sits({ ...six, after: 60 }, ".ask .button")(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  "text-six": sits({ ...six, after: 120 }, ".ask .button"),
  "text-six-answers": async (page) => {
    await sits({ ...six, seed: "pictures 2", after: 100, verb: "colony" }, ".ask .button")(page);
    await page.locator(".ask [aria-expanded]").first().click();
    await page.locator(".ask .opened .button").first().waitFor();
  },
  "text-obu": sits({ ...obu, after: 90 }, ".ask .button"),
  "text-obu-window": sits({ ...obu, seed: "window 16", after: 60, window: true }, ".ask .button"),
  "text-obu-end": sits({ ...obu, seats: 2, after: 10000 }, ".ending.done .ways"),
  "text-lesson": async (page) => {
    await page.goto(`${fixture.address}/#/tutorial/one-billion-users`);
    await page.locator(".text .button").first().waitFor();
  },
  "lesson-obu": lesson("one-billion-users", 3),
  "lesson-six": lesson("six-billion", 2),
  "puzzle-obu": toPuzzle(fixture, "one-billion-users", false),
  "puzzle-six": toPuzzle(fixture, "six-billion", false),
  "text-puzzle": toPuzzle(fixture, "six-billion", false),
  "solution-obu": toPuzzle(fixture, "one-billion-users", true),
  "solution-six": toPuzzle(fixture, "six-billion", true),
};

const wrong = await inspect(fixture, SCREENS, { only: process.argv[2], own: { ...Object.fromEntries(Object.keys(SCREENS).filter((name) => name.startsWith("text-")).map((name) => [name, { plain: true }])), "obu-not-kept": {}, "mine-not-kept": {} } });
await fixture.close();
process.exit(wrong ? 1 : 0);
