// What is easily lost: reasons for what cannot be played, the table as a list, and the page once more after the server has gone. Fails also
// when the console complains, when the policy of the server forbids something, or when anything is asked of another place.
//
//     vite-node tests/page/run.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { begin, openFixture, openPage, SACRIFICE } from "./tools/fixture";
import { wider } from "./tools/inspect";
import { detailsOf, step } from "./tools/player";

const fixture = await openFixture();
const seen = { width: 1280, height: 800, calm: true };

/** What went wrong at the page is told first, and a picture is left, when a test fails for want of something to click. */
async function at(page: Page, troubles: string[], what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (why) {
    await page.screenshot({ path: fileURLToPath(new URL("../../../build/page-failed.png", import.meta.url)) });
    throw new Error(`${troubles.join("; ")} ${String(why)}`);
  }
}

async function beginningOfSix(): Promise<void> {
  const { page, troubles } = await openPage(fixture, seen, { pace: 0, motion: "none", plain: true });
  await begin(fixture, page, { game: "six-billion", seats: 2, bots: "greedy", seed: "page", after: 30 });
  await at(page, troubles, () => playSix(page));
  assert.ok((await page.locator(".log p").count()) > 10, "moves were made and told");
  assert.deepEqual(troubles, []);
  console.log("6 Billion: moves in the text view, fine");
  await page.context().close();
}

async function playSix(page: Page): Promise<void> {
  for (let i = 0; i < 12; i++) {
    // The first answer, or the first of the first group.
    const answer = page.locator(".ask .opened .button").or(page.locator(".ask .buttons .button:not([aria-expanded=true])")).first();
    await answer.waitFor();
    await answer.click();
    await page.waitForTimeout(100);
  }
}

/** A second press comes before what the first one did is shown, or just after, where another answer stands by then: neither counts. */
async function pressedTwice(): Promise<void> {
  const { page, troubles } = await openPage(fixture, seen, { pace: 1, motion: "none" });
  page.setDefaultTimeout(30_000);
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "twice", position: SACRIFICE });
  const draw = page.getByRole("button", { name: /^Draw from the deck: / });
  const sacrifice = page.locator(".ask .buttons .besides").first();
  await draw.waitFor();
  // Both one after the other, while the table still lets one look at the first; the second as often as it can be pressed.
  await page.evaluate(async () => {
    const found = (words: RegExp): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>(".ask .buttons .button")].find((one) => words.test(one.textContent ?? ""));
    const PRICED = /lose \d+ M/; // several of them stand behind one button
    const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 2));
    document.querySelector<HTMLElement>("[data-anchor=deck]")?.click();
    let second = "";
    for (; !second; await soon()) {
      if (!found(PRICED)) {
        found(/^Sacrifice/)?.click();
      }
      second = found(PRICED)?.textContent ?? "";
    }
    for (const end = Date.now() + 700; Date.now() < end; await soon()) {
      [...document.querySelectorAll<HTMLElement>(".ask .buttons .button")].find((one) => one.textContent === second)?.click();
    }
  });
  await page.locator(".log").getByText("You sacrifice").last().waitFor();
  assert.equal(await page.locator(".notice.trouble").count(), 0, "nothing is wrong with pressing twice");

  for (let undone = 0; undone < 2; undone++) {
    const lines = await page.locator(".log p").count();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((before) => document.querySelectorAll(".log p").length > before, lines); // until then another one means nothing
  }
  await draw.waitFor();
  const box = await draw.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 30, box.y + 20);
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await sacrifice.waitFor();
  const under = await sacrifice.boundingBox();
  assert.ok(under, "something else is asked by then");
  await page.mouse.move(under.x + 30, under.y + 20);
  const lines = await page.locator(".log p").count();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".log p").count(), lines, "the second half of a double click answers nothing");
  const priced = page.getByRole("button", { name: /lose \d+ M/ }).first();
  if (!(await priced.isVisible())) {
    await sacrifice.click();
  }
  await priced.click();
  await page.waitForTimeout(200);
  if (await page.getByText(/Press again to give/).first().isVisible()) {
    await priced.click(); // it costs much, or too much
  }
  await page.waitForFunction((before) => document.querySelectorAll(".log p").length > before, lines); // a press of its own does
  assert.deepEqual(troubles, []);
  console.log("Pressed twice, fine");
  await page.context().close();
}

async function refusalsHaveReasons(): Promise<void> {
  const { page, troubles } = await openPage(fixture, seen, { pace: 0, motion: "none" });
  const position = { phase: "play", platforms: [{ communities: ["Pet Pictures"], hand: ["Knit Night", "Low on Funds", "Fundraising", "Mod Training", "PR Response"] }, { hand: ["Poke", "Push"] }] };
  await begin(fixture, page, { game: "one-billion-users", seats: 2, bots: "greedy", seed: "reasons", position });
  await page.locator(".hand .slot.dim, .hand .slot.aside").first().click();
  await page.locator(".why").waitFor();
  assert.match(await page.locator(".why").innerText(), /\. OBU-\d+$/, "a card that cannot be played says which rule forbids it");
  assert.deepEqual(troubles, []);
  console.log("Reasons with rule numbers, fine");
  await page.context().close();
}

