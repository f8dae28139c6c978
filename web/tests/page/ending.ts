// The end of a game: points are counted up, and all stands there after a press; the graph and its turning points lead into the replay; one's own mistakes
// are walked through one after the other, the best move and the worst stand there with their reasons and open the replay; the record of one's games
// counts it once, and victories in a row are told.
//
//     vite-node tests/page/ending.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { begin, openFixture, openPage, withTroubles, type Look } from "./tools/fixture";
import { detailsOf, readSheet, step, type Game } from "./tools/player";

const fixture = await openFixture();
/** No game is longer. */
const WHOLE = 5000;

/** What is shared is a picture that is neither empty nor of one colour. */
async function picture(page: Page, button: Locator): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  assert.equal(download.suggestedFilename(), "billions.png");
  const bytes = await readFile(await download.path());
  assert.deepEqual([...bytes.subarray(1, 4)].map((one) => String.fromCharCode(one)).join(""), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1080, 1080]);
  assert.ok(bytes.length > 20_000, `${bytes.length} bytes`);
}

async function end(page: Page, game: Game): Promise<void> {
  await begin(fixture, page, { game, seats: 3, bots: "greedy", seed: "ending", after: WHOLE });
  const end = page.getByRole("region", { name: "The end", exact: true });
  await end.waitFor();
  assert.equal(await end.locator(".line").count(), 0, "a game that was over already is shown at once");
  const places = await end.getByRole("listitem").allInnerTexts();
  const { totals } = await readSheet(page);
  assert.equal(totals.length, 3);
  assert.deepEqual(places.map((one) => Number(/([-−]?[\d,]+)\s*$/.exec(one)?.[1]?.replaceAll(",", "").replace("−", "-"))).sort((a, b) => a - b), [...totals].sort((a, b) => a - b), places.join(" | "));
  assert.match(await end.getByRole("heading").innerText(), /^You win\b.*!$|^\S+ wins?\. You are \d\w\w of 3/, "who has won, and one's own place");
  assert.ok((await end.locator(".story").innerText()).trim().length > 10, "a headline");
  await picture(page, end.getByRole("button", { name: "Share" }));
  const sheet = await detailsOf(page);

  const graph = sheet.getByRole("img", { name: /^Points over the game/ });
  await graph.waitFor();
  const said = (await graph.getAttribute("aria-label")) ?? "";
  assert.ok(totals.every((total) => said.includes(String(total))), `the graph ends where the sheet does: ${said}`);
  const turns = sheet.getByRole("region", { name: "How it came about" }).getByRole("listitem");
  const count = await turns.count();
  assert.ok(count >= 1 && count <= 3, `${count} turning points`);
  const link = turns.last().getByRole("link", { name: "Look at it" });
  const ply = /@(\d+)$/.exec((await link.getAttribute("href")) ?? "")?.[1];
  assert.ok(ply !== undefined, "a turning point is a moment of the replay");
  await link.click();
  await page.getByRole("main", { name: `The table at move ${ply}` }).waitFor();

  await page.goBack();
  await end.waitFor();
  await (await detailsOf(page)).getByRole("link", { name: "My next mistake" }).click();
  const mistakes = page.getByRole("region", { name: "My mistakes" });
  const first = mistakes.getByText(/^Mistake 1\b/);
  // Only what is clearly one is called a mistake: a game may have none.
  await first.or(mistakes.getByText(/^No clear mistake/)).first().waitFor();
  const before = await page.getByRole("main").getAttribute("aria-label");
  const found = (await first.count()) > 0;
  if (found) {
    // What is seen at once, if anything; then what the better move gains over the other one, or what it costs and whom it costs more.
    const gains = /(?:You end .*about .+ than with|You give up about .+ against .+, but .+ ends with about|Your points are about the same as with .+, but .+ ends with about) .+\./;
    assert.match(await mistakes.innerText(), new RegExp(String.raw`You played: .+\. Better: .+\.\s+(?:You keep the card\. |At first it brings .+\. |It brings as many Users, .+\. )?${gains.source}`));
    // The rest is looked for meanwhile.
    await mistakes.getByRole("button", { name: "Looking for the next" }).waitFor({ state: "detached", timeout: 60_000 });
  }
  if (found && (await mistakes.getByRole("button", { name: "My next mistake" }).isEnabled())) {
    await mistakes.getByRole("button", { name: "My next mistake" }).click();
    await mistakes.getByText(/^Mistake 2\b/).waitFor();
    await page.waitForFunction((label) => document.querySelector("main")?.getAttribute("aria-label") !== label, before);
  }
  await mistakes.getByRole("link", { name: "Back to the result" }).click();
  await end.getByRole("button", { name: "Play again" }).waitFor();
}

