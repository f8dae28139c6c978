// The engine of the page and the native program play the same games: same seed, same hash. tools/check/compare-wasm does the same at length.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { binary, newEngine as newCompared, playHere, playNatively, runs } from "../../tools/compare";
import { newEngine, read } from "./engine";

const GAMES = 400;
const RECORDS = 4;

describe("native and WebAssembly", () => {
  it.each(runs(GAMES))("play the same games: $game, $bots", (run) => {
    const native = playNatively(run);
    const here = playHere(newCompared(), run, native.options);
    expect(here).toMatchObject({ games: native.games, decisions: native.decisions, hash: native.hash });
  });

  it.each(["one-billion-users", "six-billion"])("read the same records of %s", (game) => {
    const folder = mkdtempSync(join(tmpdir(), "billions-records-"));
    try {
      execFileSync(binary, ["sim", game, "--games", String(RECORDS), "--seats", "greedy,random", "--record-dir", folder], { stdio: "ignore" });
      const names = readdirSync(folder);
      expect(names).toHaveLength(RECORDS);
      const engine = newEngine();
      for (const name of names) {
        const record = readFileSync(join(folder, name), "utf8");
        const { match, ...facts } = engine.ask("load", { record, name });
        expect(facts).toMatchObject({ game, result: true, hash: true });
        expect(engine.ask("record", { match })).toBe(record);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const golden = readdirSync(new URL("../../../tests/golden", import.meta.url)).filter((name) => name.endsWith(".record"));
  it.each(golden)("play an old game by the revision of the rules that it names: %s", (name) => {
    const record = read(`tests/golden/${name}`);
    const engine = newEngine();
    const { match, ...facts } = engine.ask("load", { record, name });
    expect(facts).toMatchObject({ result: true, hash: true });
    expect(engine.ask("record", { match })).toBe(record);
  });
});
