// Puzzles in a real Chromium: from the first page to a puzzle, a move that is not the best and one that is, what is shown of the moves, what
// was missed comes back, a puzzle without the network after the first visit, on a desktop and a telephone.
//
//     vite-node tests/page/puzzles.ts [NAME]      only the parts whose name has NAME in it
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { Puzzle } from "../../src/puzzles/puzzles";
import { openFixture, openPage, type Look } from "./tools/fixture";
import { puzzles, tellingPuzzle } from "./tools/toPuzzle";

const fixture = await openFixture();
const DESKTOP: Look = { width: 1280, height: 800, calm: true };
const PHONE: Look = { width: 360, height: 740, touch: true, calm: true };
const QUICK = { pace: 0, motion: "none", knows: ["one-billion-users", "six-billion"], legends: ["one-billion-users", "six-billion"] };
const GAMES = ["one-billion-users", "six-billion"];

const kept = (page: Page): Promise<{ id: string; first: boolean; known: boolean; number: number }[]> => page.evaluate(() => JSON.parse(localStorage.getItem("billions.puzzles") ?? "[]") as never);
const coach = (page: Page) => page.locator(".coach");

/** Presses one answer of the text view after the other until the puzzle is over; how many of them were not the best. */
async function solve(page: Page): Promise<number> {
  for (let wrong = 0; ; wrong++) {
    const answers = page.locator(".ask .buttons .button:not([aria-expanded])");
    assert.ok(wrong < (await answers.count()), `none of ${wrong} answers is the best`);
    const before = await kept(page);
    await answers.nth(wrong).click();
    assert.equal(await page.locator(".ask .warned").count(), 0, "nothing is said against an answer");
    await page.waitForTimeout(300);
    assert.ok(before.length > 0 || (await kept(page)).length > 0, "the first answer is kept");
    if (await page.getByRole("region", { name: "What each move is worth" }).isVisible()) {
      return wrong;
    }
    await coach(page).locator(".wrong").waitFor();
    assert.match(await coach(page).locator(".wrong").innerText(), /not the best\. With the best move you end with [\d.,]+ points /);
  }
}

async function solved(game: string): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, { ...QUICK, plain: true });
  page.setDefaultTimeout(20_000);
  // With few answers all of them stand there at once.
  const [puzzle] = puzzles(game).sort((a, b) => a.moves.length - b.moves.length);
  assert.ok(puzzle, "there is a puzzle");
  await page.goto(`${fixture.address}/#/puzzles/${game}/${puzzle.id}`);
  await page.locator(".ask").waitFor();
  assert.match(await coach(page).innerText(), /one is the best/);
  assert.equal(await page.getByRole("region", { name: "What each move is worth" }).count(), 0, "nothing is told before");
  const wrong = await solve(page);
  assert.match(await coach(page).innerText(), wrong === 0 ? /Right\./ : /That is it\./);
  await page.waitForFunction(() => document.activeElement?.textContent === "Next puzzle");
  assert.doesNotMatch(await coach(page).innerText(), /% certainty|on average/, "figures are for who wants them");
  await coach(page).getByText("Figures", { exact: true }).click();
  assert.match(await coach(page).innerText(), /Compared with .*, which (you chose|comes to mind first), you (end on place \d\.\d\d of \d instead of \d\.\d\d, on average of many games|win \d+ % of the games) that go on from here.*\. (That is \d\.\d\d places better|The next best is .*, \d\.\d\d places behind) \(at least \d\.\d\d, with 95 % certainty\)/);
  assert.match(await coach(page).innerText(), /with [\d.,]+ points (instead of [\d.,]+|as with the other); /, "whose points it is about");
  assert.doesNotMatch(await coach(page).getByText(/^On average/).innerText(), /pays|takes from|brings you/, "why points differ nobody measured");
  assert.match(await page.locator(".ask").innerText(), /The puzzle is over\./);
  assert.doesNotMatch(await page.locator(".ask").innerText(), /somebody else/i);
  assert.equal(await page.getByText("one is the best").count(), 0, "no voice keeps the old question");
  const [line] = await kept(page);
  assert.deepEqual({ id: line?.id, first: line?.first, known: line?.known, number: line?.number }, { id: puzzle.id, first: wrong === 0, known: wrong === 0, number: 1 });
  assert.equal(await page.locator(".ask .buttons .button").count(), 0, "nothing more can be answered");
  const rows = page.getByRole("region", { name: "What each move is worth" }).locator("tbody tr");
  assert.equal(await rows.count(), puzzle.moves.length);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForFunction((id) => !location.hash.endsWith(id), puzzle.id);
  await page.getByRole("button", { name: "Show me" }).waitFor();
  assert.deepEqual(troubles, []);
  await page.context().close();
}

