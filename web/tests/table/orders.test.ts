// Whether one's orders answer what one is asked: then nobody is told that they think, and no clock runs in sight.
import { expect, it } from "vitest";
import type { Asked, Order, Seat } from "../../src/engine/types";
import { byOrders, choosing, grouped, toBegin } from "../../src/table/orders";

it("is so where one is among the asked, and nothing is put to oneself", () => {
  const seat: Seat = { seat: 1, kind: "person", name: "Ann", connected: true };
  const asked: Asked = { decision: 4, seats: [1, 2], window: true, ends: 20_000, you: null };
  expect(byOrders({ you: 1, asked, seats: [seat] })).toBe(true);
  expect(byOrders({ you: 1, asked, seats: [{ ...seat, away: true, bot: "easy" }] })).toBe(false);
  expect(byOrders({ you: 3, asked, seats: [seat] })).toBe(false);
  expect(byOrders({ you: null, asked, seats: [seat] })).toBe(false);
  expect(byOrders({ you: 1, asked: null, seats: [seat] })).toBe(false);
});

const order = (words: string, rest: Partial<Order> = {}): Order => ({ words, help: words, ofRivals: false, brief: false, standard: false, newcomer: false, ...rest });
const LEAD = order("lead", { name: "Only the lead", matter: "turns" });
const MATTERS = order("matters", { name: "What matters", matter: "turns", standard: true });
const GROWTH = order("growth", { standard: true });
const FIRST = order("first", { newcomer: true });
const ALL = [LEAD, MATTERS, GROWTH, order("keep", { name: "Keep all" }), FIRST];

it("groups those under one heading, the standard one first", () => {
  const { matters, alone } = grouped(ALL);
  expect(matters).toEqual([{ matter: "turns", orders: [MATTERS, LEAD] }]);
  expect(alone.map(({ words }) => words)).toEqual(["keep"]);
});

it("begins with the standard ones, what was chosen before, and more for a newcomer", () => {
  expect(toBegin(ALL, { asksAll: false, chosen: [], newcomer: false })).toEqual(["standard"]);
  expect(toBegin(ALL, { asksAll: false, chosen: ["lead"], newcomer: true })).toEqual(["standard", "lead", "first"]);
  expect(toBegin(ALL, { asksAll: true, chosen: ["lead"], newcomer: true })).toEqual([]);
  expect(toBegin([], { asksAll: false, chosen: ["lead"], newcomer: true })).toEqual([]);
});

it("remembers one choice a heading, and the standard one by having none", () => {
  const { matters } = grouped(ALL);
  const orders = matters[0]?.orders ?? [];
  expect(choosing(["other"], orders, LEAD)).toEqual(["other", "lead"]);
  expect(choosing(["other", "lead"], orders, MATTERS)).toEqual(["other"]);
  expect(choosing(["lead"], orders, null)).toEqual([]);
});
