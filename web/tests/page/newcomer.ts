// What a newcomer meets at a table: the signs are explained by themselves at the first game of a kind, once, and behind a button and a key
// ever after; rivals are introduced until one has moved; why a card has no use stands by it.
//
// Must never begin with settings that only somebody who has played would have.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, openFixture, openPage, withTroubles } from "./tools/fixture";
import { step } from "./tools/player";

const fixture = await openFixture();
const GAMES = ["one-billion-users", "six-billion"] as const;
const WHAT = "What is what";

async function deal(page: Page, game: (typeof GAMES)[number]): Promise<void> {
  await begin(fixture, page, { game, seats: 3, bots: "greedy", seed: "newcomer" });
  await page.locator(".hand .slot").first().waitFor();
}

/** On a telephone the end of a turn has one line of answers, and nothing beside them. */
async function drawn(page: Page): Promise<void> {
  await begin(fixture, page, { game: "six-billion", seats: 5, bots: "greedy", seed: "pictures", after: 60, verb: "deck" });
  const ends = page.locator(".ask").getByRole("button", { name: /^Draw \d more from the deck/ });
  await ends.waitFor();
  if ((page.viewportSize()?.width ?? 0) < 700) {
    const boxes = await Promise.all([ends, page.getByRole("button", { name: "Only one from the deck" })].map((one) => one.boundingBox()));
    assert.equal(boxes[0]?.y, boxes[1]?.y);
    assert.equal(await page.getByText("From now on, without asking").count(), 0);
  }
}

/** Who sits there is told, with a temper at a touch, until one has moved; why a card has no use stands by that card and not on it. */
async function introduced(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "easy", rivals: ["easy:person=mara", "easy:person=bruno"], seed: "newcomer" });
  const who = page.getByRole("region", { name: "Who sits here" });
  await who.getByRole("button", { name: "Mara" }).waitFor();
  const faces = await who.getByRole("button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.ok(new Set(faces).size === 1 && ((await who.boundingBox())?.height ?? 99) <= 52, "it is one line");
  await who.getByRole("button", { name: "Bruno" }).click();
  await who.getByText("A Blocker for a Blocker seems only fair to him.").waitFor();
  for (let i = 0; i < 12 && (await who.isVisible()); i++) {
    await step(page, "one-billion-users", i);
  }
  await who.waitFor({ state: "detached" });
}

async function reasoned(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 4, bots: "greedy", seed: "pictures", after: 100, verb: "discard" });
  const card = page.locator(".hand .slot.aside, .hand .slot.dim").first();
  await card.click();
  const why = page.locator(".why");
  await why.waitFor();
  const [said, held] = [await why.boundingBox(), await page.locator(".hand .taken").boundingBox()];
  assert.ok(said && held && said.y + said.height <= held.y + 2, "above the card");
  assert.ok(said.x < held.x + held.width && held.x < said.x + said.width, "and at its place");
  assert.match(await why.innerText(), /./);
  await page.keyboard.press("Escape");
  await why.waitFor({ state: "detached" });
}

/** The first penalty has a word with it, until it is read: for good. What a platform waits for stands where it will be. */
async function tipped(page: Page): Promise<void> {
  const position = {
    phase: "draw",
    discard: ["Poke"],
    platforms: [
      { communities: ["Stan Brigade"], hand: ["Poke", "Push", "PR Response", "Fundraising", "Bad Press", "Toxic Culture"] },
      { communities: [], hand: ["Push", "Poke", "Server Upgrade", "Home Chefs", "Troll Crackdown", "Mod Training"] },
      { communities: ["Prank Channels"], hand: ["Bad Press", "PR Response", "Budget Travelers", "Poke", "New Advertisers", "Knit Night"] },
    ],
  };
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "tipped", position });
  const word = page.locator(".own .wonders");
  await word.getByText("-500 points if the game ended now: the scale has more bolts (2) than User icons (1.5).").waitFor();
  assert.equal(await page.locator(".own .scale.penalty, .strip .penalty, .rivals .scale.penalty").filter({ visible: true }).count(), 2, "the scale is red where it costs, one's own and a rival's");
  const [box, table] = [await word.boundingBox(), await page.locator(".upper").boundingBox()];
  assert.ok(box && table && box.y + box.height <= table.y + table.height, "all of it is in sight");
  if (table.width > 700) {
    await page.locator(".rivals").getByText("A Community comes here").waitFor();
  }
  await word.getByRole("button", { name: "I see" }).click();
  await word.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".own .scale.penalty").waitFor();
  assert.equal(await word.count(), 0, "it is said once");
}