async function missed(): Promise<void> {
  const { page, troubles } = await openPage(fixture, PHONE, QUICK);
  const game = "one-billion-users";
  await page.goto(fixture.address);
  await page.getByText(/^More:/).click();
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.getByRole("heading", { name: "Puzzles" }).waitFor();
  await page.getByRole("link", { name: /^Puzzle of the day/ }).first().click();
  await page.getByRole("button", { name: "Show me" }).click();
  const [daily] = await kept(page);
  assert.ok(daily && !daily.known);
  await page.locator(".coach").getByText(/: missed/).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByRole("button", { name: "Show me" }).click();
  const first = (await kept(page)).find(({ number }) => number === 2);
  assert.ok(first && first.id !== daily.id);
  assert.ok(!(await page.locator(".worths tbody").isVisible()), "what lies over the table is folded");
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByRole("button", { name: "Show me" }).waitFor();
  const seen: string[] = [];
  for (let i = 0; i < 12; i++) {
    const again = await coach(page).getByText("You missed this one before.").isVisible();
    await page.getByRole("button", { name: "Show me" }).click();
    seen.push((await kept(page)).sort((a, b) => b.number - a.number)[0]?.id ?? "");
    assert.equal(again, seen.at(-1) === first.id || seen.indexOf(seen.at(-1) ?? "") < i, "it is said of what comes back");
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.getByRole("button", { name: "Show me" }).waitFor();
  }
  assert.ok(seen.includes(first.id), "what was missed comes back");
  assert.ok(!seen.slice(0, 7).includes(first.id), "but not at once");
  assert.ok(!seen.includes(daily.id), "the puzzle of the day is left out on that day");
  await page.goto(`${fixture.address}/#/puzzles`);
  await page.getByText(/\d+ to come back/).first().waitFor();
  assert.match(await page.locator(".ways").first().innerText(), /Today: missed/);
  await page.getByText("All of them").first().click();
  assert.ok((await page.locator(`a[href="#/puzzles/${game}/${first.id}"].missed`).count()) === 1, "it is marked");
  await page.goto(`${fixture.address}/#/puzzles/nonsense`);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing reaches beyond the screen");
  assert.deepEqual(troubles, []);
  await page.context().close();
}

