// "Copy" at an address of plain http, as ./play --home opens one: browsers have no clipboard of their own there, and it copies all the same.
//
//     vite-node tests/page/server/copying.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, withTroubles } from "../tools/fixture";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const NAME = "house.test";
const folder = mkdtempSync(join(tmpdir(), "billions-copying-"));
const server = await serve(program, folder, 0, { "--host": NAME });
const address = server.address.replace(/\/\/[^:/]+/, `//${NAME}`);
const browser = await openBrowser(`--host-resolver-rules=MAP ${NAME} 127.0.0.1`);
const fixture = { address, browser, close: async () => undefined };

/** What a person pastes into a field. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByRole("textbox", { name: "Chat" });
  await field.fill("");
  await field.press("Control+V");
  return field.inputValue();
}

const { page, troubles } = await openPage(fixture, { width: 1280, height: 800, calm: true }, { name: "Ann", pace: 0, motion: "none" });
try {
  const response = await fetch(`${server.address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game: "one-billion-users", seats: 3 }) });
  const { table } = (await response.json()) as { table: string };
  await page.goto(`${address}/t/${table}`);
  await page.getByRole("button", { name: "Sit here, at Seat 1" }).click();
  assert.equal(await page.evaluate(() => isSecureContext || "clipboard" in navigator), false, "this address is not secure");
  // The seat is taken only then; until the server has answered the page is the one of somebody who looks on.
  await page.getByRole("button", { name: "Give up your seat" }).waitFor();
  const copy = page.locator(".invite .do button");
  await copy.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.locator("textarea[aria-hidden]").count(), 0, "nothing is left behind");
  assert.ok(await copy.evaluate((button) => button === document.activeElement), "the focus is where it was");
  assert.equal(await pasted(page), `${address}/t/${table}`);

  // A browser that does not even allow that says what to do.
  await page.evaluate(() => (document.execCommand = () => false));
  await copy.click();
  await page.getByText("mark the link and copy it by hand").waitFor();
  // That the address is not secure is what the browser says on its own.
  assert.deepEqual(troubles.filter((one) => !/origin was untrustworthy/.test(one)), []);
  console.log("Copy on plain http: the link is in the clipboard, fine");
} catch (why) {
  throw await withTroubles([{ page, troubles }], why);
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
