// What is said behind the title of a game with others: whose turn it is, as far as the list of tables has it.
import { expect, it, vi } from "vitest";
import type { Listed } from "../../src/people/tables";

vi.stubGlobal("$state", Object.assign((first: unknown) => first, { raw: (first: unknown) => first })); // the compiler's, which is not here
const { standsOf } = await import("../../src/people/tables");

const seats: Listed["seats"] = [
  { seat: 1, kind: "person", name: "You" },
  { seat: 2, kind: "person", name: "Ada" },
  { seat: 3, kind: "bot", name: "easy" },
  { seat: 4, kind: "person", name: "Ben" },
];
const table = (more: Partial<Listed>): Listed => ({ table: "abc", title: "", game: "six-billion", state: "playing", changed: 0, seats, seat: 1, held: true, ...more });

it("is one's own turn, or who is waited for by name, or nothing that is not known", () => {
  expect(standsOf(table({ asked: [1, 2] }))).toBe(", it is your turn");
  expect(standsOf(table({ asked: [2, 3, 4] }))).toBe(", waiting for Ada and Ben");
  expect(standsOf(table({ asked: [3] }))).toBe("");
  expect(standsOf(table({}))).toBe("");
  expect(standsOf(table({ asked: [2], seats: seats.map((seat) => ({ ...seat, away: true })) }))).toBe("");
  expect(standsOf(table({ state: "open" }))).toBe(", seats are still free");
});