/** What was found stays found, whatever is looked at afterwards. */
async function lookedAtAgain(): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, { ...QUICK, plain: true });
  page.setDefaultTimeout(20_000);
  const game = "six-billion";
  const [puzzle] = puzzles(game).sort((a, b) => a.moves.length - b.moves.length);
  assert.ok(puzzle);
  const at = `${fixture.address}/#/puzzles/${game}`;
  await page.goto(`${at}/${puzzle.id}`);
  await page.locator(".ask").waitFor();
  // As found at the first try, which the order of the answers leaves to chance.
  await page.evaluate((id) => localStorage.setItem("billions.puzzles", JSON.stringify([{ id, first: true, known: true, number: 1, met: 1, times: 1 }])), puzzle.id);
  await page.reload();
  await coach(page).getByText("✓ found").waitFor();
  await coach(page).getByText("You found this one before").waitFor();
  const before = await kept(page);
  await page.locator(".ask .buttons .button").last().click();
  await page.waitForTimeout(300);
  assert.deepEqual(await kept(page), before, "no answer counts now");
  await page.reload();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByRole("region", { name: "What each move is worth" }).waitFor();
  assert.deepEqual(await kept(page), before, "nor does the solution");
  await coach(page).getByText("✓ found").waitFor();
  await page.goto(at);
  await page.getByText("1 found").waitFor();
  assert.equal(await page.getByText("to come back").count(), 0);
  await page.getByText("All of them").last().click();
  assert.equal(await page.locator(`a[href="#/puzzles/${game}/${puzzle.id}"].known`).count(), 1);
  // The puzzle of the day counts once, by whatever way one comes to it.
  await page.goto(`${at}/today`);
  await page.getByRole("button", { name: "Show me" }).click();
  await coach(page).getByText(": missed").waitFor();
  const [daily] = (await kept(page)).filter(({ number }) => number === 2);
  assert.ok(daily && !daily.known);
  await page.goto(`${at}/${daily.id}`);
  await page.reload();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.goto(`${at}/today`);
  await page.reload();
  await page.getByRole("button", { name: "Show the solution" }).waitFor();
  assert.equal((await kept(page)).length, 2);
  // Nor does going back to what training has asked already.
  await page.goto(`${at}/train`);
  await page.getByRole("button", { name: "Show me" }).click();
  await page.getByRole("button", { name: "Next puzzle" }).waitFor();
  await page.goto(at);
  await page.getByRole("heading", { name: "Puzzles", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Show the solution" }).waitFor();
  assert.deepEqual(troubles, []);
  await page.context().close();
}

/** Every answer is in sight, or it is said how many are below; on a telephone the rules and the rivals' points are there. */
async function inSight(): Promise<void> {
  const few: [string, (one: Puzzle) => boolean][] = [
    ["six-billion", ({ best, position }) => best === "pass" && "windows" in position],
    ["one-billion-users", ({ best, moves }) => best.startsWith("sacrifice") && moves.length > 6],
  ];
  for (const look of [DESKTOP, { ...PHONE, width: 390, height: 844 }]) {
    for (const [game, which] of few) {
      const puzzle = puzzles(game).find(which);
      assert.ok(puzzle, `${game} has such a puzzle`);
      const { page, troubles } = await openPage(fixture, look, QUICK);
      await page.goto(`${fixture.address}/#/puzzles/${game}/${puzzle.id}`);
      await page.locator(".ask .buttons .button").first().waitFor();
      await page.waitForTimeout(600);
      const hidden = await page.locator(".ask .buttons .button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom > (one.closest(".ask")?.getBoundingClientRect().bottom ?? 0) + 8).length);
      const more = page.getByRole("button", { name: /\d+ more answers?/ });
      assert.equal(await more.count(), hidden > 0 ? 1 : 0, `${game} at ${look.width}: ${hidden} answers are below the edge`);
      if (game === "six-billion") {
        assert.equal(hidden, 0, "three answers are all in sight");
      }
      for (let presses = 0; presses < 6 && (await more.count()) > 0; presses++) {
        await more.click();
        await page.waitForTimeout(200);
      }
      assert.equal(await more.count(), 0, "the last answer comes into sight");
      await page.getByRole("link", { name: "Rules" }).filter({ visible: true }).waitFor();
      if (look !== DESKTOP && game === "one-billion-users") {
        assert.match(await page.locator(".strip .summary").first().innerText(), /\d pts/);
      }
      assert.deepEqual(troubles, []);
      await page.context().close();
    }
  }
}

/** Where one strip says how many answers are below, none looks out from under it; and what is near the end is said whole. */
async function whole(): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, QUICK);
  const many = puzzles("six-billion").find(({ moves, position }) => JSON.stringify(position).includes('"colony6-neutral"') && moves.filter(({ move }) => /^colony 6 [a-z]+ [a-z]+ [a-z]+$/.test(move)).length > 4);
  assert.ok(many);
  await page.goto(`${fixture.address}/#/puzzles/six-billion/${many.id}`);
  await page.locator('.hand [data-card="colony6-neutral"]').click();
  await page.getByRole("button", { name: "As a list" }).click();
  const strip = page.getByRole("button", { name: /^\d more answers?/ });
  await strip.waitFor();
  await page.waitForTimeout(200);
  const answers = page.locator(".ask .buttons .button:not([title=Escape])");
  for (let presses = 0; presses < 6 && (await strip.count()) > 0; presses++) {
    const edge = (await strip.boundingBox())?.y ?? 0;
    const boxes = await answers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
    assert.deepEqual(boxes.filter(({ top, bottom }) => top < edge && bottom > edge), [], "no answer is covered in part");
    assert.equal(Number.parseInt(await strip.innerText(), 10), boxes.filter(({ top }) => top >= edge).length);
    await strip.click();
    await page.waitForTimeout(200);
  }
  assert.equal(await strip.count(), 0, "the last answer comes into sight");
  const two = puzzles("six-billion").filter(({ position }) => {
    const { tracks, hands, step, windows } = position as unknown as { tracks: Record<string, Record<string, number>>; hands: Record<string, unknown>; step: string; windows: unknown[] };
    const own = Object.values(hands).find(Array.isArray);
    return step === "act" && windows.length === 0 && own?.length === 6 && Object.keys(tracks).length === 9 && Object.values(tracks["belt"] ?? {}).includes(512);
  });
  assert.ok(two.length > 1);
  for (const { id } of two.slice(0, 3)) {
    await page.goto(`${fixture.address}/#/puzzles/six-billion/${id}`);
    await page.reload();
    const notices = page.locator(".ends .near");
    await notices.nth(1).waitFor();
    await page.waitForTimeout(300);
    const [edge, last] = await notices.last().evaluate((one) => [one.closest(".side")?.getBoundingClientRect().bottom ?? 0, one.getBoundingClientRect().bottom]);
    assert.ok((last ?? 0) <= (edge ?? 0), `both notices of ${id} are in sight`);
  }
  assert.deepEqual(troubles, []);
  await page.context().close();
}

