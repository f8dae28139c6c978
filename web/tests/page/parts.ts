// A line that loses files: each script and each style sheet of a table, of what explains it and of the sheet at its end fails when it is first
// asked for, in each way that a browser asks. Everything is there in the end, with the style sheets of an untroubled page in their order; meanwhile
// the page says what is missing, and when the server has another program, that it must be loaded again. The style that the page begins with may
// fail, too.
//
//     vite-node tests/page/parts.ts
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, openFixture, openPage, withTroubles, type Beginning } from "./tools/fixture";
import { detailsOf } from "./tools/player";

const fixture = await openFixture();
const wide = { width: 1280, height: 800, calm: true };
const calm = { pace: 0, motion: "none" };
const ABOUT: Beginning = { game: "one-billion-users", seats: 3, bots: "greedy", seed: "parts" };

/** From now on each file that is not the page's first fails once in each way that it is asked for; the answer tells which did. A worker is begun
 *  only when its file is there, and not again. */
async function loseOnce(page: Page): Promise<Set<string>> {
  const lost = new Set<string>();
  await page.route(/\/assets\/(?!first-).+\.(js|css|wasm)$/, (route) => {
    const request = route.request();
    const way = `${new URL(request.url()).pathname} as ${request.resourceType()}`;
    if (lost.has(way) || /\/worker-.+ as (?!fetch)/.test(way)) {
      return route.continue();
    }
    lost.add(way);
    return route.abort();
  });
  return lost;
}

/** The style sheets in force, in their order, without the letters of their versions. */
const sheets = (page: Page): Promise<string[]> => page.evaluate(() => [...document.styleSheets].map(({ href }) => new URL(href ?? "").pathname));
const links = (page: Page): Promise<number> => page.locator("link[rel=stylesheet]").count();
const missing = (page: Page) => page.getByText(/could not be loaded\.$/).first();

/** What one can see of a table at its beginning, and that its signs are explained. */
async function table(page: Page): Promise<object> {
  const card = page.locator(".hand .slot").first();
  await card.waitFor();
  await page.getByRole("button", { name: "What is what", exact: true }).click();
  const legend = page.getByRole("region", { name: "What is what" });
  await legend.locator("dt, dd").first().waitFor();
  const look = await card.evaluate((slot) => [getComputedStyle(slot).position, slot.getBoundingClientRect().width, slot.getBoundingClientRect().height]);
  return { look, rows: await legend.locator("dd").count(), sheets: await sheets(page), links: await links(page) };
}

/** The sheet at the end: its graph and what can be done with the deal come from parts of their own. */
async function ending(page: Page): Promise<object> {
  const end = await detailsOf(page);
  await end.locator(".story svg").first().waitFor();
  await end.getByRole("button", { name: "Challenge a friend with this deal" }).waitFor();
  const graph = await end.locator(".story svg").first().boundingBox();
  return { graph: [graph?.width, graph?.height], sheets: await sheets(page), links: await links(page) };
}

async function alike(name: string, about: Beginning, see: (page: Page) => Promise<object>): Promise<void> {
  const well = await openPage(fixture, wide, calm);
  const bad = await openPage(fixture, wide, calm);
  try {
    await begin(fixture, well.page, about);
    const wanted = await see(well.page);
    assert.deepEqual(well.troubles, []);
    const lost = await loseOnce(bad.page);
    await begin(fixture, bad.page, about);
    await missing(bad.page).waitFor();
    assert.deepEqual(await see(bad.page), wanted);
    assert.equal(await missing(bad.page).count(), 0, "what is there is still said to be missing");
    for (const kind of [/\.js as /, /\.css as /, /\.wasm as /]) {
      assert.ok([...lost].some((way) => kind.test(way)), `nothing was lost: ${[...lost].join()}`);
    }
    console.log(`ok  ${name}: ${lost.size} failures, all there`);
  } catch (why) {
    throw await withTroubles([bad], why);
  } finally {
    await well.page.context().close();
    await bad.page.context().close();
  }
}

/** The style that the page begins with fails twice. */
async function beginning(): Promise<void> {
  const { page, troubles } = await openPage(fixture, wide, calm);
  try {
    let asked = 0;
    await page.route(/\/assets\/first-.+\.css$/, (route) => (++asked <= 2 ? route.abort() : route.continue()));
    await page.goto(fixture.address);
    await page.getByRole("button", { name: "Play now" }).first().waitFor();
    assert.ok(asked > 2, `the style was asked for ${asked} times`);
    assert.equal((await sheets(page)).length, 1);
    console.log("ok  the style that the page begins with");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  } finally {
    await page.context().close();
  }
}

/** The server has another program by now, and not the files of this one. */
async function renewed(): Promise<void> {
  const { page, troubles } = await openPage(fixture, wide, calm);
  try {
    await page.goto(fixture.address);
    await page.getByRole("button", { name: "Play now" }).first().waitFor();
    let asked = 0;
    await page.route(/\/assets\//, (route) => {
      asked++;
      return route.fulfill({ status: 404 });
    });
    await page.route(`${fixture.address}/`, (route) => route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/another.js"></script>' }));
    await page.getByRole("link", { name: "Rules" }).first().click();
    await page.getByRole("heading", { level: 1, name: "This part could not be loaded." }).waitFor();
    await page.getByText("The program was renewed meanwhile: load the page again.").waitFor();
    const before = asked;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.waitForTimeout(3000); // longer than the pauses of the first tries
    assert.equal(asked, before, "what the server does not have any more is asked for again");
    console.log("ok  a program that was renewed");
  } catch (why) {
    throw await withTroubles([{ page, troubles }], why);
  } finally {
    await page.context().close();
  }
}

try {
  await alike("a table", ABOUT, table);
  await alike("a table of 6 Billion", { ...ABOUT, game: "six-billion" }, table);
  await alike("the sheet at the end", { ...ABOUT, after: 10_000 }, ending);
  await renewed();
  await beginning();
} finally {
  await fixture.close();
}
