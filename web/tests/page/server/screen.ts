// A big screen and telephones, as in a living room: a television at the server's machine shows a table; two telephones read its code out
// of the picture's pixels, sit down, and play, a whole game of the one kind and many turns of the other. One telephone loads its page
// again, the screen loses its line and comes back, and goes along to the next game. Nothing secret comes to the screen.
//
//     vite-node tests/page/server/screen.ts BILLIONS-ONLINE [PART]
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import jsQR from "jsqr";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { openLine } from "../tools/line";
import { PATIENCE, readSheet, tryStep, type Game } from "../tools/player";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const only = process.argv[3] ?? "";
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const TELEVISION = { width: 1920, height: 1080, calm: true };
const TELEPHONE = { width: 390, height: 844, touch: true, calm: true };
const CALM = { pace: 0, motion: "none" };
/** What telephones call the server: a name that is no address of their own, so that the browser allows as little there as in a home network. */
const NAME = "billions.test";
const MOST_STEPS = 4000;

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const taken = createServer().listen(0, "127.0.0.1", () => {
      const { port } = taken.address() as { port: number };
      taken.close(() => done(port));
    });
  });

/** What a camera reads in that picture of the page. */
async function scanned(page: Page, what: string): Promise<string> {
  const { data, width, height } = PNG.sync.read(await page.locator(what).screenshot());
  const found = jsQR(new Uint8ClampedArray(data), width, height);
  assert.ok(found, `no code can be read in the picture of ${what}`);
  return found.data;
}

interface Opened {
  page: Page;
  troubles: string[];
}

/** All that a page is sent and sends at its WebSockets. */
function listenTo(page: Page): string[] {
  const frames: string[] = [];
  page.on("websocket", (socket) => {
    const keep = ({ payload }: { payload: string | Buffer }): void => void frames.push(payload.toString());
    socket.on("framesent", keep);
    socket.on("framereceived", keep);
  });
  return frames;
}

const secretsOf = async (page: Page): Promise<string[]> =>
  Object.values(await page.evaluate(() => JSON.parse(localStorage.getItem("billions.seats") ?? "{}") as Record<string, string>));