/** Arrows begin at the hand, wherever the words beside the table have the focus; words that overflow go on scrolling. */
async function byArrows(): Promise<void> {
  for (const game of GAMES) {
    const { page, troubles } = await openPage(fixture, DESKTOP, QUICK);
    const focused = (selector: string): Promise<boolean> => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);
    await page.goto(`${fixture.address}/#/puzzles/${game}/${tellingPuzzle(game).id}`);
    await page.locator(".hand .slot").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.matches(".coach"));
    await page.keyboard.press("ArrowRight");
    assert.ok(await focused(".hand .slot"), `${game}: the first arrow leads into the hand`);
    const first = await page.evaluate(() => document.activeElement?.getAttribute("data-fly"));
    await page.keyboard.press("ArrowRight");
    assert.ok((await focused(".hand .slot")) && first !== (await page.evaluate(() => document.activeElement?.getAttribute("data-fly"))), "and the next one to another card");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("ArrowLeft");
    assert.ok(await focused(".hand .slot"), "from nowhere, too");
    await page.getByRole("button", { name: /^Show/ }).click();
    await page.getByRole("button", { name: "Watch both" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "Next puzzle");
    await coach(page).getByText("Figures").click();
    await page.setViewportSize({ width: 1280, height: 480 });
    const words = coach(page).locator(".said");
    await words.focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => (document.querySelector(".coach .said")?.scrollTop ?? 0) > 0);
    assert.ok(await focused(".said"), "words that overflow scroll");
    await page.keyboard.press("ArrowLeft");
    assert.ok(await focused(".hand .slot"));
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
}

/** The cards of the hand that a ring stands round, as they are called. */
const ringed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rings = [...document.querySelectorAll(".ring")].map((one) => one.getBoundingClientRect());
    const under = (box: DOMRect): boolean => rings.some((ring) => Math.abs(ring.left - box.left) < 16 && Math.abs(ring.top - box.top) < 24);
    return [...document.querySelectorAll<HTMLElement>(".hand .slot")].filter((slot) => under(slot.getBoundingClientRect())).map((slot) => slot.dataset["card"] ?? "");
  });

/** Round the one card that is played, and on a telephone it comes into sight. */
async function ringsOnCards(): Promise<void> {
  const toOther = puzzles("six-billion").find(({ best, position }) => {
    const { points, hands } = position as unknown as { points: Record<string, number>; hands: Record<string, unknown> };
    const own = Object.values(hands).find(Array.isArray) as string[];
    return /^colony 6 \w+ \w+ \w+$/.test(best) && (best.split(" ")[2] ?? "") in points && own.includes("colony6-other") && own.includes("colony6-neutral");
  });
  const poke = puzzles("one-billion-users").find(({ best, position, seat }) => {
    const { platforms } = position as unknown as { platforms: { hand: string[]; influencers: { name: string }[] }[] };
    return best.startsWith("poke ") && (platforms[seat - 1]?.hand.length ?? 0) > 5 && !JSON.stringify(platforms[seat - 1]?.influencers).includes(best.slice(5));
  });
  assert.ok(toOther && poke);
  const cases: [Look, string, Puzzle, string][] = [
    [DESKTOP, "six-billion", toOther, "colony6-other"],
    [DESKTOP, "one-billion-users", poke, "Poke"],
    [{ ...PHONE, width: 390, height: 844 }, "one-billion-users", poke, "Poke"],
  ];
  for (const [look, game, { id }, card] of cases) {
    const { page, troubles } = await openPage(fixture, look, QUICK);
    await page.goto(`${fixture.address}/#/puzzles/${game}/${id}`);
    await page.locator(".hand .slot").first().waitFor();
    await page.getByRole("button", { name: "Show me" }).click();
    await page.locator(".ring").first().waitFor();
    await page.waitForTimeout(1000);
    assert.deepEqual(await ringed(page), [card], `${id} at ${look.width}`);
    if (look !== DESKTOP) {
      const lies = await page.locator(".strip .summary").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      const rings = await page.locator(".ring").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + 4));
      assert.ok(lies.some((top) => rings.some((ring) => Math.abs(ring - top) < 4)), "the rival on whose platform the Influencer is");
    }
    assert.deepEqual(troubles, []);
    await page.context().close();
  }
}

