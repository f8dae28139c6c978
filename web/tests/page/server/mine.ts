// What outlasts a game: one's own games in one list, alone and at a server, going on with them, signing in elsewhere, playing again, the
// replay of a server's game by its address, and the proof of its deal, with papers that were altered too.
//
//     npx vite-node tests/page/server/mine.ts BILLIONS-ONLINE [FOLDER [PART]]      with FOLDER, pictures on the way
import { strict as assert } from "node:assert";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { begin, openBrowser, openPage, type Fixture } from "../tools/fixture";
import { detailsOf } from "../tools/player";
import { playOut, serve } from "../tools/server";

const [program, folder, only = ""] = process.argv.slice(2);
assert.ok(program, "name the program billions-online");
const scratch = mkdtempSync(join(tmpdir(), "billions-mine-"));
if (folder) {
  mkdirSync(folder, { recursive: true });
}

async function picture(page: Page, name: string): Promise<void> {
  if (folder) {
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }
}

const server = await serve(program, scratch, 0, { "--bot-pace": "1", "--window-floor": "10" });
const { address } = server;

/** Makes a table with a bot and sits down; its letters. */
async function sit(page: Page, game: string): Promise<string> {
  await page.goto(`${address}/#/new?game=${game}&together=1`);
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.getByLabel("Who sits at seat 2").selectOption("-");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/t/"));
  await page.locator(".logbox p").first().waitFor({ state: "attached" });
  return page.evaluate(() => location.hash.slice("#/t/".length));
}

/** The page tells every move in its own time; loaded again it stands at the end at once. What it heard it has noted as it came. */
async function seesTheEnd(page: Page): Promise<void> {
  await page.bringToFront();
  await page.waitForTimeout(2000);
  await page.reload();
}

const slider = (page: Page): ReturnType<Page["locator"]> => page.getByRole("slider", { name: "Moment of the game" });