/** One's best move and one's worst come while one looks at the places, which stay where they are; a touch opens that moment as one saw it. */
async function moments(page: Page, game: Game, seats: number): Promise<void> {
  await begin(fixture, page, { game, seats, bots: "greedy", own: "easy", seed: "moments", after: WHOLE });
  const end = page.getByRole("region", { name: "The end", exact: true });
  await end.getByText(/^Looking for your best move and your worst/).waitFor();
  await end.evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)).then(() => undefined));
  const first = end.getByRole("listitem").first();
  const before = await first.boundingBox();
  const worst = end.getByRole("link", { name: /^Your worst:/ });
  await worst.waitFor();
  const phone = (page.viewportSize()?.width ?? 0) < 600;
  assert.match(await worst.innerText(), phone ? /^Your worst: [^(]+ Why\? ›$/ : /^Your worst: \S.+ \(.*turn\)\. Better: .+ Why\? ›$/);
  const best = end.getByRole("link", { name: /^Your best move:/ });
  assert.match(await best.innerText(), phone ? /^Your best move: [^(]+ Why\? ›$/ : /^Your best move: \S.+ \(.*turn\) Why\? ›$/);
  const after = await first.boundingBox();
  assert.ok(before && after && Math.abs(before.y - after.y) < 24, `the places jump from ${before?.y} to ${after?.y}`);
  assert.ok(after.y > 0 && ((await worst.boundingBox())?.height ?? 0) >= 44);
  const ply = /@(\d+)\?seen=1&moment$/.exec((await worst.getAttribute("href")) ?? "")?.[1];
  await worst.click();
  await page.getByRole("main", { name: `The table at move ${ply}` }).waitFor();
  assert.equal(await page.getByLabel("Seen by").inputValue(), "1");
  assert.match(await page.getByRole("region", { name: "My mistakes" }).innerText(), /^Your worst move\. You played: .+ Better: .+\./s);
  // What was looked at is not looked for again.
  await page.getByRole("link", { name: "Back to the result" }).click();
  await end.waitFor();
  await worst.waitFor({ timeout: 10_000 });
  await (await detailsOf(page)).getByRole("link", { name: "My next mistake" }).click();
  await page.getByRole("region", { name: "My mistakes" }).getByText(/^Mistake 1\b/).waitFor();
}

/** Victories in a row stand below the places, and only they. */
async function streak(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 2, bots: "greedy", own: "greedy", seed: "streak", after: WHOLE });
  const end = page.getByRole("region", { name: "The end", exact: true });
  await end.waitFor();
  assert.equal(await end.getByText(/ in a row/).count(), 0);
  await page.evaluate(() => {
    const id = location.hash.split("/").at(-1);
    const won = ["a", "b", id].map((id) => ({ id, game: "one-billion-users", level: "hard", seats: 2, place: 1, when: 1 }));
    localStorage.setItem("billions.results", JSON.stringify([...won, { ...won[0], id: "later", place: 2 }]));
  });
  await page.reload();
  await end.getByText("Third win in a row against Hard.").waitFor();
  await picture(page, end.getByRole("button", { name: "Share" }));
}

/** Played to its end by presses, it stands in the record once; also after loading again. */
async function record(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 2, bots: "greedy", seed: "record", options: { cut: "60" } });
  for (let i = 0; await step(page, "one-billion-users", i); i++) {
    // on to the end
  }
  const end = page.getByRole("region", { name: "The end", exact: true });
  await end.locator(".line").waitFor(); // what ends before one's eyes is counted up
  assert.equal(await end.getByRole("button", { name: "Play again" }).count(), 0);
  await page.keyboard.press("Shift");
  await end.getByRole("button", { name: "Play again" }).waitFor();
  await page.reload();
  await end.getByRole("button", { name: "Play again" }).waitFor();
  assert.equal(await end.getByText(/1st game/).count(), 0, "one game is no record to speak of");
  await (await detailsOf(page)).getByRole("img", { name: /^Points over the game/ }).waitFor();
  await page.goto(`${fixture.address}/#/mine`);
  const row = page.getByRole("region", { name: "Your record" }).getByRole("row").nth(1);
  await row.waitFor();
  assert.match(await row.innerText(), /One Billion Users\s+Straightforward\s+1\s/);
}

/** Line by line, what decides last: in the end everybody has what the sheet says, and nobody had to press anything. */
async function counted(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "record", options: { cut: "60" }, after: 70 });
  for (let i = 0; await step(page, "one-billion-users", i); i++) {
    // on to the end
  }
  const end = page.getByRole("region", { name: "The end", exact: true });
  const lines = new Set<string>();
  for (const line = end.locator(".line"); (await line.count()) > 0; await page.waitForTimeout(50)) {
    lines.add((await line.innerText().catch(() => "")) || "The game is over");
  }
  assert.ok(lines.size >= 3 && lines.has("Users"), [...lines].join());
  await end.getByRole("button", { name: "Play again" }).waitFor();
  await readSheet(page);
}

const CASES: [string, Look, (page: Page) => Promise<void>, object?][] = [
  ["One Billion Users", { width: 1440, height: 900 }, (page) => end(page, "one-billion-users")],
  ["6 Billion on a telephone", { width: 390, height: 844, touch: true }, (page) => end(page, "six-billion")],
  ["One Billion Users, and one's best move", { width: 390, height: 844, touch: true }, (page) => moments(page, "one-billion-users", 4)],
  ["6 Billion, and one's best move", { width: 1440, height: 900 }, (page) => moments(page, "six-billion", 5)],
  ["three victories in a row", { width: 1280, height: 800 }, streak],
  ["one game, and the record", { width: 1280, height: 800 }, record, { pace: 0.1 }],
  ["one game, counted up", { width: 1280, height: 800 }, counted, { pace: 0.5 }],
];
for (const [name, look, test, settings] of CASES.filter(([one]) => one.includes(process.argv[2] ?? ""))) {
  const { page, troubles } = await openPage(fixture, look, { pace: 0, knows: ["one-billion-users", "six-billion"], ...settings });
  try {
    await test(page);
    assert.deepEqual(troubles, []);
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  }
  console.log(`The end of ${name}, fine`);
  await page.context().close();
}
await fixture.close();