for (const [name, play] of Object.entries({ introduced, drawn, reasoned, tipped })) {
  for (const look of [{ width: 1440, height: 900 }, { width: 390, height: 844, touch: true }]) {
    const opened = await openPage(fixture, { ...look, calm: true }, { pace: 0, knows: [...GAMES], knowsScale: false });
    try {
      await play(opened.page);
      assert.deepEqual(opened.troubles, []);
      console.log(`${name}, ${look.width}: fine`);
    } catch (why) {
      throw await withTroubles([opened], why);
    }
    await opened.page.context().close();
  }
}
for (const game of GAMES) {
  const wide = await openPage(fixture, { width: 1440, height: 900 }, { legends: [] });
  const narrow = await openPage(fixture, { width: 390, height: 844, touch: true }, { legends: [] });
  try {
    const { page } = wide;
    const beside = page.getByRole("region", { name: WHAT });
    await deal(page, game);
    await beside.getByRole("term").first().waitFor();
    assert.ok((await beside.getByRole("term").count()) > 8, "the signs are explained");
    assert.equal(await page.locator("dialog[open]").count(), 0, "and nothing lies over the table");
    await page.getByRole("button", { name: "Close what is what" }).click();
    await beside.waitFor({ state: "detached" });
    await deal(page, game);
    assert.equal(await beside.count(), 0, "only once by itself");
    await page.keyboard.press("w");
    await beside.waitFor();
    await page.keyboard.press("w");
    await beside.waitFor({ state: "detached" });
    await page.getByRole("button", { name: WHAT }).click();
    await beside.waitFor();

    const phone = narrow.page;
    const sheet = phone.getByRole("dialog", { name: WHAT });
    await deal(phone, game);
    const offer = phone.locator(".offer").getByRole("button", { name: WHAT });
    await offer.waitFor();
    assert.equal(await phone.locator("dialog[open]").count(), 0, "nothing lies over a table that one has not seen yet");
    const looks = await Promise.all([offer, phone.getByRole("button", { name: "No, play" })].map((one) => one.evaluate((it) => [it.clientHeight, it.getBoundingClientRect().top, getComputedStyle(it).fontSize])));
    assert.deepEqual(looks[0], looks[1], "like its neighbour");
    assert.equal(await phone.locator(".notices .notice").count(), 0, "no notice lies over the table");
    if (game === "six-billion") {
      await phone.locator(".ask").getByRole("button", { name: /^Until your first turn is over, nobody asks you/ }).waitFor();
    }
    await offer.click();
    await sheet.getByRole("term").first().waitFor();
    assert.equal(await offer.count(), 0, "what was taken is offered no more");
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "detached" });
    await phone.getByRole("button", { name: "More", exact: true }).click();
    await phone.getByRole("button", { name: WHAT }).click();
    await sheet.getByRole("term").first().waitFor();
    assert.deepEqual([...wide.troubles, ...narrow.troubles], []);
    console.log(`${game}: the signs are explained, once by themselves`);
  } catch (why) {
    throw await withTroubles([wide, narrow], why);
  }
}

