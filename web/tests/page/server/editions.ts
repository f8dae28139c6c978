// Other cards at a server: an edition is taken in from a file, a table is made with it there, and whoever sits or watches there, also
// somebody who has never seen the file, plays with these cards and sees their numbers; the gallery shows the same. Both games.
//
//     vite-node tests/page/server/editions.ts BILLIONS-ONLINE [GAME]
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { newEngine } from "../../engine/engine";
import type { EditionDocument } from "../../../src/engine/types";
import { openBrowser, openPage, withTroubles, type Fixture } from "../tools/fixture";
import { chooseNumber, detailsOf, SHORTENED, type Game } from "../tools/player";
import { playOut, serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-editions-"));
const server = await serve(program, folder);
const { address } = server;
const engine = newEngine();

interface Case {
  game: Game;
  shortened: string;
  /** the compiled edition with other numbers */
  edition: EditionDocument;
  /** what of them one must see: in the gallery, and at a table */
  gallery: RegExp;
  table: { where: string; what: RegExp };
}

function altered(): Case[] {
  const obu = engine.ask("edition", { game: "one-billion-users" }).edition;
  return [
    {
      game: "one-billion-users",
      shortened: "60",
      edition: { ...obu, name: "Ours", communities: (obu["communities"] as { name: string }[]).map((row) => ({ ...row, name: `${row.name} of ours`, users: 350 })), deviations: ["communities"] },
      gallery: /of ours/,
      table: { where: ".bottom .hand", what: /of ours[^]*350 M|350 M[^]*of ours/ },
    },
    {
      game: "six-billion",
      shortened: "1",
      edition: { format: 1, game: "six-billion", name: "Ours", sites: [{ site: "mars", first: 37, second: 29, third: 23 }] } as unknown as EditionDocument,
      gallery: /37\s+29\s+23/,
      table: { where: ".map", what: /37\/29\/23/ },
    },
  ];
}

async function shows(page: Page, { where, what }: Case["table"]): Promise<void> {
  await page.locator(where).first().waitFor();
  await page.waitForFunction(({ where, source }) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ""), { where, source: what.source });
}

async function playsWith({ game, shortened, edition, gallery, table }: Case, [ann, ben, guest]: [Page, Page, Page]): Promise<void> {
  // A broken one does not come as far as the server.
  await ann.goto(`${address}/#/new?game=${game}&together=1`);
  await ann.getByText(/^Cards:/).click();
  const input = ann.locator("input[type=file]");
  const file = (what: unknown) => ({ name: "ours.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(what)) });
  await input.setInputFiles(file({ ...edition, hand_size: "many", sites: "many" }));
  assert.match(await ann.getByRole("alert").innerText(), /^ours\.json: .*(hand_size|sites)/);
  await input.setInputFiles(file(edition));
  await ann.getByText("Cards: Ours").waitFor();

  await ann.getByRole("radio", { name: "3", exact: true }).check();
  await ann.getByLabel("Who sits at seat 3").selectOption("-");
  await chooseNumber(ann, SHORTENED[game], shortened);
  await ann.getByRole("button", { name: "Make the table" }).click();
  const link = (await ann.locator("code").innerText()).trim();
  await ben.goto(link);
  await ben.getByRole("button", { name: "Sit here" }).first().click();
  await guest.goto(link);
  await guest.getByRole("button", { name: "Watch" }).click();
  for (const page of [ann, ben]) {
    await shows(page, table);
  }
  await guest.locator(".game").first().waitFor();

  // To the end, so that the score, too, is that of these cards: the record holds the edition, and the engine replays it.
  const id = link.split("/t/")[1] ?? "";
  await Promise.all([playOut(ann, id), playOut(ben, id)]);
  const record = await (await fetch(`${address}/api/tables/${id}/record`)).text();
  assert.match(record, /"name":\s*"Ours"|Ours/, "the record names these cards");
  const { match } = engine.ask("load", { record });
  const totals = engine.ask("look", { match, viewer: 0 }).scores.map((score) => score.total.toLocaleString("en"));
  engine.ask("free", { match });
  for (const page of [ann, ben, guest]) {
    const sheet = await detailsOf(page);
    assert.deepEqual(await sheet.locator("tfoot tr").first().locator("td").allInnerTexts(), totals);
  }

  await ann.goto(`${address}/#/gallery/${game}`);
  await ann.getByText("Ours", { exact: true }).first().waitFor();
  await ann.waitForFunction((source) => new RegExp(source).test(document.querySelector("main")?.innerText ?? ""), gallery.source);
  await ben.goto(`${address}/#/gallery/${game}`);
  await ben.locator(".cards li").first().waitFor();
  assert.doesNotMatch(await ben.locator("main").innerText(), gallery, "the cards of one table are not everybody's");
}

async function plays(fixture: Fixture, about: Case): Promise<void> {
  const seen = { width: 1280, height: 800, calm: true };
  const calm = { pace: 0, motion: "none" };
  const ann = await openPage(fixture, seen, { ...calm, name: "Ann" });
  const ben = await openPage(fixture, seen, { ...calm, name: "Ben" });
  const guest = await openPage(fixture, seen, calm);
  const all = [ann, ben, guest];
  try {
    await playsWith(about, [ann.page, ben.page, guest.page]);
    assert.deepEqual(all.flatMap(({ troubles }) => troubles), []);
  } catch (why) {
    throw await withTroubles(all, why);
  }
  console.log(`${about.game}: a table at a server with cards out of a file, fine`);
  await Promise.all(all.map(({ page }) => page.context().close()));
}

const browser = await openBrowser();
try {
  for (const about of altered().filter(({ game }) => game.includes(process.argv[3] ?? ""))) {
    await plays({ address, browser, close: () => browser.close() }, about);
  }
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(folder, { recursive: true });
}
