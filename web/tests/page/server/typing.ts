// What a person types for the server stays in its field until the server has said "ok": too long, too often, without a connection, and
// when the page around the field changes or is loaded again.
//
//     vite-node tests/page/server/typing.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser, openPage, withTroubles } from "../tools/fixture";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-typing-"));
const server = await serve(program, folder);
const browser = await openBrowser();
const fixture = { address: server.address, browser, close: async () => undefined };

async function post<T>(path: string, about: object): Promise<T> {
  return (await (await fetch(`${server.address}${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(about) })).json()) as T;
}

const { page, troubles } = await openPage(fixture, { width: 1280, height: 800, calm: true }, { name: "", pace: 0, motion: "none" });
const chat = page.getByRole("textbox", { name: "Chat" });
const say = page.getByRole("button", { name: "Say", exact: true });
const said = (text: string): Promise<void> => page.locator(".log, .latest").getByText(text).first().waitFor();
try {
  const { table } = await post<{ table: string }>("/api/tables", { game: "one-billion-users", seats: 2 });
  await page.goto(`${server.address}/t/${table}`);

  // A name counts bytes, as the server does; a name that does not fit takes no seat and stays.
  const name = page.getByLabel("Your name");
  const long = "日本語の名前はとても長いです";
  await name.fill(long);
  await page.getByText("too long by 4 letters").waitFor();
  assert.ok(await page.getByRole("button", { name: "Sit here, at Seat 1" }).isDisabled());
  assert.equal(await name.inputValue(), long);
  await name.fill(long.slice(0, 10));
  await page.getByRole("button", { name: "Sit here, at Seat 1" }).click();

  // What is half typed when the game begins is there at the table.
  await chat.fill("half a sent");
  await post(`/api/tables/${table}/join`, { name: "Bob" });
  await page.locator(".hand .slot").first().waitFor();
  assert.equal(await chat.inputValue(), "half a sent");

  // And so it is when the page is loaded again.
  await page.reload();
  await page.locator(".hand .slot").first().waitFor();
  assert.equal(await chat.inputValue(), "half a sent");

  // 500 letters of three bytes each are fine, one more is not: said before it is sent.
  await chat.fill("長".repeat(501));
  await page.getByText("too long by 1 letter", { exact: true }).waitFor();
  assert.ok(await say.isDisabled());
  await chat.press("Enter");
  assert.equal((await chat.inputValue()).length, 501);
  const whole = "これはとても長いメッセージです。".repeat(31) + "終わり。";
  assert.equal([...whole].length, 500);
  await chat.fill(whole);
  await chat.press("Enter");
  await said(whole);
  assert.equal(await chat.inputValue(), "");

  // The 21st message of a minute is refused, and stays with the reason.
  for (let i = 2; i <= 20; i++) {
    await chat.fill(`message ${i}`);
    await chat.press("Enter");
    await said(`message ${i}`);
  }
  await chat.fill("one too many");
  await chat.press("Enter");
  await page.locator(".chat").getByText("Twenty messages in a minute are enough; wait a little.").waitFor();
  assert.equal(await chat.inputValue(), "one too many");
  await chat.press("End");
  await chat.pressSequentially("!");
  assert.equal(await page.locator(".chat .trouble").count(), 0, "the reason goes when the text changes");
  assert.equal(await chat.inputValue(), "one too many!");
  assert.deepEqual(troubles, []);
  console.log("Too long, too often: what was typed stays, with the reason, fine");

  // Without a connection it waits, and is sent once when the connection is back.
  const other = await openPage(fixture, { width: 1280, height: 800, calm: true }, { name: "Cid", pace: 0, motion: "none" });
  const next = await post<{ table: string; token: string }>("/api/tables", { game: "one-billion-users", seats: 2, name: "Cid" });
  await post(`/api/tables/${next.table}/join`, { name: "Dan" });
  await other.page.goto(`${server.address}/t/${next.table}#${next.token}`);
  await other.page.locator(".hand .slot").first().waitFor();
  const field = other.page.getByRole("textbox", { name: "Chat" });
  await other.page.context().setOffline(true);
  await field.fill("said without a connection");
  await field.press("Enter");
  await other.page.getByText("Not sent yet").waitFor();
  assert.equal(await field.inputValue(), "said without a connection");
  await other.page.context().setOffline(false);
  await other.page.locator(".log").getByText("said without a connection").waitFor();
  await other.page.waitForFunction(() => document.querySelector<HTMLInputElement>(".chat input")?.value === "");
  assert.equal(await other.page.locator(".log").getByText("said without a connection").count(), 1);
  await other.page.reload();
  await other.page.locator(".log").getByText("said without a connection").waitFor();
  assert.equal(await field.inputValue(), "", "what has come is not offered again");
  console.log("Without a connection: it waits in its field and is said once, fine");

  // What was sent on a line that fell silent, and then the page was loaded again: it has come, or it is still in its field.
  await field.fill("nobody may lose this");
  await other.page.context().setOffline(true);
  await field.press("Enter");
  await other.page.getByText("Not sent yet").waitFor();
  await other.page.context().setOffline(false);
  await other.page.reload();
  await other.page.locator(".hand .slot").first().waitFor();
  await other.page.waitForFunction(() => document.querySelector<HTMLInputElement>(".chat input")?.value === "nobody may lose this" || document.querySelector(".log")?.textContent?.includes("nobody may lose this"));
  assert.equal((await field.inputValue()) === "", (await other.page.locator(".log").getByText("nobody may lose this").count()) === 1, "it is in one place");
  console.log("Loaded again: what was typed is there, what has come is not, fine");
} catch (why) {
  throw await withTroubles([{ page, troubles }], why);
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
