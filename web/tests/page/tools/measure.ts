// What the page costs, as figures and not as a test: what its first visit loads, how soon it answers, how evenly it moves, and whether
// bots that think hold it up. Speeds are this machine's and this hour's.
//
//     npm run measure
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { BUILT, begin, keptFor, openFixture, openPage, TYPES } from "./fixture";
import { detailsOf, step } from "./player";

const fixture = await openFixture();
const seen = { width: 1280, height: 800 };

/** Files that the first page and the engine are made of, as a server sends them. */
async function firstLoad(): Promise<void> {
  const sent: [string, number][] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const file = join(BUILT, path === "/" ? "index.html" : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const small = existsSync(`${file}.br`);
    const bytes = readFileSync(small ? `${file}.br` : file);
    sent.push([path, bytes.length]);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, "Cache-Control": keptFor(path), ...(small ? { "Content-Encoding": "br" } : {}) }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const { page } = await openPage({ ...fixture, address }, seen);
  const sum = (): number => sent.reduce((all, [, bytes]) => all + bytes, 0);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  const home = sum();
  console.log(`first page                      ${(home / 1000).toFixed(1)} KB in ${sent.length} files`);
  const wasm = readFileSync(join(BUILT, engineFile() + ".br")).length;
  const hasEngine = sent.some(([path]) => path.endsWith(".wasm"));
  console.log(`first page and engine           ${((hasEngine ? home : home + wasm) / 1000).toFixed(1)} KB`);
  await page.getByRole("button", { name: "Play now" }).first().click();
  await page.locator(".hand .slot").first().waitFor();
  await page.waitForLoadState("networkidle");
  console.log(`with a table of the first game  ${(sum() / 1000).toFixed(1)} KB in ${sent.length} files`);
  for (const [path, bytes] of [...sent].sort((a, b) => b[1] - a[1]).slice(0, 6)) {
    console.log(`    ${(bytes / 1000).toFixed(1).padStart(6)} KB ${path}`);
  }
  await page.context().close();
  server.closeAllConnections();
  server.close();
}

function engineFile(): string {
  const worker = readFileSync(join(BUILT, "sw.js"), "utf8");
  return /"(\/assets\/billions-[^"]+\.wasm)"/.exec(worker)?.[1] ?? "";
}

async function soon(): Promise<void> {
  const times: number[][] = [[], [], []];
  for (let i = 0; i < 3; i++) {
    const { page } = await openPage(fixture, seen, { pace: 0 });
    const began = Date.now();
    await page.goto(fixture.address, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Play now" }).first().waitFor();
    times[0]?.push(Date.now() - began);
    const [paint] = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint").map((one) => one.startTime));
    times[1]?.push(paint ?? 0);
    const pressed = Date.now();
    await page.getByRole("button", { name: "Play now" }).first().click();
    await page.locator(".hand .slot").first().waitFor();
    times[2]?.push(Date.now() - pressed);
    await page.context().close();
  }
  const best = (all: number[] | undefined): string => `${Math.round(Math.min(...(all ?? [])))} ms`;
  console.log(`something to see after          ${best(times[1])} (the best of 3)`);
  console.log(`something to press after        ${best(times[0])}`);
  console.log(`from "Play now" to the table    ${best(times[2])}`);
}

/** Long tasks of the page's own thread, and what of them was work: on a busy machine a task also waits. */
async function watch(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async (): Promise<number> => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  await page.evaluate(() => {
    const kept: number[] = [];
    (window as unknown as { long: number[] }).long = kept;
    new PerformanceObserver((list) => kept.push(...list.getEntries().map((one) => Math.round(one.duration)))).observe({ type: "longtask" });
  });
  const [began, worked] = [Date.now(), await busy()];
  return async () => {
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    const share = ((await busy()) - worked) / ((Date.now() - began) / 1000);
    return `${long.length} tasks over 50 ms${long.length ? ` (the longest ${Math.max(...long)} ms)` : ""}; the page's thread works ${(100 * share).toFixed(0)} % of the time`;
  };
}

async function thinking(): Promise<void> {
  const { page } = await openPage(fixture, seen, { pace: 0, motion: "full" });
  await begin(fixture, page, { game: "six-billion", seats: 3, bots: "search:ms=1500", seed: "measure", after: 40 });
  await page.locator(".ask .button").first().waitFor();
  await page.waitForTimeout(500);
  const told = await watch(page);
  const end = Date.now() + 12_000;
  for (let i = 0; Date.now() < end && (await Promise.race([step(page, "six-billion", i), new Promise<boolean>((go) => setTimeout(() => go(true), end - Date.now()))])); i++);
  console.log(`while bots think                ${await told()}`);
  await page.context().close().catch(() => undefined);
}

/** From "My next mistake" to the first one, in a game that was over a moment ago: nothing was looked at before. */
async function mistakes(): Promise<void> {
  for (const game of ["one-billion-users", "six-billion"]) {
    const { page } = await openPage(fixture, seen, { pace: 0 });
    await begin(fixture, page, { game, seats: 4, bots: "greedy", own: "easy", seed: "measure", after: 5000 });
    const link = (await detailsOf(page)).getByRole("link", { name: "My next mistake" });
    await link.waitFor();
    const pressed = Date.now();
    await link.click();
    await page.getByText(/^(Mistake 1\b|No clear mistake)/).first().waitFor();
    console.log(`the first mistake after         ${((Date.now() - pressed) / 1000).toFixed(1)} s (${game}; the load of the machine is ${loadavg()[0]?.toFixed(1)})`);
    await page.context().close();
  }
}

async function motion(): Promise<void> {
  const { page } = await openPage(fixture, seen, { pace: 0.5, motion: "full" });
  await begin(fixture, page, { game: "one-billion-users", seats: 4, bots: "greedy", seed: "measure", after: 60 });
  await page.locator(".hand .slot").first().waitFor();
  const still = await frames(page, 1500);
  const moving = frames(page, 4000);
  for (let i = 0; i < 2; i++) {
    await Promise.race([step(page, "one-billion-users", i), page.waitForTimeout(1500)]);
  }
  console.log(`frames a second                 ${(await moving).toFixed(0)} while cards move, ${still.toFixed(0)} while nothing does (what this machine can show now)`);
  await page.context().close().catch(() => undefined);
}

function frames(page: Page, ms: number): Promise<number> {
  return page.evaluate(
    (span) =>
      new Promise<number>((done) => {
        let count = 0;
        const began = performance.now();
        const tick = (now: number): void => {
          count++;
          if (now - began < span) {
            requestAnimationFrame(tick);
          } else {
            done((1000 * count) / (now - began));
          }
        };
        requestAnimationFrame(tick);
      }),
    ms,
  );
}

for (const part of [firstLoad, soon, thinking, motion, mistakes].filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
  await part();
}
await fixture.close();
process.exit(0);
