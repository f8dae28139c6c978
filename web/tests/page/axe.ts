// Looks over every page with axe, light and dark, wide and narrow, both games in the middle of a game: nothing may keep people from reading
// or using it. axe is put into the page by the debugger, so that the policy of the page stays as strict as it is.
//
//     vite-node tests/page/axe.ts [NAME]      only the screens whose name has NAME in it
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { begin, openHouse, openPage, type Look } from "./house";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const obu = { game: "one-billion-users", seats: 3, bots: "greedy", seed: "pictures", options: { networks: "random" } };
const six = { game: "six-billion", seats: 3, bots: "greedy", seed: "pictures" };
const house = await openHouse();
const at = (path: string) => async (page: Page): Promise<void> => {
  await page.goto(`${house.address}/#/${path}`);
  await page.locator("main").first().waitFor();
};
const sits = (about: Parameters<typeof begin>[2], wait: string) => async (page: Page): Promise<void> => {
  await begin(house, page, about);
  await page.locator(wait).first().waitFor();
};

/** By name: how one gets there. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  home: at(""),
  new: async (page) => {
    await at("new?game=six-billion")(page);
    await page.getByText("Options of the rules").click();
  },
  together: at("new?game=one-billion-users&together=1"),
  lobby: at("lobby"),
  rules: async (page) => {
    await at("rules/one-billion-users?rule=OBU-70")(page);
    await page.locator("article").first().waitFor();
  },
  settings: at("settings"),
  nothing: at("there-is-no-such-page"),
  replay: at("replay"),
  tutorial: at("tutorial"),
  gallery: at("gallery/one-billion-users"),
  "obu-begins": sits(obu, ".hand .slot"),
  obu: sits({ ...obu, after: 90 }, ".hand .slot"),
  "obu-card": async (page) => {
    await sits({ ...obu, seats: 4, options: {}, after: 70 }, ".hand .slot")(page);
    await page.locator(".hand .slot").nth(3).click({ force: true });
  },
  "obu-window": sits({ ...obu, seed: "window 16", after: 60, window: true }, ".bottom.window"),
  "obu-end": sits({ ...obu, seats: 2, after: 10000 }, "dialog[open]"),
  six: sits({ ...six, after: 120 }, ".ask .button"),
  "six-card": async (page) => {
    await sits({ ...six, after: 120 }, ".hand .slot")(page);
    await page.locator(".hand .slot.can").first().click({ force: true, timeout: 5000 }).catch(() => undefined);
  },
  "six-window": sits({ ...six, after: 30, window: true }, ".ask .button"),
  keys: async (page) => {
    await sits({ ...six, after: 60 }, ".ask .button")(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  plain: sits({ ...six, after: 60 }, ".ask .button"),
};
const LOOKS: [string, Look][] = [
  ["wide light", { width: 1280, height: 800, calm: true }],
  ["wide dark", { width: 1280, height: 800, calm: true, dark: true }],
  ["narrow light", { width: 360, height: 740, calm: true, touch: true }],
  ["narrow dark", { width: 360, height: 740, calm: true, touch: true, dark: true }],
];

let wrong = 0;
let looked = 0;
for (const [look, seen] of LOOKS) {
  for (const [name, prepare] of Object.entries(SCREENS).filter(([one]) => one.includes(process.argv[2] ?? ""))) {
    const { page } = await openPage(house, seen, { pace: 0, motion: "none", plain: name === "plain" });
    try {
      await prepare(page);
      await page.waitForTimeout(200);
      await page.evaluate(source);
      const { violations, passes } = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
      looked++;
      wrong += violations.length + (passes.length > 5 ? 0 : 1);
      for (const { id, help, nodes } of violations) {
        console.log(`${name}, ${look}: ${id}: ${help} (${nodes.length})`);
        for (const node of nodes.slice(0, 3)) {
          console.log(`    ${node.target.join(" ")}: ${node.html.slice(0, 160)}`);
          console.log(`      ${[...node.any, ...node.all, ...node.none].map(({ message }) => message).join("; ").slice(0, 200)}`);
        }
      }
    } catch (why) {
      wrong++;
      console.log(`${name}, ${look}: ${String(why).slice(0, 300)}`);
    } finally {
      await page.context().close();
    }
  }
}
await house.close();
console.log(`axe: ${looked} screens, ${wrong} faults`);
process.exit(wrong ? 1 : 0);