async function alone(fixture: Fixture): Promise<void> {
  const { page, troubles } = await openPage(fixture, { width: 1280, height: 800, calm: true }, { pace: 0, motion: "none" });
  await begin(fixture, page, { game: "one-billion-users", seats: 2, bots: "greedy", seed: "finished", after: 10_000 });
  await page.getByRole("link", { name: "Look at it again" }).click();
  await slider(page).waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  assert.match(await page.getByLabel("The link").inputValue(), /#\/replay\/r\/[A-Za-z0-9_-]+@0$/, "a game of this browser travels in its link");
  await page.keyboard.press("Escape");
  await begin(fixture, page, { game: "six-billion", seats: 2, bots: "greedy", seed: "first", after: 30 });
  await page.locator(".ask .button").first().waitFor();
  await page.goto(`${fixture.address}/#/`);
  await page.getByRole("button", { name: "Play now" }).first().click();
  await page.locator(".hand .slot").first().waitFor();
  await page.goto(`${fixture.address}/#/mine`);
  await page.getByRole("heading", { name: "Under way in this browser" }).waitFor();
  assert.equal(await page.getByRole("link", { name: /go on/ }).count(), 2, "two games go on");
  assert.equal(await page.getByRole("link", { name: /points/ }).count(), 1, "one is over");
  await picture(page, "mine-alone");
  await page.getByRole("link", { name: /6 Billion.*go on/s }).click();
  await page.locator(".ask .button").first().waitFor();
  assert.match(await page.locator(".bar .title").innerText(), /6 Billion/, "the older game is at the table again");
  assert.deepEqual(troubles, []);
  console.log("Alone: games are kept, gone on with and shown again, fine");
  await page.context().close();
}

async function together(fixture: Fixture, game: string): Promise<void> {
  const look = { width: 1280, height: 800, calm: true };
  const { page, troubles } = await openPage(fixture, look, { pace: 0, motion: "none", name: "Ann" });
  page.on("response", (response) => {
    if (response.status() === 404) {
      troubles.push(`not found: ${response.url()}`);
    }
  });
  const table = await sit(page, game);

  // While it goes on: in the list, first those where it is one's turn; no record yet, and that is said.
  const other = await page.context().newPage();
  await other.goto(`${address}/#/mine`);
  await other.getByRole("heading", { name: "Your turn" }).waitFor();
  await picture(other, `mine-${game}-turn`);
  await other.goto(`${address}/#/replay/t/${table}`);
  assert.match(await other.getByRole("alert").innerText(), /not over/);

  await playOut(other, table);
  await seesTheEnd(page);
  await page.getByRole("region", { name: "The end", exact: true }).waitFor();
  await page.getByRole("link", { name: "Look at it again" }).click();
  await slider(page).waitFor();
  assert.match(await page.evaluate(() => location.hash), new RegExp(`^#/replay/t/${table}`));

  // The proof: the record of the server, the receipt of this browser.
  await page.goto(`${address}/#/verify/${table}`);
  await page.getByRole("heading", { name: "The deal is proven, to you" }).waitFor();
  const verdict = page.getByRole("status", { name: "What came of it" });
  assert.equal(await verdict.locator("li.yes").count(), 5);
  assert.equal(await verdict.locator("li.no, li.open").count(), 0);
  await picture(page, `verify-${game}-good`);
  const record = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).text(), table);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the receipt" }).click()]);
  const receipt = await new Promise<string>((done, fail) => {
    void download.createReadStream().then((stream) => {
      let text = "";
      stream.on("data", (bytes: Buffer) => (text += bytes.toString()));
      stream.on("end", () => done(text));
      stream.on("error", fail);
    }, fail);
  });
  assert.match(receipt, /^Format: billions-receipt 1\nTable: [a-z0-9]{16}\nSeat: 1\nCommitment: [0-9a-f]{64}\nContribution: [0-9a-f]{64}\nView: /);

  // Altered papers are refused, with the line and the reason.
  const file = (name: string, text: string): { name: string; mimeType: string; buffer: Buffer } => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const wrong: [string, string, string, RegExp][] = [
    ["another secret", record.replace(/^Secret: ./m, (old) => (old.endsWith("0") ? "Secret: 1" : "Secret: 0")), receipt, /not the one that the server committed to|seed is not/],
    ["another result", record.replace(/^(Result: seat 1, )-?\d+/m, "$177777"), receipt, /game\.record, line \d+: /],
    ["another view", record, receipt.replace(/(View: \d+ ).{8}(?![^]*View)/, "$1deadbeef"), /game\.receipt, line \d+: .*what was shown there/], // the last: no Undo behind it
    ["another commitment", record, receipt.replace(/^(Commitment: ).{8}/m, "$1deadbeef"), /game\.receipt, line 4: /],
  ];
  await page.goto(`${address}/#/verify`);
  for (const [what, one, two, why] of wrong) {
    await page.locator("input[type=file]").setInputFiles([file("game.record", one), file("game.receipt", two)]);
    await page.getByRole("heading", { name: "Something does not fit" }).waitFor();
    assert.match(await verdict.locator("li.no").innerText(), why, what);
    await picture(page, `verify-${game}-${what.replace(/ /g, "-")}`);
    await page.locator("input[type=file]").setInputFiles([file("game.record", record), file("game.receipt", receipt)]);
    await page.getByRole("heading", { name: "The deal is proven, to you" }).waitFor();
  }

  // Again with the same: another table, another receipt, which is also whole.
  await page.goto(`${address}/#/t/${table}`);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForFunction((old) => location.hash.startsWith("#/t/") && !location.hash.includes(old), table);
  const next = await page.evaluate(() => location.hash.slice("#/t/".length));
  await page.locator(".logbox p").first().waitFor({ state: "attached" });
  await playOut(other, next);
  await seesTheEnd(page);
  await page.getByRole("region", { name: "The end", exact: true }).waitFor();
  await page.goto(`${address}/#/verify/${next}`);
  await page.getByRole("heading", { name: "The deal is proven, to you" }).waitFor();
  assert.equal(await verdict.locator("li.yes").count(), 5, "of a rematch everything is proven too");
  // What the server refused on purpose is told by the browser on its own.
  assert.deepEqual(troubles.filter((said) => !/status of 409/.test(said)), []);
  console.log(`${game}: my games, replay, proof, again, fine`);
  await page.context().close();
}

