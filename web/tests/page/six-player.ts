// Plays 6 Billion in the page as a person does: by clicking what is lit, in part with keys.
import type { Page } from "playwright-core";
import { begin, openPage, type House, type Look } from "./house";

/** What a click could go to now; the list is made in the page, so that it is one moment's. */
async function clickables(page: Page): Promise<string[]> {
  const found = await page.waitForFunction(
    () => {
      if (document.querySelector("dialog[open]")) {
        return ["over"];
      }
      const ways: [string, string][] = [
        ["main", ".ask .buttons .button.main"],
        ["card", ".hand .slot.can"],
        ["map", ".sky .target, .rail.lit"],
        ["pile", ".piles .can"],
        ["button", ".ask .buttons .button:not(.main):not(.quiet)"],
      ];
      const there = ways.flatMap(([name, selector]) => (document.querySelector(selector) ? [name] : []));
      return there.length > 0 ? there : false;
    },
    undefined,
    { polling: 30 },
  );
  return (await found.jsonValue()) as string[];
}

/** A click that does not mind if the table went on meanwhile. */
async function press(page: Page, selector: string, nth: number): Promise<void> {
  // In the page itself: a track's middle may lie beside its line, where a mouse would miss it.
  await page.evaluate(
    ([where, number]) => {
      const all = document.querySelectorAll(where as string);
      all[(number as number) % Math.max(1, all.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    },
    [selector, nth],
  );
}

/** One click towards a move; false: the game is over. */
export async function stepSix(page: Page, turn: number): Promise<boolean> {
  const there = await clickables(page);
  if (there.includes("over")) {
    return false;
  }
  const chosen = (await page.locator(".hand .slot.taken").count()) > 0;
  if (there.includes("main")) {
    if (turn % 3 === 0) {
      await page.keyboard.press("Enter");
    } else {
      await press(page, ".ask .buttons .button.main", turn);
    }
  } else if (!chosen && there.includes("card")) {
    await press(page, ".hand .slot.can", turn);
  } else if (there.includes("map")) {
    await press(page, turn % 4 === 3 ? ".ask .buttons .button:not(.quiet)" : ".sky .target, .rail.lit", turn);
  } else if (there.includes("pile")) {
    await press(page, ".piles .can", turn);
  } else {
    await press(page, ".ask .buttons .button:not(.quiet)", turn);
  }
  await page.waitForTimeout(10);
  return true;
}

/** Whatever went wrong in a whole game. */
export async function playSix(house: House, look: Look, seed: string, picture?: (name: string, page: Page) => Promise<void>): Promise<string[]> {
  const { page, troubles } = await openPage(house, { ...look, calm: true }, { pace: 0, motion: "none" });
  await begin(house, page, { game: "six-billion", seats: 2, bots: "greedy", seed });
  let clicks = 0;
  while (await stepSix(page, clicks)) {
    clicks++;
    if (clicks % 150 === 0) {
      await picture?.(`click-${clicks}`, page);
    }
    const across = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (across > 0) {
      troubles.push(`${across} pixels wider than the screen after ${clicks} clicks`);
      break;
    }
    if (clicks > 6000) {
      troubles.push("The game does not end.");
      break;
    }
  }
  await picture?.("end", page);
  const winner = await page.locator("dialog .winner").textContent({ timeout: 5000 }).catch(() => null);
  if (!winner || !/won|victory/.test(winner)) {
    troubles.push(`At the end the sheet says: ${winner}`);
  }
  if (clicks < 50) {
    troubles.push(`The game was over after ${clicks} clicks.`);
  }
  console.log(`six-billion ${look.width} wide: ${clicks} clicks, ${winner?.trim()}`);
  await page.context().close();
  return troubles;
}