async function offline(): Promise<void> {
  const mortal = await openFixture();
  try {
    const { page, troubles } = await openPage(mortal, { ...seen, keeps: true }, { pace: 0, motion: "none" });
    await page.goto(mortal.address);
    await page.waitForFunction(() => navigator.serviceWorker.ready.then((there) => there.active?.state === "activated"));
    mortal.dies?.();
    await page.reload();
    await page.getByRole("button", { name: "Play now" }).first().click();
    for (let i = 0; i < 3; i++) {
      assert.ok(await step(page, "one-billion-users", i), "a game that has just begun goes on");
    }
    assert.deepEqual(troubles, []);
    console.log("Without a server: loaded again and played, fine");
  } finally {
    await mortal.close();
  }
}

/** Tables are never wider than their room, whatever the screen. */
async function widths(): Promise<void> {
  for (const [game, seed] of [
    ["one-billion-users", "pictures"],
    ["six-billion", "pictures"],
  ] as const) {
    const { page, troubles } = await openPage(fixture, seen, { pace: 0, motion: "none" });
    await begin(fixture, page, { game, seats: game === "six-billion" ? 5 : 4, bots: "greedy", seed, after: 100 });
    await page.locator(".hand .slot").first().waitFor();
    for (const width of [1920, 1600, 1366, 1280, 1160, 1082, 1080, 1024, 900, 800, 761, 760, 700, 600, 480, 412, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((wish) => innerWidth === wish, width);
      await page.waitForTimeout(100);
      assert.ok((await wider(page)) <= 0, `${game}, ${width} pixels: something is ${await wider(page)} pixels wider than its room`);
    }
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
  console.log("Tables on screens of all widths, fine");
}

/** On a laptop no card of a hand hides what another one says, however many there are. */
async function hands(): Promise<void> {
  const networks = { networks: "random" };
  for (const [cards, about] of [
    [9, { game: "one-billion-users", seats: 3, seed: "h37", options: networks }],
    [8, { game: "one-billion-users", seats: 4, seed: "h29", options: networks, after: 55, cards: 8 }],
    [6, { game: "six-billion", seats: 5, seed: "crowd", after: 50, cards: 6 }],
  ] as const) {
    const { page, troubles } = await openPage(fixture, seen, { pace: 0, motion: "none" });
    await begin(fixture, page, { ...about, bots: "greedy" });
    await page.locator(".hand .slot").first().waitFor();
    assert.equal(await page.locator(".hand .slot").count(), cards, `${about.game}: the hand that this is about`);
    for (const width of [1280, 1366]) {
      await page.setViewportSize({ width, height: 720 });
      await page.waitForFunction((wish) => innerWidth === wish, width);
      await page.waitForTimeout(200);
      const hidden = await page.evaluate(() => {
        const slots = [...document.querySelectorAll<HTMLElement>(".hand .slot")];
        document.querySelectorAll<HTMLElement>(".hand .lift").forEach((lift) => (lift.style.transform = "none")); // what leans is not measured
        return slots.slice(0, -1).flatMap((slot, i) => {
          const edge = slots[i + 1]?.getBoundingClientRect().left ?? 0;
          return [...slot.querySelectorAll(".name, .words, .foot, .amount, .bolts, .symbol")].flatMap((part) => {
            const words = document.createRange();
            words.selectNodeContents(part);
            const over = words.getBoundingClientRect().right - edge;
            return over > 0.5 ? `${Math.round(over)} pixels of ${part.textContent || part.className} on ${slot.dataset["card"]}` : [];
          });
        });
      });
      assert.deepEqual(hidden, [], `${cards} cards of ${about.game}, ${width} pixels`);
    }
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
  console.log("Hands of many cards on a laptop, fine");
}

/** On a telephone, where a hand reaches beyond the screen, the first card that answers a question is in sight. */
async function answers(): Promise<void> {
  const { page, troubles } = await openPage(fixture, { width: 360, height: 740, touch: true, calm: true }, { pace: 0, motion: "none" });
  const position = {
    phase: "ending",
    turn: 2,
    windows: [{ window: "guard", seat: 1, blocker: "Low on Funds", from: 2 }],
    platforms: [
      { communities: ["Pet Pictures", "Meme Workshop"], hand: ["Knit Night", "Low on Funds", "Toxic Culture", "PR Response", "Mod Training", "War Chest"] },
      { communities: ["Craft Tutorials"], influencers: ["The Investor"], hand: ["Push", "Poke", "Server Upgrade", "Home Chefs", "Troll Crackdown"] },
      { communities: ["Celebrity Gossip"], hand: ["Bad Press", "PR Response", "Budget Travelers", "Poke", "New Advertisers"] },
    ],
  };
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "answers", position });
  await page.locator(".bottom.window").waitFor();
  assert.ok((await page.locator(".hand .slot.dim").count()) > 3, "most of the hand answers nothing here, and stands before what does");
  const first = await page.locator(".hand .slot:not(.dim)").first().boundingBox();
  assert.ok(first && first.x >= 0 && first.x + first.width <= 360, `a card that answers is at ${first?.x}`);
  assert.deepEqual(troubles, []);
  await page.context().close();
  console.log("What answers is in sight on a telephone, fine");
}

/** A Blocker is seen whole wherever it lies, also with ground cards under it; a new card comes into sight on a telephone, and who is tipped is marked there. */
async function blocked(): Promise<void> {
  const position = {
    phase: "draw",
    turn: 1,
    discard: ["Push"],
    platforms: [
      { communities: ["Home Chefs", "Family Photos"], blocker: "Low on Funds", received: 1, hand: ["Conspiracy Corner", "Fundraising", "New Advertisers", "Troll Crackdown", "Server Upgrade", "Mod Training"] },
      { communities: ["Anonymous Alley"], influencers: ["The Contrarian"], hand: ["Bad Press", "PR Response", "Low on Funds", "Server Upgrade", "Poke", "Mod Training"] },
      {
        communities: ["Study Buddies", "Budget Travelers", "Celebrity Gossip", "Ranked Gamers", "Pundit Arena"],
        influencers: ["The Investor", "The Trendsetter"],
        blocker: "Bad Press",
        ground: ["Fundraising", "Troll Crackdown"],
        received: 3,
        hand: ["Overzealous Mods", "PR Response", "Poke", "Overzealous Mods", "Push", "Push"],
      },
      { communities: ["Plant Parents"], hand: ["Bad Press", "PR Response", "Low on Funds", "Server Upgrade", "Server Overload", "Poke"] },
    ],
  };
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const { page, troubles } = await openPage(fixture, { width, height, touch: width < 700, calm: true }, { pace: 0, motion: "none" });
    await begin(fixture, page, { game: "one-billion-users", seats: 4, bots: "greedy", seed: "blocked", position });
    await page.getByRole("button", { name: /^Take .* from the discard pile$/ }).click();
    await page.locator('.hand .slot.fresh[data-card="Push"]').waitFor();
    await page.locator(".prompt", { hasText: "Play one card" }).waitFor();
    const seen = await page.evaluate(() => {
      const whole = (inner: Element | null, outer: Element | null): boolean => {
        const [one, other] = [inner?.getBoundingClientRect(), outer?.getBoundingClientRect()];
        return Boolean(one && other && one.left >= other.left && one.right <= other.right + 1 && one.top >= other.top && one.bottom <= other.bottom + 1);
      };
      const rows = [...document.querySelectorAll(".platform:not(.own) .row")].filter((row) => row.getClientRects().length > 0);
      return {
        own: whole(document.querySelector(".own .stack"), document.querySelector(".upper")),
        scrolls: rows.filter((row) => row.scrollHeight > row.clientHeight + 1 || row.scrollWidth > row.clientWidth + 1).length,
        ground: rows.flatMap((row) => [...row.querySelectorAll(".ground")].map((card) => whole(card, row))),
        fresh: whole(document.querySelector(".hand .slot.fresh"), document.querySelector(".hand")),
        tipped: [...document.querySelectorAll(".strip .weighed.penalty")].filter((mark) => mark.getClientRects().length > 0).length,
      };
    });
    const desk = width > 700;
    assert.deepEqual(seen, { own: true, scrolls: 0, ground: desk ? [true, true] : [], fresh: true, tipped: desk ? 0 : 1 }, `${width} by ${height}`);
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
  console.log("Blockers, new cards and who is tipped in sight, fine");
}

/** The sheet at the end shows every seat on a telephone. */
async function sheets(): Promise<void> {
  for (const [game, seats] of [["one-billion-users", 4], ["six-billion", 5]] as const) {
    const { page, troubles } = await openPage(fixture, { width: 360, height: 740, touch: true, calm: true }, { pace: 0, motion: "none" });
    await begin(fixture, page, { game, seats, bots: "greedy", seed: "pictures", after: 10000 });
    const end = page.getByRole("region", { name: "The end", exact: true });
    await end.getByRole("button", { name: "Details" }).waitFor();
    assert.equal(await end.getByRole("listitem").filter({ visible: true }).count(), seats, "every place and total");
    const last = await end.getByRole("listitem").last().boundingBox();
    assert.ok(last && last.y + last.height <= 740, "without scrolling");
    const sheet = await detailsOf(page);
    assert.equal(await sheet.locator(".result thead th").count(), seats);
    const over = await sheet.locator("table").first().evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
    assert.ok(over <= 0, `${game}: the table of points is ${over} pixels wider than the sheet`);
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
  console.log("The sheet at the end on a telephone, fine");
}

const parts: Record<string, () => Promise<void>> = { reasons: refusalsHaveReasons, twice: pressedTwice, six: beginningOfSix, offline, widths, hands, answers, blocked, sheets };
try {
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(process.argv[2] ?? "")) {
      await part();
    }
  }
} finally {
  await fixture.close();
}
