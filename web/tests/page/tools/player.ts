// Plays in the page as a person does: by pressing what is lit, with a mouse, a finger, or keys alone. Where to press is looked up in one go,
// so that it is one moment's; what is covered by something else counts as a fault of the page.
//
// Must never press what a person could not.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";

export type Way = "mouse" | "touch" | "keys";
export type Game = "one-billion-users" | "six-billion";
export type Step = "over" | "waiting" | "acted";

/** The option that makes a game short, by its name on the page of a new game. */
export const SHORTENED: Record<Game, string> = { "one-billion-users": "Where Game Over is", "six-billion": "Longest game" };

/** Chooses a number of one's own for an option of the rules. */
export async function chooseNumber(page: Page, option: string, number: string): Promise<void> {
  const row = page.getByRole("group", { name: option, exact: true });
  if (!(await row.isVisible())) {
    await page.getByText(/^Rules:/).click();
  }
  await row.getByRole("radio", { name: "My own number" }).check();
  await row.getByRole("button", { name: "Less" }).click(); // to a number that has a name of its own, where one lies there
  await row.getByRole("slider").fill(number);
}

/** What could be pressed, the first kind that is there; by turns another kind comes first. */
const KINDS: Record<Game, (turn: number) => string[]> = {
  "one-billion-users": () => [
    ".middle .draws",
    ".ask .buttons .button:not(.quiet)",
    ".hand .slot[draggable=true]:not(.dim):not(.aside):not(.taken)",
    ".hand .slot[draggable=true]:not(.taken)",
  ],
  "six-billion": (turn) => {
    const map = [".sky .target, .rail.lit", ".piles .can"];
    const buttons = ".ask .buttons .button:not(.quiet):not(.main)";
    return [".ask .buttons .button.main", ".hand:not(:has(.taken)) .slot.can", ...(turn % 4 === 3 ? [buttons, ...map] : [...map, buttons])];
  },
};

/** How long nothing may happen: a bound for a machine with much else to do, not a measure of speed. */
export const PATIENCE = 300_000;
/** So often one looks whether what covers a thing has gone: longer than any notice stays. */
const LOOKS = 100;

interface Aim {
  state: "over" | "waiting" | "there" | "covered" | "dialog";
  x: number;
  y: number;
  what: string;
}

/** Runs in the page: chooses something, brings it into sight, and finds a point of it that nothing covers. */
function take({ kinds, turn }: { kinds: string[]; turn: number }): Aim {
  const nothing = { x: 0, y: 0, what: "" };
  const dialog = document.querySelector("dialog[open]");
  if (dialog) {
    const label = dialog.getAttribute("aria-label") ?? "";
    return { ...nothing, state: "dialog", what: label };
  }
  if (document.querySelector(".ending")) {
    return { ...nothing, state: "over" };
  }
  for (const kind of kinds) {
    const all = [...document.querySelectorAll(kind)].filter((one) => one.getClientRects().length > 0 && !one.matches(":disabled"));
    const one = all[turn % Math.max(1, all.length)];
    if (!one) {
      continue;
    }
    document.querySelectorAll("[data-aim]").forEach((old) => old.removeAttribute("data-aim"));
    one.setAttribute("data-aim", "");
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = one.getBoundingClientRect();
    const what = one.getAttribute("aria-label") ?? one.textContent?.trim() ?? kind;
    const points: [number, number][] = [];
    const line = one.querySelector<SVGPathElement>("path.reach");
    const matrix = line?.getScreenCTM();
    if (line && matrix) {
      for (let i = 0; i <= 20; i++) {
        const at = line.getPointAtLength((line.getTotalLength() * i) / 20).matrixTransform(matrix);
        points.push([at.x, at.y]);
      }
    } else {
      for (const down of [0.5, 0.2, 0.8]) {
        for (const across of [0.5, 0.2, 0.8, 0.08, 0.92]) {
          points.push([box.left + box.width * across, box.top + box.height * down]);
        }
      }
    }
    const free = points.find(([x, y]) => one.contains(document.elementFromPoint(x, y)));
    return free ? { state: "there", x: free[0], y: free[1], what } : { state: "covered", x: box.left, y: box.top, what };
  }
  return { ...nothing, state: "waiting" };
}