/** Nothing of what the hands hold is known to the screen, and no seat's secret, by no way. */
async function hasNoSecrets(screen: Page, frames: readonly string[], hands: readonly Page[], game: Game): Promise<void> {
  const tokens = (await Promise.all(hands.map(secretsOf))).flat();
  assert.equal(tokens.length >= hands.length, true, "each telephone keeps the secret of its seat");
  // What takes an open Blocker away is said by the rules: whoever holds it, the words are the same.
  const html = (await screen.content()).replace(/, until [^"<>]* takes it away/g, "");
  const kept = await screen.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + location.href);
  for (const token of tokens) {
    assert.ok(!frames.some((frame) => frame.includes(token)) && !html.includes(token) && !kept.includes(token), "a seat's secret is at the screen");
  }
  const said = frames.map((frame) => JSON.parse(frame) as { type: string; asked?: { you?: unknown } | null; view?: Record<string, unknown> | null; you?: unknown; state?: string });
  for (const { type, asked, view, you, state } of said) {
    assert.ok(!asked?.you && !you, `the screen is asked something or has a seat: ${type}`);
    if (view && state !== "over") {
      const held = game === "one-billion-users" ? (view["platforms"] as { hand: string[] }[]).map(({ hand }) => hand) : Object.values(view["hands"] as Record<string, unknown>);
      assert.ok(held.flat().every((card) => card === "?" || typeof card === "number"), `the screen is told a hand: ${JSON.stringify(held)}`);
    }
  }
  assert.equal(await screen.locator(".hand .slot, .ask").count(), 0, "the screen has no hand and is asked nothing");
  // A card that somebody holds and that nothing public names stands nowhere on the screen.
  const open = JSON.stringify(said.filter(({ type }) => type !== "hello"));
  const held = (await Promise.all(hands.map((page) => page.locator(".hand .slot").evaluateAll((all) => all.map((one) => one.getAttribute("data-card") ?? ""))))).flat();
  assert.ok(held.length > 0 && held.every((card) => card !== ""), "the telephones show their hands");
  for (const card of held.filter((name) => name.length > 6 && !open.includes(name))) {
    assert.ok(!html.includes(card), `the screen shows ${card}, which only a hand holds`);
  }
}

/** Presses what the telephones are asked, so often; true: the game is over. */
async function playSome(pages: Page[], game: Game, from: number, steps: number): Promise<boolean> {
  let last = Date.now();
  for (let done = 0; done < steps; ) {
    const states = [];
    for (const page of pages) {
      states.push(await tryStep(page, game, from + done, "touch"));
    }
    if (states.every((state) => state === "over")) {
      return true;
    }
    if (states.includes("acted")) {
      done += states.filter((state) => state === "acted").length;
      last = Date.now();
    } else {
      assert.ok(Date.now() - last < PATIENCE, "nobody is asked anything any more, and the game is not over");
      await new Promise((go) => setTimeout(go, 30));
    }
  }
  return false;
}

/** From the first page to a table on the screen. */
async function gather(page: Page, address: string, game: Game, bots: number): Promise<void> {
  await page.goto(address);
  await page.getByText(/^More:/).click();
  await page.getByRole("link", { name: /On a big screen/ }).click();
  await page.getByRole("radio", { name: game === "six-billion" ? "6 Billion" : "One Billion Users" }).check();
  await page.getByRole("group", { name: "How many play" }).getByRole("radio", { name: String(2 + bots), exact: true }).check();
  await page.getByRole("button", { name: "Put the table on this screen" }).click();
  await page.locator(".come .qr svg").waitFor();
}

async function sitDown({ page }: Opened, link: string, name: string): Promise<void> {
  await page.goto(link);
  assert.equal(await page.evaluate(() => isSecureContext), false, "a telephone has no secure address in a home network");
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).tap();
  await page.getByText(/^Seat \d, you/).or(page.locator(".hand .slot").first()).first().waitFor();
}

const GONE = /^No answer for \d+ (s|min): trying again$/;

