// One voice: at tables, in lessons and in replays nothing is a live region but ui/Announcer.svelte; elsewhere what is told in place is an alert or
// a status of its own, and nobody else says it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../src", import.meta.url));
const LIVE = /aria-live=|role="(?:alert|status|log|timer|marquee)"/g;
const VOICE = "ui/Announcer.svelte";
/** Folders whose components stand round a table that speaks; of them only what is told before there is one may do so itself. */
const AT_TABLES = /^(table|games|tutorial|replay|ui)\//;
const BY_ITSELF: Record<string, string> = {
  "table/TableShell.svelte": "that a game is not kept, in a strip that stays until it was read",
  "replay/Open.svelte": "what is wrong with a file, before anything is shown",
  "replay/Bring.svelte": "the same",
  "replay/Share.svelte": "that a link was copied",
  "ui/frame/Unloaded.svelte": "that a part of the page did not come, before it is there",
};

const sources = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".svelte"))
  .map((file) => ({ file, code: readFileSync(join(ROOT, file), "utf8").replace(/<!--.*?-->/gs, "").replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "") }));

it("has a voice that speaks in two ways", () => {
  const code = sources.find(({ file }) => file === VOICE)?.code ?? "";
  expect(code.match(LIVE)).toHaveLength(2);
  expect(code).toContain('aria-live="polite"');
  expect(code).toContain('aria-live="assertive"');
});

it.each(sources.filter(({ file }) => AT_TABLES.test(file) && file !== VOICE))("$file says nothing by itself", ({ file, code }) => {
  const found = code.match(LIVE) ?? [];
  expect(found).toHaveLength(BY_ITSELF[file] ? 1 : 0);
  // What is spoken through the voice must not be live as well.
  for (const tag of code.match(/<[a-z][^>]*\{@attach spoken[^>]*>/g) ?? []) {
    expect(tag).not.toMatch(LIVE);
  }
});

it.each(sources.filter(({ file }) => !AT_TABLES.test(file)))("$file is live by roles alone", ({ code }) => {
  expect(code).not.toMatch(/aria-live=/);
});
