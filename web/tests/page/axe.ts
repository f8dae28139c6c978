// Looks over the pages round the tables with axe: nothing may keep people from reading or using them. Tables, replays and lessons have
// tests of their own beside this one, and so has all that needs a server.
//
//     vite-node tests/page/axe.ts [NAME]      only the screens whose name has NAME in it
import type { Page } from "playwright-core";
import { readFileSync } from "node:fs";
import { begin, openFixture } from "./tools/fixture";
import { inspect, type Way } from "./tools/inspect";

const fixture = await openFixture();
const at =
  (path: string, wait = "main h1") =>
  async (page: Page): Promise<void> => {
    await page.goto(`${fixture.address}/#/${path}`);
    await page.locator(wait).first().waitFor();
  };
const EVEN = { name: "even.json", mimeType: "application/json", buffer: readFileSync(new URL("../../../editions/one-billion-users-even.json", import.meta.url)) };

const SCREENS: Record<string, Way> = {
  home: at(""),
  "home-more": async (page) => {
    await at("")(page);
    await page.getByText(/^More:/).click();
    await page.getByRole("link", { name: "On a big screen" }).waitFor();
    await page.getByText("Bots play One Billion Users").waitFor({ state: "attached" });
  },
  new: async (page) => {
    await at("new?game=six-billion")(page);
    await page.getByText(/^Rules:/).click();
    await page.getByText("More of the rules").click();
  },
  together: at("new?game=one-billion-users&together=1", "fieldset"),
  rules: at("rules/one-billion-users?rule=OBU-70", "article"),
  "rules-options": at("rules/six-billion/options", "article dl"),
  "rules-moves": at("rules/one-billion-users/moves", "article dl"),
  daily: at("daily", "main a.button"),
  "daily-deal": at("daily/six-billion", "section.table"),
  challenge: async (page) => {
    await at("new?game=one-billion-users", "fieldset")(page);
    await page.getByRole("button", { name: "Make a challenge for friends" }).click();
    await page.getByRole("button", { name: "Play it" }).waitFor();
  },
  "result-none": at("result/nonsense", "[role=alert]"),
  settings: at("settings"),
  nothing: at("there-is-no-such-page"),
  replay: at("replay"),
  tutorial: at("tutorial", "main ol a"),
  puzzles: async (page) => {
    await at("puzzles", "main .ways")(page);
    await page.getByText("All of them").first().click();
  },
  "gallery-obu": at("gallery/one-billion-users", ".grid li"),
  "gallery-six": at("gallery/six-billion", ".cards li"),
  "gallery-file": async (page) => {
    await at("gallery/one-billion-users", ".grid li")(page);
    await page.getByText("Other numbers, out of a file").click();
    await page.locator("input[type=file]").setInputFiles(EVEN);
    await page.getByText("What differs").click();
  },
  mine: at("mine", "form"),
  "mine-games": async (page) => {
    await begin(fixture, page, { game: "one-billion-users", seats: 2, bots: "greedy", seed: "finished", after: 10_000 });
    await page.getByRole("region", { name: "The end", exact: true }).waitFor();
    await begin(fixture, page, { game: "six-billion", seats: 2, bots: "greedy", seed: "first", after: 30 });
    await page.locator(".ask .button").first().waitFor();
    await at("mine")(page);
    await page.getByRole("link", { name: /go on/ }).waitFor();
    await page.getByRole("link", { name: /points/ }).waitFor();
  },
  verify: at("verify", "form"),
};

const wrong = await inspect(fixture, SCREENS, { only: process.argv[2], own: { "gallery-file": {}, "mine-games": {} } });
await fixture.close();
process.exit(wrong ? 1 : 0);