async function living(fixture: Fixture, port: number, game: Game, whole: boolean): Promise<void> {
  const line = await openLine(port);
  const far = { ...fixture, address: `http://${NAME}:${port}` };
  const tv = await openPage({ ...fixture, address: line.address }, TELEVISION, CALM);
  const ann = await openPage(far, TELEPHONE, CALM);
  const ben = await openPage(far, TELEPHONE, CALM);
  const late = await openPage(far, TELEPHONE, CALM);
  const all = [tv, ann, ben, late];
  const frames = listenTo(tv.page);
  try {
    await gather(tv.page, line.address, game, 1);
    const id = new URL(tv.page.url()).hash.split("/").at(-1) ?? "";
    const link = await scanned(tv.page, ".come .qr");
    assert.equal(link, `http://${NAME}:${port}/h/${id}`, "the code names the table at the address that telephones use");
    assert.equal((await tv.page.locator(".come .link").innerText()).trim(), link.replace("http://", ""), "and so do the words");

    await sitDown(ann, link, "Ann");
    await tv.page.getByRole("list", { name: "Seats" }).getByText("Ann").waitFor();
    await tv.page.getByText("the last seat is taken").waitFor();
    // A bot is somebody there, and what somebody says with a sign stands on the screen.
    assert.doesNotMatch(await tv.page.locator("main").innerText(), /person=/, "a bot is called by its name");
    await ann.page.getByText("You are in.").waitFor();
    await ann.page.getByRole("button", { name: "Hello" }).click();
    await tv.page.locator(".bubble", { hasText: "Hello" }).filter({ hasText: "Ann" }).waitFor();
    await sitDown(ben, link, "Ben");
    const hands = [ann.page, ben.page];
    for (const page of hands) {
      await page.locator(".hand .slot").first().waitFor();
    }
    await tv.page.getByRole("status", { name: "Whose turn it is" }).waitFor();
    // Whoever scans it now and has no seat gets none; the code on the screen is still the table's alone.
    assert.equal(await scanned(tv.page, ".back .qr"), link);
    await late.page.goto(link);
    await late.page.getByText("The game is under way").waitFor();
    assert.equal(await late.page.getByRole("button", { name: "Sit down" }).count(), 0);

    await playSome(hands, game, 0, 12);
    await hasNoSecrets(tv.page, frames, hands, game);

    // A telephone that fell out scans the code again, and has its hand.
    const held = await ann.page.locator(".hand .slot").count();
    await ann.page.goto(`${far.address}/#/rules/${game}`);
    await ann.page.locator("h1").first().waitFor();
    await ann.page.goto(link);
    await ann.page.locator(".hand .slot").first().waitFor();
    assert.equal(await ann.page.locator(".hand .slot").count(), held);
    // All of the table is one press away, and the hand as well.
    await ann.page.getByRole("button", { name: "Table", exact: true }).tap();
    await ann.page.locator(game === "six-billion" ? ".rail[data-site=jupiter]" : ".middle").first().waitFor();
    await ann.page.getByRole("button", { name: "Hand", exact: true }).tap();
    await ann.page.locator(game === "six-billion" ? ".rail[data-site=jupiter]" : ".middle").first().waitFor({ state: "detached" });

    line.cut();
    await tv.page.getByText(GONE).waitFor();
    await playSome(hands, game, 12, 6);
    line.mend();
    await tv.page.getByText(GONE).waitFor({ state: "detached" });
    await hasNoSecrets(tv.page, frames, hands, game);

    const ended = await playSome(hands, game, 18, whole ? MOST_STEPS : 60);
    if (whole) {
      assert.ok(ended, `the game did not end within ${MOST_STEPS} presses`);
      await tv.page.getByRole("main", { name: "The end" }).waitFor();
      const sheet = await readSheet(ann.page);
      const shown = await tv.page.locator("tfoot tr").first().locator("td").allInnerTexts();
      assert.deepEqual(shown.map((text) => Number(text.replaceAll(",", "").replace("\u2212", "-"))), sheet.totals, "the screen shows the same end");
      await ann.page.getByRole("region", { name: "The end", exact: true }).getByRole("button", { name: "Play again" }).tap();
      await tv.page.waitForURL((url) => /#\/screen\//.test(url.hash) && !url.hash.includes(id));
      await tv.page.getByRole("list", { name: "Seats" }).getByText("Ann").waitFor();
      const next = new URL(tv.page.url()).hash.split("/").at(-1) ?? "";
      assert.match(ann.page.url(), new RegExp(`#/hand/${next}$`), "the telephone stays a hand");
      assert.equal(await scanned(tv.page, ".come .qr"), `http://${NAME}:${port}/h/${next}`);
    } else {
      await hasNoSecrets(tv.page, frames, hands, game);
    }
    // That a connection was refused, and that an address is not secure, is what the browser says on its own.
    assert.deepEqual(all.flatMap(({ troubles }) => troubles).filter((said) => !/WebSocket|ERR_CONNECTION|ERR_EMPTY|Cross-Origin-Opener-Policy/.test(said)), []);
    console.log(`${game}: a screen, two telephones and a bot; a scan to come back, a lost line; ${frames.length} messages at the screen without a secret`);
  } catch (why) {
    console.log(`${game}:`);
    throw await withTroubles(all, why);
  } finally {
    line.close();
    await Promise.all(all.map(({ page }) => page.context().close()));
  }
}

/** A server that telephones cannot reach: the screen says so, and what to do. */
async function alone(fixture: Fixture): Promise<void> {
  const tv = await openPage(fixture, TELEVISION, CALM);
  await tv.page.goto(`${fixture.address}/#/screen`);
  // Before anything is set up, and again at the table; no steps that speak of a code.
  await tv.page.getByRole("heading", { name: "Phones can't join yet" }).waitFor();
  await tv.page.getByText("./play --home").waitFor();
  await tv.page.getByRole("button", { name: "Put the table on this screen" }).click();
  await tv.page.getByRole("list", { name: "Seats" }).waitFor();
  await tv.page.getByRole("heading", { name: "Phones can't join yet" }).waitFor();
  assert.equal(await tv.page.locator(".qr").count(), 0, "no code that leads nowhere");
  assert.equal(await tv.page.getByText("Scan the code").count(), 0, "nobody is told to scan what is not there");
  // A seat can be played here meanwhile; and once the server is open to others, the page finds it without a press.
  assert.match((await tv.page.getByRole("link", { name: "take a seat here" }).getAttribute("href")) ?? "", /^\/h\/[a-z0-9]{16}$/);
  await tv.page.route("**/api/reach", (route) => route.fulfill({ json: { addresses: ["http://192.0.2.7:8000"] } }));
  await tv.page.locator(".come .qr svg").waitFor();
  await tv.page.getByText("Scan the code").waitFor();
  await tv.page.unroute("**/api/reach");
  await tv.page.goto(`${fixture.address}/#/screen/aaaaaaaaaaaaaaaa`);
  await tv.page.getByText("No table to show").waitFor();
  // That the table is not there is what the browser says on its own.
  assert.deepEqual(tv.troubles.filter((said) => !said.includes("404")), []);
  await tv.page.context().close();
  console.log("a server for its own machine alone: said, with what to do");
}

/** ./play, opened beyond its own machine: says so, with the address and a code; the page is there. */
async function played(): Promise<void> {
  const port = await freePort();
  const root = fileURLToPath(new URL("../../../..", import.meta.url));
  const reach = `http://127.0.0.2:${port}`;
  const play = spawn("./play", ["--address", "127.0.0.2", "--reach", reach, "--port", String(port), "--database", join(folder, "play.db"), "--no-browser"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => play.kill("SIGTERM"));
  let said = "";
  play.stdout.on("data", (bytes: Buffer) => (said += bytes.toString()));
  for (const end = Date.now() + PATIENCE; !said.includes("█") || !said.includes("Ctrl-C ends"); ) {
    assert.ok(Date.now() < end && play.exitCode === null, `./play said: ${said}`);
    await new Promise((go) => setTimeout(go, 100));
  }
  assert.match(said, /open to your network: everybody in it/);
  assert.ok(said.includes(`    ${reach}/\n`), said);
  const page = await fetch(reach);
  assert.match(await page.text(), /<title>Billions/);
  const told = (await (await fetch(`${reach}/api/reach`)).json()) as object;
  assert.deepEqual(told, { addresses: [reach] });
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`), "it listens where it was told to, and nowhere else");
  const ended = new Promise((done) => play.once("exit", done));
  play.kill("SIGTERM");
  await ended;
  console.log("./play: opened to another address, and said so");
}

const browser = await openBrowser(`--host-resolver-rules=MAP ${NAME} 127.0.0.1`);
const port = await freePort();
const server = await serve(program, folder, port, { "--reach": `http://${NAME}:${port}`, "--host": NAME });
const close = (): Promise<void> => browser.close();
try {
  const parts: [string, () => Promise<void>][] = [
    ["one-billion-users", () => living({ address: server.address, browser, close }, port, "one-billion-users", true)],
    ["six-billion", () => living({ address: server.address, browser, close }, port, "six-billion", false)],
    [
      "alone",
      async () => {
        const other = await serve(program, mkdtempSync(join(folder, "alone-")));
        await alone({ address: other.address, browser, close });
        other.process.kill("SIGKILL");
      },
    ],
    ["play", played],
  ];
  for (const [name, part] of parts) {
    if (name.includes(only)) {
      await part();
    }
  }
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
