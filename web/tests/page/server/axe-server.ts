// Looks over what a server brings with axe: the lobby with tables in it, a table that waits for people, one that is played at with people
// and a chat, one's own games when one is signed in, and the proof of a deal.
//
//     vite-node tests/page/server/axe-server.ts BILLIONS-ONLINE [NAME]      only the screens whose name has NAME in it
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "../tools/fixture";
import { inspect, type Way } from "../tools/inspect";
import { playOut, serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-axe-"));
const server = await serve(program, folder);
const { address } = server;
const browser = await openBrowser();

async function make(about: object): Promise<string> {
  const answer = await fetch(`${address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(about) });
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { table: string }).table;
}
const obu = { game: "one-billion-users", seats: 3, options: { cut: "60" }, bots: [null, "greedy", "greedy"], listed: true, title: "Tuesday" };
const six = { game: "six-billion", seats: 2, options: { "turn-cap": "1" }, bots: [null, "greedy"], listed: true, pace: { kind: "live" } };

/** Takes the first free seat of such a table. */
async function sit(page: Page, about: object): Promise<string> {
  const table = await make(about);
  await page.goto(`${address}/#/t/${table}`);
  await page.getByRole("button", { name: "Sit here" }).first().click();
  return table;
}
let people = 0;

const SCREENS: Record<string, Way> = {
  lobby: async (page) => {
    await make({ ...obu, bots: [null, null, "greedy"] });
    await page.goto(`${address}/#/lobby`);
    await page.locator("main a.table").first().waitFor();
    await page.getByText("One Billion Users, seats are free").first().waitFor(); // a title says nothing of the game
  },
  "lobby-empty": async (page) => {
    await page.route("**/api/tables?*", (route) => route.fulfill({ json: { tables: [] } }));
    await page.goto(`${address}/#/lobby`);
    await page.getByText("No table is listed").waitFor();
  },
  "table-free": async (page) => {
    await page.goto(`${address}/#/t/${await make({ ...obu, bots: [null, null, "greedy"] })}`);
    await page.getByRole("button", { name: "Sit here" }).first().waitFor();
  },
  "table-waits": async (page) => {
    await sit(page, { ...obu, bots: [null, null, "greedy"] });
    await page.getByText("Waiting for the others").waitFor();
  },
  "table-notified": async (page) => {
    await sit(page, { ...obu, bots: [null, null, "greedy"] });
    await page.getByLabel(/Tell me when it is my turn/).waitFor();
  },
  "screen-new": async (page) => {
    await page.goto(`${address}/#/screen`);
    await page.getByRole("heading", { name: "Phones can't join yet" }).waitFor();
  },
  "screen-waits": async (page) => {
    await page.goto(`${address}/#/screen/${await make({ ...obu, bots: [null, null, "easy:person=mara"], screen: true, listed: false })}`);
    await page.getByRole("heading", { name: "Phones can't join yet" }).waitFor();
  },
  "screen-code": async (page) => {
    await page.route("**/api/reach", (route) => route.fulfill({ json: { addresses: ["http://192.0.2.7:8000"] } }));
    await page.goto(`${address}/#/screen/${await make({ ...obu, bots: [null, null, "easy:person=mara"], screen: true, listed: false })}`);
    await page.locator(".come .qr svg").waitFor();
  },
  "screen-game": async (page) => {
    const table = await make({ ...obu, screen: true, listed: false, name: "Ann", seat: 1 }); // who never moves
    await page.goto(`${address}/#/screen/${table}`);
    await page.getByRole("region", { name: "Standings" }).getByText("Ann").waitFor();
  },
  "hand-sits-down": async (page) => {
    await page.goto(`${address}/#/hand/${await make({ ...obu, bots: [null, null, "greedy"], screen: true, listed: false })}`);
    await page.getByRole("button", { name: "Sit down" }).waitFor();
  },
  "table-unknown": async (page) => {
    await page.goto(`${address}/#/t/aaaaaaaaaaaaaaaa`);
    await page.getByRole("alert").waitFor();
  },
  "table-obu": async (page, narrow) => {
    await sit(page, obu);
    await page.locator(".hand .slot").first().waitFor();
    if (narrow) {
      await page.getByRole("button", { name: "Log", exact: true }).click();
    }
    await page.getByLabel("Chat").fill("Good luck to all of you!");
    await page.keyboard.press("Enter");
    await page.locator(".log").getByText("Good luck").waitFor();
  },
  "table-six": async (page) => {
    await sit(page, six);
    await page.locator(".hand .slot").first().waitFor();
  },
  "table-watched": async (page) => {
    const table = await make({ ...obu, name: "Ann", seat: 1 }); // who never moves
    await page.goto(`${address}/#/t/${table}`);
    await page.getByRole("button", { name: "Watch" }).click();
    await page.locator(".game .middle").first().waitFor();
  },
  "mine-signed": async (page) => {
    await page.goto(`${address}/#/mine`);
    await page.getByLabel("Name").fill(`Ann ${++people}`);
    await page.getByLabel("Passphrase").fill("seven white horses");
    await page.getByRole("button", { name: "I am new here" }).click();
    await page.getByRole("heading", { name: /^Signed in as/ }).waitFor();
    await sit(page, obu);
    await page.locator(".hand .slot").first().waitFor();
    await page.goto(`${address}/#/mine`);
    await page.getByRole("heading", { name: "Your turn" }).waitFor();
  },
  "mine-refused": async (page) => {
    await page.goto(`${address}/#/mine`);
    await page.getByLabel("Name").fill("Nobody");
    await page.getByLabel("Passphrase").fill("seven white horses");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
  },
  "verify-proven": async (page) => {
    const table = await sit(page, six);
    await page.locator(".hand .slot").first().waitFor();
    await playOut(page, table);
    await page.getByRole("region", { name: "The end", exact: true }).waitFor();
    await page.goto(`${address}/#/verify/${table}`);
    await page.getByRole("heading", { name: "The deal is proven, to you" }).waitFor();
    await page.getByText("What this does not prove").click();
  },
};

let wrong = 0;
try {
  wrong = await inspect({ address, browser, close: () => browser.close() }, SCREENS, { only: process.argv[3], own: { "lobby-empty": {}, "mine-signed": {} } });
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
process.exit(wrong ? 1 : 0);
