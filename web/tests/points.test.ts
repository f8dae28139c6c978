// What a game counts has one word, wherever it is said: in the page, and by the engine.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newEngine, read } from "./engine/engine";

const engine = newEngine();
const OTHER = /\bVPs?\b|\bvictory points?\b/i;
const filesIn = (folder: string, kinds: RegExp): string[] => readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true }).map(String).filter((name) => kinds.test(name)).map((name) => `${folder}/${name}`);

describe("points", () => {
  it("are called so in every source of the page and of the games", () => {
    const files = [...filesIn("web/src", /\.(svelte|ts)$/), ...filesIn("src/games", /\.[ch]$/)];
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((name) => read(name).split("\n").flatMap((line, i) => (OTHER.test(line) ? `${name}:${i + 1}: ${line.trim()}` : [])))).toEqual([]);
  });
  it("are called so in what a game tells and counts, one of them and several", () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 4, seed: "points", players: Array.from({ length: 4 }, () => ({ bot: "greedy" })) });
    while (engine.ask("step", { match }).actor !== 0);
    const told = engine.ask("table", { match, viewer: 0 }).log.flatMap(({ events }) => (events ?? []).flatMap(({ text }) => text ?? []));
    const scores = engine.ask("look", { match, viewer: 0 }).scores.flatMap(({ items }) => items.map(({ label }) => label));
    const scored = told.filter((text) => / scores? \d/.test(text));
    expect(scored.length).toBeGreaterThan(3);
    expect(scored.filter((text) => !/ scores? (1 point|([02-9]|\d\d+) points) and (has|have) \d+ from cards\.$/.test(text))).toEqual([]);
    expect(scores).toContain("Points from cards");
    expect([...told, ...scores].filter((text) => OTHER.test(text))).toEqual([]);
    engine.ask("free", { match });
  });
});
