// What a newcomer meets at a table: the signs are explained by themselves at the first game of a kind, once, and behind a button and a key
// ever after; rivals are introduced until one has moved; why a card has no use stands by it.
//
// Must never begin with settings that only somebody who has played would have.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, openFixture, openPage, withTroubles } from "./fixture";
import { step } from "./player";

const fixture = await openFixture();
const GAMES = ["one-billion-users", "six-billion"] as const;
const WHAT = "What is what";

async function deal(page: Page, game: (typeof GAMES)[number]): Promise<void> {
  await begin(fixture, page, { game, seats: 3, bots: "greedy", seed: "newcomer" });
  await page.locator(".hand .slot").first().waitFor();
}

/** Who sits there is told with a temper, until one has moved; why a card has no use stands by that card and not on it. */
async function introduced(page: Page): Promise<void> {
  await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "easy", rivals: ["easy:person=mara", "easy:person=bruno"], seed: "newcomer" });
  const who = page.getByRole("region", { name: "Who sits here" });
  await who.getByText("Mara").waitFor();
  await who.getByText("Gives back every Blocker he was ever handed.").waitFor();
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

for (const [name, play] of Object.entries({ introduced, reasoned })) {
  for (const look of [{ width: 1440, height: 900 }, { width: 390, height: 844, touch: true }]) {
    const opened = await openPage(fixture, { ...look, calm: true }, { pace: 0, knows: [...GAMES] });
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
    await sheet.getByRole("term").first().waitFor();
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "detached" });
    await phone.getByRole("button", { name: "More" }).click();
    await phone.getByRole("button", { name: WHAT }).click();
    await sheet.getByRole("term").first().waitFor();
    assert.deepEqual([...wide.troubles, ...narrow.troubles], []);
    console.log(`${game}: the signs are explained, once by themselves`);
  } catch (why) {
    throw await withTroubles([wide, narrow], why);
  }
}
await fixture.close();
