// Plays in the page as a person does: by clicking what is lit.
import type { Page } from "playwright-core";

/** One click that brings the own decision further; false: the game is over. Waits until there is something to click. */
export async function step(page: Page, turn: number): Promise<boolean> {
  const what = await page.waitForFunction(
    () =>
      document.querySelector("dialog[open]") ? "over" : document.querySelector(".ask .buttons .button:not(.quiet), .hand .slot[draggable=true]") ? "yours" : false,
    undefined,
    { polling: 50 },
  );
  if ((await what.jsonValue()) === "over") {
    return false;
  }
  const buttons = page.locator(".ask .buttons .button:not(.quiet)");
  const cards = page.locator(".hand .slot[draggable=true]");
  const moves = await buttons.count();
  if (moves > 0) {
    await press(buttons.nth(turn % moves));
  } else {
    const lit = page.locator(".hand .slot[draggable=true]:not(.dim)");
    const able = await lit.count();
    const from = able > 0 ? lit : cards;
    const count = await from.count();
    if (count === 0) {
      return true;
    }
    await press(from.nth(turn % count));
    if ((await buttons.count()) > 0) {
      await press(buttons.first());
    } else {
      await page.keyboard.press("Escape");
    }
  }
  await page.waitForTimeout(20);
  return true;
}

/** A click that does not mind if the table went on meanwhile. */
async function press(what: ReturnType<Page["locator"]>): Promise<void> {
  await what.click({ timeout: 5000, force: true }).catch((trouble: unknown) => {
    if (!/Timeout|detached|not attached|visible/.test(String(trouble))) {
      throw trouble;
    }
  });
}