/** Whether what one is asked about is the doubling to 1024. */
function endsBy(position: unknown): boolean {
  const { event, tracks } = position as { event?: { site: string; faction: string }; tracks: Record<string, Record<string, number>> };
  return event !== undefined && tracks[event.site]?.[event.faction] === 512;
}

/** The best move's things are marked on the table, and a pass that lets the game end is said to. */
async function shown(): Promise<void> {
  const { page, troubles } = await openPage(fixture, DESKTOP, QUICK);
  const all = puzzles("six-billion");
  const double = all.find(({ best }) => /^double [a-z]+$/.test(best));
  const pass = all.find(({ best, position }) => best === "pass" && endsBy(position));
  const last = all.find(({ best, position }) => /^colony/.test(best) && Object.keys((position as unknown as { tracks: object }).tracks).length === 9);
  assert.ok(double && pass && last);
  await page.goto(`${fixture.address}/#/puzzles/six-billion/${double.id}`);
  await page.getByRole("button", { name: "Show me" }).click();
  await page.locator(".ring").first().waitFor();
  await page.goto(`${fixture.address}/#/puzzles/six-billion/${pass.id}`);
  await page.getByRole("button", { name: "Show me" }).click();
  await coach(page).getByText("If nobody stops it, this ends the game.").waitFor();
  await page.goto(`${fixture.address}/#/puzzles/six-billion/${last.id}`);
  await page.getByRole("button", { name: "Show me" }).click();
  await coach(page).getByText(/Only [A-Z][a-z]+ is empty: whoever settles there ends the game\./).waitFor();
  // Why, in words, and both moves on the board, one after the other; then the puzzle's own moment again.
  const telling = tellingPuzzle("six-billion");
  await page.goto(`${fixture.address}/#/puzzles/six-billion/${telling.id}`);
  await page.getByRole("button", { name: /^Show/ }).click();
  await coach(page).getByText(/(than with|than after) “.+”/).waitFor();
  const board = (): Promise<string> => page.locator("main, .board, .six").first().innerText();
  await page.getByRole("button", { name: "Watch both" }).click();
  const watching = page.getByRole("button", { name: /^Stop: / });
  await watching.waitFor();
  const [first = ""] = await watching.allInnerTexts();
  await page.waitForFunction((before) => [...document.querySelectorAll("button")].some(({ innerText }) => innerText.startsWith("Stop: ") && innerText !== before), first, { timeout: 60_000 });
  await page.getByRole("button", { name: /^Stop: / }).click();
  await page.getByRole("button", { name: "Watch both" }).waitFor();
  assert.notEqual(await board(), "");
  assert.deepEqual(troubles, []);
  await page.context().close();
}

async function offline(): Promise<void> {
  const { page } = await openPage(fixture, { ...DESKTOP, keeps: true }, QUICK);
  page.setDefaultTimeout(20_000);
  await page.goto(fixture.address);
  await page.waitForFunction(() => navigator.serviceWorker.ready.then((there) => there.active?.state === "activated"));
  await page.context().setOffline(true);
  await page.goto(`${fixture.address}/#/puzzles/six-billion/today`);
  await page.getByRole("button", { name: "Show me" }).click();
  await page.getByRole("region", { name: "What each move is worth" }).waitFor();
  await page.context().close();
}

const PARTS: [string, () => Promise<void>][] = [...GAMES.map((game): [string, () => Promise<void>] => [`solved ${game}`, () => solved(game)]), ["missed", missed], ["again", lookedAtAgain], ["in sight", inSight], ["in sight whole", whole], ["by arrows", byArrows], ["shown", shown], ["shown on cards", ringsOnCards], ["offline", offline]];
for (const [name, part] of PARTS.filter(([one]) => one.includes(process.argv[2] ?? ""))) {
  await part();
  console.log(`puzzles: ${name}, fine`);
}
await fixture.close();
