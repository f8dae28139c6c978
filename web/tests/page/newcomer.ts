// What a newcomer meets at a table: the signs are explained by themselves at the first game of a kind, once, and behind a button and a key
// ever after; who would rather play is not kept from it.
//
// Must never begin with settings that only somebody who has played would have.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, openFixture, openPage, withTroubles } from "./fixture";

const fixture = await openFixture();
const GAMES = ["one-billion-users", "six-billion"] as const;
const WHAT = "What is what";

async function deal(page: Page, game: (typeof GAMES)[number]): Promise<void> {
  await begin(fixture, page, { game, seats: 3, bots: "greedy", seed: "newcomer" });
  await page.locator(".hand .slot").first().waitFor();
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
