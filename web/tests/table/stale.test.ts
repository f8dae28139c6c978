// What a person reads whose answer came after its question was over: what was not played, why, and what to do; no number of a decision.
import { expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { lateWords, staleUndoWords } from "../../src/table/stale";

const nameOf = (seat: number): string => (seat === 1 ? "You" : seat === 2 ? "Mara" : "Ben");
const move = (seat: number, how: Entry["how"] = "person"): Entry => ({ number: 9, kind: "move", seat, time: 0, how });

it("names who moved last, and what the next press does", () => {
  expect(staleUndoWords([move(3), move(2)], 1, nameOf)).toBe("Mara has moved meanwhile. Press Undo again to take that back, too.");
});

it("names nobody where nobody else is known to have moved", () => {
  expect(staleUndoWords([move(1)], 1, nameOf)).toBe("The game has gone on meanwhile. Press Undo again to take that back, too.");
});

it("names the move that was not played, and what was quicker", () => {
  expect(lateWords("Famine", [move(1, "timeout"), move(3)], 1, nameOf)).toBe('"Famine" was not played: time had run out.');
  expect(lateWords("Famine", [{ ...move(1), lapsed: true }], 1, nameOf)).toBe('"Famine" was not played: time had run out.');
  expect(lateWords("Famine", [move(1, "bot")], 1, nameOf)).toBe('"Famine" was not played: a bot had played for you.');
  expect(lateWords("Famine", [move(3)], 1, nameOf)).toBe('"Famine" was not played: Ben had moved.');
  expect(lateWords("Famine", [], 1, nameOf)).toBe('"Famine" was not played: the question was over.');
});