/** What `step` would press now, and where. */
export const aimAt = (page: Page, game: Game, turn: number): Promise<Aim> => page.evaluate(take, { kinds: KINDS[game](turn), turn });

/** Far more than there are things to reach on any page. */
const MOST_TABS = 150;

async function byKeys(page: Page, what: string): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < MOST_TABS; i++) {
    const at = await page.evaluate(() => {
      const focus = document.activeElement;
      const name = `${focus?.tagName.toLowerCase() ?? ""} ${focus?.getAttribute("aria-label") ?? focus?.textContent?.trim().slice(0, 40) ?? ""}`;
      // What was aimed at while the last move was still on its way may lie below the sheet at the end by now.
      return !document.querySelector("[data-aim]") || document.querySelector("dialog[open]") ? "gone" : focus?.hasAttribute("data-aim") ? "there" : name;
    });
    if (at === "gone") {
      return;
    }
    if (at === "there") {
      await page.keyboard.press("Enter");
      return;
    }
    passed.push(at);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Keys alone do not reach "${what}" at ${page.url()}; they passed ${new Set(passed).size} things: ${passed.slice(-80).join(", ")}.`);
}

/** One press that brings the own decision further, if there is something to press now. */
export async function tryStep(page: Page, game: Game, turn: number, way: Way = "mouse"): Promise<Step> {
  let aim = await aimAt(page, game, turn);
  for (let i = 0; i < LOOKS && aim.state === "covered"; i++) {
    await page.waitForTimeout(100); // something flies over it, or tells what has just happened
    aim = await aimAt(page, game, turn);
  }
  switch (aim.state) {
    case "over":
    case "waiting":
      return aim.state;
    case "covered":
    case "dialog":
      throw new Error(aim.state === "covered" ? `"${aim.what}" is covered by something.` : `The dialog "${aim.what}" has opened by itself.`);
    case "there":
      break;
  }
  if (way === "keys") {
    await byKeys(page, aim.what);
  } else if (way === "touch") {
    await page.touchscreen.tap(aim.x, aim.y);
  } else {
    await page.mouse.click(aim.x, aim.y);
  }
  return "acted";
}

/** The same, once there is something to press; false: the game is over. */
export async function step(page: Page, game: Game, turn: number, way: Way = "mouse"): Promise<boolean> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const done = await tryStep(page, game, turn, way);
    if (done !== "waiting") {
      return done === "acted";
    }
    await page.waitForTimeout(15);
  }
  throw new Error("Nobody is asked anything any more, and the game is not over.");
}

/** What the sheet at the end says: who has won, and the totals, which its items must add up to. */
/** What stands behind the end of a game: the sheet, the graph, what can be done with its deal. */
export async function detailsOf(page: Page): Promise<Locator> {
  const details = page.getByRole("dialog", { name: "Details of the game" });
  if (!(await details.isVisible())) {
    await page.getByRole("region", { name: "The end", exact: true }).getByRole("button", { name: "Details" }).click();
  }
  await details.waitFor();
  return details;
}

export async function readSheet(page: Page): Promise<{ winner: string; totals: number[] }> {
  const end = page.getByRole("region", { name: "The end", exact: true });
  await end.getByRole("button", { name: "Details" }).waitFor();
  await end.evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)).then(() => undefined)); // it rises
  const last = await end.locator(".ways").boundingBox();
  assert.ok(last && last.y + last.height <= (page.viewportSize()?.height ?? 0), "what can be done next is in sight, however many play");
  const sheet = await detailsOf(page);
  const number = (text: string): number => Number(text.replace(/,/g, "").replace("\u2212", "-") || 0);
  const totals = (await sheet.locator("tfoot tr").first().locator("td").allInnerTexts()).map(number);
  const sums = totals.map(() => 0);
  const rows = await sheet.locator("tbody tr").all();
  for (const row of rows) {
    (await row.locator("td").allInnerTexts()).forEach((text, i) => (sums[i] = (sums[i] ?? 0) + number(text)));
  }
  assert.ok(rows.length >= 3, `the sheet lists ${rows.length} items`);
  assert.deepEqual(sums, totals, "the items add up to the totals");
  const winner = (await sheet.locator(".winner").innerText()).trim();
  assert.match(winner, /\bwins?\b/);
  await sheet.getByRole("button", { name: "Close" }).click();
  return { winner, totals };
}