/** Two who played: one asks for another game, changes her mind and asks again; the other says no first, and then yes. Both deals are proven. */
async function rematch(fixture: Fixture): Promise<void> {
  const calm = { pace: 0, motion: "none" };
  const ann = await openPage(fixture, { width: 1280, height: 800, calm: true }, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, { width: 360, height: 740, touch: true, calm: true }, { ...calm, name: "Ben" });
  const at = (page: Page): Promise<string> => page.evaluate(() => location.hash.slice("#/t/".length));
  const both = [ann, ben];
  const ends = async (table: string): Promise<void> => {
    const hands = await Promise.all(both.map(async ({ page }) => {
      const other = await page.context().newPage();
      await other.goto(`${address}/#/settings`);
      return other;
    }));
    await Promise.all(hands.map((hand) => playOut(hand, table)));
    for (const [i, { page }] of both.entries()) {
      await hands[i]?.close();
      await seesTheEnd(page);
      await page.getByRole("region", { name: "The end", exact: true }).waitFor();
    }
  };

  await ann.page.goto(`${address}/#/new?game=one-billion-users&together=1`);
  await ann.page.getByRole("radio", { name: "2", exact: true }).check();
  await ann.page.getByRole("button", { name: "Make the table" }).click();
  await ann.page.getByText("Waiting for the others").waitFor();
  const first = await at(ann.page);
  await ben.page.goto(`${address}/#/t/${first}`);
  await ben.page.getByRole("button", { name: "Sit here" }).click();
  await Promise.all(both.map(({ page }) => page.locator(".hand .slot").first().waitFor()));
  await ends(first);
  assert.equal(await ben.page.getByRole("button", { name: "Not this time" }).count(), 0, "nobody has asked for another game");

  await ann.page.getByRole("button", { name: "Play again" }).click();
  await ann.page.getByText("Ben is asked to play again").waitFor();
  const next = await at(ann.page);
  assert.notEqual(next, first);
  await picture(ann.page, "rematch-waiting");
  const offer = ben.page.getByRole("group", { name: "Another game" });
  await offer.getByText("Ann plays again, and waits for you.").waitFor();
  // Who is elsewhere by then finds it in his list, and on the first page.
  const list = await ben.page.context().newPage();
  await list.goto(`${address}/#/`);
  await list.getByRole("link", { name: /Ann plays again/ }).click();
  await list.getByRole("heading", { name: "Another game?" }).waitFor();
  await list.getByText("Ann plays again: One Billion Users. Your seat is free.").waitFor();
  await list.getByRole("button", { name: "Join" }).waitFor();
  await picture(list, "rematch-asked-phone");
  await list.close();
  await picture(ben.page, "rematch-offer-phone");
  await offer.getByRole("button", { name: "Not this time" }).click();
  await offer.getByText("You don't take part.").waitFor();
  await picture(ben.page, "rematch-declined-phone");
  await ben.page.goto(`${address}/#/mine`);
  await ben.page.getByRole("heading", { name: "Finished" }).waitFor();
  assert.equal(await ben.page.getByRole("heading", { name: "Another game?" }).count(), 0, "who has said no is not asked again");
  await ben.page.goto(`${address}/#/t/${first}`);
  // She who waits is told, and so is whoever looks at the old table; it is remembered there.
  await ann.page.getByText("Ben does not play again. Send the link to somebody else").waitFor();
  await ann.page.getByText("Seat 2 is free; Ben does not play again").waitFor();
  await picture(ann.page, "rematch-refused");
  await ben.page.reload();
  await offer.getByText("You don't take part.").waitFor();

  // The seat is hers until the game begins.
  await ann.page.getByRole("button", { name: "Give up your seat" }).click();
  await ann.page.getByRole("button", { name: "Sit here" }).nth(1).waitFor();
  await ann.page.goto(`${address}/#/t/${first}`);
  await ann.page.getByRole("button", { name: "Play again" }).click();
  await ann.page.getByText("Waiting for the others").waitFor();
  assert.equal(await at(ann.page), next, "there is one next table, whoever asks");
  // Who goes back and asks once more has that seat already, with the part of the seed that was given for it.
  await ann.page.goto(`${address}/#/t/${first}`);
  await ann.page.getByText("You have a seat at the next table. Ben does not play again.").waitFor();
  await picture(ann.page, "rematch-sits");
  await ann.page.getByRole("button", { name: "Go there" }).click();
  await ann.page.getByText("Waiting for the others").waitFor();

  // With the places away the offer stays in sight.
  await ben.page.getByRole("region", { name: "The end", exact: true }).getByRole("button", { name: "The table" }).click();
  await offer.getByRole("button", { name: "Think again" }).click();
  await picture(ben.page, "rematch-notice-phone");
  await ben.page.getByRole("region", { name: "The end", exact: true }).getByRole("button", { name: "Play again" }).click();
  await Promise.all(both.map(({ page }) => page.locator(".hand .slot").first().waitFor()));
  assert.deepEqual(await Promise.all(both.map(({ page }) => at(page))), [next, next]);
  await ends(next);
  for (const { page, troubles } of both) {
    for (const table of [first, next]) {
      await page.goto(`${address}/#/t/${table}`);
      await (await detailsOf(page)).getByRole("link", { name: "Verify the deal" }).click();
      await page.getByRole("heading", { name: "The deal is proven, to you" }).waitFor();
      assert.equal(await page.getByRole("status", { name: "What came of it" }).locator("li.yes").count(), 5, "both deals are proven to both");
    }
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
  console.log("Another game with the same: asked for, given up, refused, taken after all, and proven, fine");
}

async function devices(fixture: Fixture): Promise<void> {
  const look = { width: 360, height: 740, touch: true, calm: true };
  const first = await openPage(fixture, look, { pace: 0, motion: "none", name: "Dora" });
  await first.page.goto(`${address}/#/mine`);
  await first.page.getByLabel("Name").fill("Dora");
  await first.page.getByLabel("Passphrase").fill("seven white horses");
  await first.page.getByRole("button", { name: "I am new here" }).click();
  await first.page.getByRole("heading", { name: "Signed in as Dora" }).waitFor();
  await picture(first.page, "mine-signed-in-phone");
  const table = await sit(first.page, "one-billion-users");

  const second = await openPage(fixture, look, { pace: 0, motion: "none" });
  await second.page.goto(`${address}/#/mine`);
  await second.page.getByLabel("Name").fill("Dora");
  await second.page.getByLabel("Passphrase").fill("seven black horses");
  await second.page.getByRole("button", { name: "Sign in" }).click();
  await second.page.getByRole("alert").waitFor();
  await second.page.getByLabel("Passphrase").fill("seven white horses");
  await second.page.getByRole("button", { name: "Sign in" }).click();
  await second.page.getByRole("heading", { name: "Your turn" }).waitFor();
  await picture(second.page, "mine-second-device-phone");
  await second.page.getByRole("link", { name: /your turn/ }).click();
  await second.page.locator(".hand .slot").first().waitFor();
  assert.equal(await second.page.evaluate(() => location.hash), `#/t/${table}`);
  // The seat is at the second device now; the first is told so, and is not left waiting.
  await first.page.reload();
  await first.page.getByRole("alert").getByText("You play on another device now.").waitFor();
  await second.page.goto(`${address}/#/mine`);
  await second.page.getByRole("button", { name: "Sign out" }).click();
  await second.page.getByRole("heading", { name: "On several devices?" }).waitFor();
  assert.deepEqual(second.troubles.filter((said) => !/status of 40/.test(said)), []);
  // A game that was begun before there was a name comes with it, and the account's seats are found where it signs in next.
  const early = await openPage(fixture, look, { pace: 0, motion: "none", name: "Faye" });
  const begun = await sit(early.page, "one-billion-users");
  await early.page.goto(`${address}/#/mine`);
  await early.page.getByText("those that are here already, too").waitFor();
  await early.page.getByLabel("Name").fill("Faye");
  await early.page.getByLabel("Passphrase").fill("nine grey geese");
  await early.page.getByRole("button", { name: "I am new here" }).click();
  await early.page.getByText("1 game of this browser is yours on every device now.").waitFor();
  await picture(early.page, "mine-claimed-phone");
  await second.page.getByLabel("Name").fill("Faye");
  await second.page.getByLabel("Passphrase").fill("nine grey geese");
  await second.page.getByRole("button", { name: "Sign in" }).click();
  await second.page.locator(`a[href="#/t/${begun}"]`).waitFor();
  // On a device that holds others' seats one is asked before they are taken: this one holds Dora's, which stays hers.
  await second.page.getByText("1 game with others was begun in this browser without your name.").waitFor();
  await second.page.getByRole("button", { name: "It is mine" }).click();
  await second.page.getByText("1 game belongs to somebody else, or is gone.").waitFor();
  assert.deepEqual(early.troubles, []);
  await early.page.context().close();
  // Who is not signed in is told that the name is somebody's, can choose another, and has made one table by that, not two.
  const guest = await openPage(fixture, look, { pace: 0, motion: "none", name: "dora" });
  let tables = 0;
  guest.page.on("request", (request) => (tables += Number(request.method() === "POST" && request.url().endsWith("/api/tables"))));
  await guest.page.goto(`${address}/#/new?game=one-billion-users&together=1`);
  await guest.page.getByRole("radio", { name: "2", exact: true }).check();
  await guest.page.getByLabel("Who sits at seat 2").selectOption("-");
  await guest.page.getByRole("button", { name: "Make the table" }).click();
  assert.match(await guest.page.getByRole("alert").innerText(), /The name Dora is registered here, and dora looks the same; choose another name/);
  await guest.page.getByLabel("Your name").fill("Eve");
  await guest.page.getByRole("button", { name: "Make the table" }).click();
  await guest.page.waitForFunction(() => location.hash.startsWith("#/t/"));
  await guest.page.locator(".logbox p").first().waitFor({ state: "attached" });
  assert.equal(tables, 1, "one table was made");
  console.log("On two devices by a name: fine");
  await guest.page.context().close();
  await first.page.context().close();
  await second.page.context().close();
}

const browser = await openBrowser();
try {
  const fixture = { address, browser, close: () => browser.close() };
  const parts: Record<string, () => Promise<void>> = {
    alone: () => alone(fixture),
    devices: () => devices(fixture),
    rematch: () => rematch(fixture),
    obu: () => together(fixture, "one-billion-users"),
    six: () => together(fixture, "six-billion"),
  };
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(only)) {
      await part();
    }
  }
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(scratch, { recursive: true });
}
