// Looks over screens of the page with axe: wide and narrow, each light and dark. axe is put into the page by the debugger, so that the
// policy of the page stays as strict as it is. Nothing may be wider than the screen either.
//
// Must never pass over a fault, nor over a screen that could not be reached.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { openPage, type Fixture, type Look } from "./fixture";

/** How one gets to a screen; `narrow`: on a telephone. */
export type Way = (page: Page, narrow: boolean) => Promise<void>;

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS: [string, Look][] = [
  ["wide", { width: 1280, height: 800, calm: true }],
  ["narrow", { width: 360, height: 740, calm: true, touch: true }],
];
/** So many rules at least have something to say of any page: fewer, and axe did not look. */
const FEWEST_RULES = 5;

/** By how much the page, or the table in it, is wider than its room. */
export function wider(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(...[document.documentElement, ...document.querySelectorAll("main.game")].map((one) => one.scrollWidth - one.clientWidth)));
}

async function faults(page: Page, where: string): Promise<number> {
  const { violations, passes } = await page.evaluate(async () => {
    const found = await (window as unknown as { axe: { run(on: Document, how: object): Promise<AxeResults> } }).axe.run(document, { resultTypes: ["violations"] });
    // Of a card that is scrolled half out of sight axe takes the words that are out of sight for words that nobody sees.
    const cut = (target: string): boolean => {
      const box = document.querySelector(target)?.getBoundingClientRect();
      return box !== undefined && (box.left < 0 || box.right > innerWidth);
    };
    for (const one of found.violations.filter(({ id }) => id === "label-content-name-mismatch")) {
      one.nodes = one.nodes.filter(({ target }) => !cut(String(target[0])));
    }
    return { ...found, violations: found.violations.filter(({ nodes }) => nodes.length > 0) };
  });
  for (const { id, help, nodes } of violations) {
    console.log(`${where}: ${id}: ${help} (${nodes.length})`);
    for (const node of nodes.slice(0, 3)) {
      console.log(`    ${node.target.join(" ")}: ${node.html.slice(0, 160)}`);
      console.log(`      ${[...node.any, ...node.all, ...node.none].map(({ message }) => message).join("; ").slice(0, 200)}`);
    }
  }
  const across = await wider(page);
  if (across > 0) {
    console.log(`${where}: ${across} pixels wider than the screen`);
  }
  if (passes.length < FEWEST_RULES) {
    console.log(`${where}: axe had an opinion on ${passes.length} things only`);
  }
  return violations.length + (across > 0 ? 1 : 0) + (passes.length < FEWEST_RULES ? 1 : 0);
}

interface Wishes {
  /** only screens with this in their names */
  only?: string | undefined;
  /** screens that get a page of their own, with these settings: for all others one page goes from screen to screen, as people do */
  own?: Record<string, object>;
}

/** Goes to every screen; says what is wrong there, and how much in all. */
export async function inspect(fixture: Fixture, screens: Record<string, Way>, { only = "", own = {} }: Wishes = {}): Promise<number> {
  const wanted = Object.entries(screens).filter(([name]) => name.includes(only));
  let wrong = 0;
  let looked = 0;
  for (const [width, look] of WIDTHS) {
    let shared: Page | null = null;
    for (const [name, prepare] of wanted) {
      const settings = { pace: 0, motion: "none", ...own[name] };
      const page: Page = name in own || !shared ? (await openPage(fixture, look, settings)).page : shared;
      shared = name in own ? shared : page;
      try {
        await page.emulateMedia({ colorScheme: "light" });
        await prepare(page, width === "narrow");
        await page.evaluate(source);
        for (const ground of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: ground });
          await page.waitForFunction((wish) => document.documentElement.dataset["ground"] === wish, ground);
          await page.waitForTimeout(200);
          await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition)); // colours change level by level
          wrong += await faults(page, `${name}, ${width} ${ground}`);
          looked++;
        }
      } catch (why) {
        wrong++;
        console.log(`${name}, ${width}: ${String(why).slice(0, 400)}`);
        shared = page === shared ? null : shared; // nobody knows what it shows now
      }
      if (page !== shared) {
        await page.context().close();
      }
    }
    await shared?.context().close();
  }
  console.log(`${wanted.map(([name]) => name).join(", ")}: ${looked} looks, ${wrong} faults`);
  return wrong;
}
