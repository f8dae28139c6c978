// What is a fact about a game is written down once, in the engine: the sources of the page name no card and no rule by its number.
// Lessons and pictures are about certain cards and may name them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CARDS as OBU } from "../../src/generated/one-billion-users";
import { CARDS as SIX } from "../../src/generated/six-billion";

const ROOT = fileURLToPath(new URL("../../src", import.meta.url));
const EXEMPT = /^(generated|tutorial)\/|pictures\.json$/;
const sources = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ts|svelte|json)$/.test(file) && !EXEMPT.test(file))
  .map((file) => ({ file, code: readFileSync(join(ROOT, file), "utf8").replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "") }));
// A word like "Double" or "War" is too common to be looked for.
const names = [...new Set([...Object.values(OBU), ...Object.values(SIX)].map((card) => card?.name ?? ""))].filter((name) => name.includes(" ") || name.length > 8);

it("reads the sources of the page", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(names.length).toBeGreaterThan(40);
});

it.each(sources)("$file names no card", ({ code }) => {
  expect(names.filter((name) => code.includes(`"${name}"`) || code.includes(`'${name}'`) || new RegExp(`[>\\s]${name}[<\\s.,:]`).test(code))).toEqual([]);
});

it.each(sources)("$file names no rule by its number", ({ code }) => {
  expect(code.match(/\b(?:OBU|SIX)-\d+/g) ?? []).toEqual([]);
});
