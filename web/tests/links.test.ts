// Addresses of replays, and what the page reads out of a record without the engine: its results.
import { describe, expect, it } from "vitest";
import { resultsIn } from "../src/people/kept/kept";
import { address, lettersOf, LONGEST_LINK, readAddress, recordIn, tableNamed } from "../src/replay/links";
import { newEngine, read } from "./engine/engine";

const RECORDS = ["three-greedy", "four-random", "six-billion-five-greedy", "six-billion-four-random"].map((name) => read(`tests/golden/${name}.record`));

describe("a record in a link", () => {
  it.each(RECORDS)("comes out as it went in, and is short enough", async (record) => {
    const letters = await lettersOf(record);
    expect(letters).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(letters.length).toBeLessThan(LONGEST_LINK);
    expect(await recordIn(letters)).toBe(record);
  });

  it("goes without the times of its moves, and is still the same game", async () => {
    const record = RECORDS[0] ?? "";
    const timed = record.replace(/^(\d+ \w.*)$/gm, "$1 @12.345");
    expect(timed).not.toBe(record);
    const back = await recordIn(await lettersOf(timed));
    expect(back).toBe(record);
    const engine = newEngine();
    expect(engine.ask("load", { record: back })).toMatchObject({ result: true, hash: true });
  });

  it.each(["", "A", "not base64!", "AAAA", "x".repeat(3000)])("that is damaged is refused: %s", async (letters) => {
    await expect(recordIn(letters)).rejects.toThrow(/The link is damaged/);
  });

  it("that was cut short is refused", async () => {
    const letters = await lettersOf(RECORDS[0] ?? "");
    await expect(recordIn(letters.slice(0, -40))).rejects.toThrow(/The link is damaged/);
  });
});

describe("an address", () => {
  it.each([
    [{ kind: "table", table: "k3v6n2qpxw7ab4mz" }, 7],
    [{ kind: "record", letters: "ab-_9" }, 0],
    [{ kind: "kept", game: "0123456789abcdef" }, undefined],
  ] as const)("is read as it was written: %o", (place, ply) => {
    const path = address(place, ply).replace("#/", "").split("/").map(decodeURIComponent);
    expect(readAddress(path.slice(1))).toEqual({ place, ply: ply ?? null });
  });

  it("of nothing names nothing", () => {
    expect(readAddress([])).toEqual({ place: null, ply: null });
    expect(readAddress(["x", "abc"])).toEqual({ place: null, ply: null });
    expect(readAddress(["t", "k3v6n2qpxw7ab4mz@-3"])).toMatchObject({ ply: null });
  });

  it.each([
    ["k3v6n2qpxw7ab4mz", "k3v6n2qpxw7ab4mz"],
    ["http://127.0.0.1:8000/t/k3v6n2qpxw7ab4mz#aaaaaaaaaaaaaaaaaaaaaa", "k3v6n2qpxw7ab4mz"],
    ["http://127.0.0.1:8000/#/t/k3v6n2qpxw7ab4mz", "k3v6n2qpxw7ab4mz"],
    ["http://127.0.0.1:8000/api/tables/k3v6n2qpxw7ab4mz/record", "k3v6n2qpxw7ab4mz"],
    ["hello", null],
  ])("of a table is found in %s", (words, table) => {
    expect(tableNamed(words)).toBe(table);
  });
});

describe("results", () => {
  it("stand in a finished record, seat by seat", () => {
    expect(resultsIn("Result: seat 1, 1250 points, place 2\nResult: seat 2, -900 points, place 3\nResult: seat 3, 1900 points, place 1\nHash: 00\n")).toEqual({
      places: [2, 3, 1],
      points: [1250, -900, 1900],
    });
    expect(resultsIn("1 draw deck\nResult: unfinished\n")).toBeNull();
  });
});
