// What a person reads when the server refuses an answer to a question that is over: who moved, and what to do; no number of a decision.
import { expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { staleWords } from "../../src/table/stale";

const nameOf = (seat: number): string => (seat === 1 ? "You" : seat === 2 ? "Mara" : "Ben");
const move = (seat: number): Entry => ({ number: 9, kind: "move", seat, time: 0 });

it("names who moved last, and what the next press does", () => {
  expect(staleWords("undo", [move(3), move(2)], 1, nameOf)).toBe("Mara has moved meanwhile. Press Undo again to take that back, too.");
  expect(staleWords("move", [move(3)], 1, nameOf)).toBe("Ben has moved meanwhile. Your move was for the question before, and does not count.");
});

it("names nobody where nobody else is known to have moved", () => {
  expect(staleWords("undo", [move(1)], 1, nameOf)).toBe("The game has gone on meanwhile. Press Undo again to take that back, too.");
});
