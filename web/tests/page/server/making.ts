// Making a table at a server that does not answer: the page counts while it asks, goes on by itself when somebody answers, says what may have become
// of a table whose answer was lost, makes no second one where that can be, and what was chosen stays, also when one comes back to the form.
//
//     vite-node tests/page/server/making.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, openPage, withTroubles } from "../tools/fixture";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-making-"));
const server = await serve(program, folder);
const browser = await openBrowser();
const fixture = { address: server.address, browser, close: async () => undefined };

const { page, troubles } = await openPage(fixture, { width: 412, height: 915, calm: true, touch: true }, { name: "", pace: 0, motion: "none" });
const making = page.getByRole("button", { name: "Make the table" });

/** What stands in the form. */
async function chosen(page: Page): Promise<unknown[]> {
  return [
    await page.getByRole("radio", { name: "4", exact: true }).isChecked(),
    await page.getByLabel("Who sits at seat 3").inputValue(),
    await page.getByLabel("Time to think").inputValue(),
    await page.getByLabel("While somebody is away").inputValue(),
    await page.getByLabel("Show it to everybody").isChecked(),
    await page.getByLabel("Your name").inputValue(),
  ];
}

try {
  await page.goto(`${server.address}/#/new?game=six-billion&together=1`);
  await page.getByRole("radio", { name: "4", exact: true }).check();
  await page.getByLabel("Who sits at seat 3").selectOption("-");
  await page.getByText("Clock: none; a bot plays for who is away").click();
  await page.getByLabel("Time to think").selectOption("days");
  await page.getByLabel("While somebody is away").selectOption("easy");
  await page.getByLabel("Your name").fill("Tess");
  const [think, away] = [await page.getByLabel("Time to think").boundingBox(), await page.getByLabel("While somebody is away").boundingBox()];
  assert.ok(think && away && away.y - (think.y + think.height) >= 8, "two fields of a telephone's form have room between them");
  await page.getByText("Clock: three days for each move; a bot plays for who is away").waitFor();
  const wished = await chosen(page);
  assert.ok(wished[0] === true && wished[1] !== "", "the test has chosen something");

  let made = 0;
  page.on("request", (request) => (made += Number(request.method() === "POST" && request.url().endsWith("/api/tables"))));
  await page.route("**/healthz", (route) => route.abort());
  let fail = (): void => undefined;
  const failing = new Promise<void>((done) => (fail = done));
  await page.route("**/api/tables", async (route) => {
    await failing;
    await route.abort();
  });
  await making.click();
  await page.getByText(/Asking the server… [2-9] s/).waitFor();
  assert.ok(await making.isDisabled());
  await page.getByText("Not sent yet: it is sent when the server answers, with what is chosen here.").waitFor();
  assert.equal(made, 0, "what would be lost was sent");

  // The page is loaded again meanwhile: what was chosen is there.
  await page.reload();
  await page.getByRole("alert").getByText("The server did not answer.").waitFor();
  assert.deepEqual(await chosen(page), wished);
  await making.click();
  await page.getByText("Not sent yet").waitFor();
  await Promise.all([page.waitForRequest("**/api/tables"), page.unroute("**/healthz")]);
  fail();
  await page.getByRole("alert").getByText("The server did not answer. Perhaps it has made the table: at worst a table is left behind").waitFor();
  assert.equal(await page.getByText("Asking the server").count(), 0);
  assert.deepEqual(await chosen(page), wished);

  // Somewhere else, and back.
  await page.evaluate(() => (location.hash = "#/mine"));
  await page.getByText("No game yet.").waitFor();
  await page.evaluate(() => (location.hash = "#/new?game=six-billion&together=1"));
  await making.waitFor();
  assert.deepEqual(await chosen(page), wished);

  // What was asked for the seat, or its answer, is lost: the next try gets the seat at the same table.
  await page.unroute("**/api/tables");
  made = 0;
  for (const reaches of [false, true]) {
    await page.route("**/join", async (route) => {
      await (reaches && route.fetch());
      await route.abort();
    });
    await (reaches ? page.getByRole("button", { name: "Try again" }) : making).click();
    await page.getByRole("alert").getByText("The server did not answer.").waitFor();
    await page.unroute("**/join");
  }
  assert.equal(made, 1, "a second table was made");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Give up your seat").waitFor();
  assert.equal(made, 1);
  const id = await page.evaluate(() => location.hash.slice("#/t/".length));
  const facts = (await (await fetch(`${server.address}/api/tables/${id}`)).json()) as { seats: { kind: string; name?: string }[]; setup: { pace: { kind: string } } };
  assert.deepEqual(facts.seats.map(({ kind }) => kind), ["person", "free", "bot", "free"]);
  assert.equal(facts.seats[0]?.name, "Tess");
  assert.equal(facts.setup.pace.kind, "days");

  // What was made is not offered once more.
  await page.evaluate(() => (location.hash = "#/new?game=six-billion&together=1"));
  await making.waitFor();
  assert.equal(await page.getByRole("radio", { name: "4", exact: true }).isChecked(), false);

  // A table whose facts are on their way is no blank page, with a seat there and without.
  const other = await fetch(`${server.address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game: "six-billion", seats: 2 }) });
  const { table } = (await other.json()) as { table: string };
  for (const [one, said, there] of [
    [id, "Taking you back to your seat…", page.getByText("Give up your seat")],
    [table, "One moment…", page.getByRole("button", { name: "Sit here, at Seat 1" })],
  ] as const) {
    let come = (): void => undefined;
    const coming = new Promise<void>((done) => (come = done));
    await page.route(`**/api/tables/${one}`, async (route) => {
      await coming;
      await route.continue();
    });
    await page.evaluate((one) => (location.hash = `#/t/${one}`), one);
    await page.getByText(said).waitFor();
    come();
    await there.waitFor();
    assert.equal(await page.getByText(said).count(), 0);
  }
  await page.evaluate((one) => (location.hash = `#/t/${one}`), id);
  // The host fills the rest while nobody answers, and then the answer is lost: it is said, goes off by itself, and fills no seat twice.
  await page.route("**/healthz", (route) => route.abort());
  let filled = 0;
  page.on("request", (request) => (filled += Number(request.method() === "POST" && request.url().endsWith("/seats"))));
  await page.getByRole("button", { name: "Fill with bots and begin" }).click();
  await page.getByText("Not sent yet: it is sent when the server answers.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Waiting for the server" }).isDisabled());
  assert.equal(filled, 0, "what would be lost was sent");
  let lost = 0;
  await page.route("**/seats", async (route) => {
    const answer = await route.fetch();
    await (lost++ === 0 ? route.abort() : route.fulfill({ response: answer }));
  });
  await page.unroute("**/healthz");
  await page.getByText("One moment…").or(page.locator(".hand")).first().waitFor();
  assert.equal(filled, 2, "a seat was filled twice");
  await page.unroute("**/seats");

  assert.deepEqual(troubles.filter((one) => !/ERR_FAILED|Failed to load|failed/i.test(one)), []);
  console.log("A table that is made while nobody answers: counted, said, and what was chosen stays, fine");
} catch (why) {
  throw await withTroubles([{ page, troubles }], why);
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