/** Everything on the map of 6 Billion says what it is: to a mouse that rests, to keys, to a finger that stays; figures have words. */
async function told(): Promise<void> {
  const six = { game: "six-billion", seats: 3, bots: "greedy", seed: "newcomer", after: 60 };
  const wide = await openPage(fixture, { width: 1440, height: 900, calm: true }, { pace: 0 });
  const narrow = await openPage(fixture, { width: 390, height: 844, touch: true, calm: true }, { pace: 0 });
  try {
    const { page } = wide;
    const tip = page.getByRole("tooltip");
    await begin(fixture, page, six);
    await page.locator(".hand .slot").first().waitFor();
    const silent = await page.evaluate(() => [...document.querySelectorAll(".sky .station, .sky .half")].filter((one) => !one.closest("[data-tip]")).length);
    assert.equal(silent, 0, "every station and every box has its sentence");
    const late = await page.locator(".sky [data-site=mars] .late").boundingBox();
    assert.ok(late);
    await page.mouse.move(late.x + late.width / 2, late.y + late.height / 2, { steps: 3 });
    await tip.getByText(/Mars, 32 billion/).waitFor();
    const mars = page.locator(".sky [data-site=mars]").getByRole("button", { name: /^Mars: 8, 4 and 2 points/ });
    await page.keyboard.press("Tab");
    await mars.focus();
    await tip.getByText(/^Mars: 8, 4 and 2 points/).waitFor();
    await page.keyboard.press("ArrowDown");
    await tip.getByText(/^The track of Mars/).waitFor();
    await page.keyboard.press("ArrowDown");
    await tip.getByText(/^Mars, 1 billion/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Mars" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Mars" }).waitFor({ state: "detached" });
    assert.equal(await tip.count(), 0, "a focus that comes back by itself asks for nothing");
    const stations = page.locator(".sky [data-site=neptune] .station");
    const silentSigns = await page.evaluate(() => [...document.querySelectorAll(".sky .band, .sky .limit, .sky .agenda, .sky .twice")].filter((one) => !one.closest("[data-tip]")).length);
    assert.equal(silentSigns, 0, "every ring, band, eye and x2 has its sentence");
    for (const ends of ["Escape", "elsewhere"]) {
      const [one, next] = await Promise.all([stations.nth(0).boundingBox(), stations.nth(1).boundingBox()]);
      assert.ok(one && next);
      await page.mouse.click(one.x + one.width / 2, (one.y + next.y + one.height) / 2); // between them there is only the band
      await tip.getByText(/^The track of Neptune; its shade says how full it is/).waitFor();
      await (ends === "Escape" ? page.keyboard.press("Escape") : page.locator(".order h2").click());
      await tip.waitFor({ state: "detached" });
    }
    await page.getByText(/^Ends at 1024 on Earth or Belt \(now \d+\), or all 10 sites \(now \d+\)$/).waitFor();
    const rows = page.locator(".order ol > li");
    assert.equal(await rows.getByRole("button", { name: /\d+ cards in hand, \d+\+? points?$/ }).count(), 3, "a player is one line: name, cards and points with their units");
    const high = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(Math.max(...high) < 48 && Math.min(...high) >= 44, `rows are ${high.join(", ")} high`);
    await rows.getByRole("button", { name: / you / }).click();
    await rows.getByText(/points at this site count double/).waitFor();
    await rows.getByText(/\d+ billion people live on/).waitFor();

    const phone = narrow.page;
    await begin(fixture, phone, six);
    await phone.locator(".hand .slot").first().waitFor();
    const station = await phone.locator(".rail[data-site=mars] .late").boundingBox();
    assert.ok(station);
    const touch = await phone.context().newCDPSession(phone);
    const at = { x: station.x + station.width / 2, y: station.y + station.height / 2 };
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await phone.getByRole("tooltip").getByText(/Mars, 32 billion/).waitFor();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await phone.getByRole("tooltip").waitFor({ state: "detached" }); // nothing lies over the map after a touch
    assert.equal(await phone.locator("dialog[open]").count(), 0, "a long press presses nothing");
    await phone.touchscreen.tap(at.x, at.y);
    await phone.getByRole("dialog", { name: "Mars" }).getByText(/^Mars, 32 billion.*orange ring/).waitFor();
    await phone.keyboard.press("Escape");
    await phone.getByRole("button", { name: "Log", exact: true }).click();
    await phone.locator(".log p").last().waitFor();
    assert.deepEqual([...wide.troubles, ...narrow.troubles], []);
    console.log("six-billion: everything says what it is");
  } catch (why) {
    throw await withTroubles([wide, narrow], why);
  }
}

/** Nobody's turn: whose it is, why one decides, and one press that does what is suggested. */
async function neutral(): Promise<void> {
  const wide = await openPage(fixture, { width: 1440, height: 900, calm: true }, { pace: 0 });
  try {
    const { page } = wide;
    await begin(fixture, page, { game: "six-billion", seats: 3, bots: "greedy", seed: "pictures", after: 150, verb: "send" });
    const ask = page.locator(".ask");
    await ask.getByText(/(Pink|Orange) is a Neutral\./).waitFor();
    const doIt = ask.locator(".main", { hasText: /^Send \d billion: [\w ]+ (falls to|stays on) \d+$/ });
    await doIt.waitFor();
    assert.equal(await page.locator(".hand .slot:not(.dim)").count(), 0, "the hand rests");
    await page.locator(".hand .slot").first().click();
    await ask.getByText(/Your cards wait for your own turn/).waitFor();
    await doIt.click();
    await page.locator(".log").getByText(/You send \d billion of Neutral/).last().waitFor();
    assert.deepEqual(wide.troubles, []);
    console.log("six-billion: a Neutral is explained and decided for by one press");
  } catch (why) {
    throw await withTroubles([wide], why);
  }
}

await told();
await neutral();
await fixture.close();
