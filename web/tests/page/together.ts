// A table at a real server: one browser makes it, another takes the free seat by the link, a bot has the third. Both play, one loads its
// page again, and then the server is killed and started again; the game goes on where it was. It also proves that the page lives under the
// policy that the server really sends.
//
//     vite-node tests/page/together.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage } from "./house";
import { step } from "./player";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const web = fileURLToPath(new URL("../../../build/web", import.meta.url));

async function serve(port: number): Promise<{ address: string; server: ChildProcess }> {
  const server = spawn(program ?? "", ["serve", "--port", String(port), "--database", join(folder, "billions.db"), "--web", web, "--bot-pace", "10", "--window-floor", "50"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const address = await new Promise<string>((done, fail) => {
    let said = "";
    server.stdout?.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const found = /listening on (http:\S+)/.exec(said)?.[1];
      if (found) {
        done(found.replace(/\/$/, ""));
      }
    });
    server.on("exit", () => fail(new Error(`The server ended. It said: ${said}`)));
  });
  server.removeAllListeners("exit");
  return { address, server };
}

let { address, server } = await serve(0);
const browser = await openBrowser();
const house = { address, browser, close: () => browser.close() };
try {
  const seen = { width: 1280, height: 800, calm: true };
  const ann = await openPage(house, seen, { pace: 0, motion: "none", name: "Ann" });
  const ben = await openPage(house, seen, { pace: 0, motion: "none", name: "Ben" });
  await ann.page.goto(`${address}/#/new?game=one-billion-users&together=1`);
  await ann.page.getByLabel("Seat 3").selectOption("greedy");
  await ann.page.getByRole("button", { name: "Make the table" }).click();
  const link = await ann.page.locator("code").innerText();
  assert.match(link, /\/t\/\S+$/);
  await ben.page.goto(link);
  await ben.page.getByRole("button", { name: "Sit here" }).click();
  for (const { page } of [ann, ben]) {
    await page.locator(".hand .slot").first().waitFor();
  }
  const both = [ann.page, ben.page];
  const playSome = async (steps: number): Promise<void> => {
    for (let i = 0; i < steps; i++) {
      await Promise.race(both.map((page) => page.locator(".hand .slot[draggable=true]").first().waitFor()));
      for (const page of both) {
        if ((await page.locator(".hand .slot[draggable=true]").count()) > 0) {
          await step(page, i);
          break;
        }
      }
    }
  };
  await playSome(12);
  await ben.page.reload();
  await ben.page.locator(".hand .slot").first().waitFor();
  await playSome(6);
  const told = await ann.page.locator(".log p").count();
  assert.ok(told > 20, `the log has ${told} lines`);
  assert.deepEqual([...ann.troubles, ...ben.troubles], []);

  // The server dies and comes back: the pages come back by themselves.
  server.kill("SIGKILL");
  await ann.page.getByText("The connection is gone").waitFor();
  ({ address, server } = await serve(Number(new URL(address).port)));
  await ann.page.getByText("The connection is gone").waitFor({ state: "detached" });
  await playSome(6);
  // That a connection was refused meanwhile is what the browser says on its own.
  const rest = [...ann.troubles, ...ben.troubles].filter((said) => !/WebSocket|ERR_CONNECTION/.test(said));
  assert.deepEqual(rest, []);
  console.log("Together: two browsers and a bot, a reload, a server killed and started again, fine");
} finally {
  await browser.close();
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
