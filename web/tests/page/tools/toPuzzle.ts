// A way to a puzzle, for tests that look over screens; and the puzzles that there are.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { puzzlesIn, type Puzzle } from "../../../src/puzzles/puzzles";
import type { Fixture } from "./fixture";

export const puzzles = (game: string): Puzzle[] => puzzlesIn(readFileSync(new URL(`../../../../puzzles/${game}.jsonl`, import.meta.url), "utf8"));

/** The first one whose reason against what comes to mind first is long. */
export function tellingPuzzle(game: string): Puzzle {
  const found = puzzles(game).find(({ moves, advised }) => moves.find(({ move }) => move === advised)?.why?.match(/instead of/g)?.length === 3);
  if (!found) {
    throw new Error(`no puzzle of ${game} tells so much`);
  }
  return found;
}

/** That puzzle, asked or with its solution. */
export const toPuzzle =
  (fixture: Fixture, game: string, solved: boolean) =>
  async (page: Page): Promise<void> => {
    await page.goto(`${fixture.address}/#/puzzles/${game}/${tellingPuzzle(game).id}`);
    await page.locator(".coach .ways button").first().waitFor();
    if (solved) {
      await page.getByRole("button", { name: /^Show/ }).click();
      await page.getByRole("button", { name: "Watch both" }).waitFor();
    }
  };
