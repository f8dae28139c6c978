// Whether one's orders answer what one is asked: then nobody is told that they think, and no clock runs in sight.
import { expect, it } from "vitest";
import type { Asked, Seat } from "../../src/engine/types";
import { byOrders } from "../../src/table/orders";

it("is so where one is among the asked, and nothing is put to oneself", () => {
  const seat: Seat = { seat: 1, kind: "person", name: "Ann", connected: true };
  const asked: Asked = { decision: 4, seats: [1, 2], window: true, ends: 20_000, you: null };
  expect(byOrders({ you: 1, asked, seats: [seat] })).toBe(true);
  expect(byOrders({ you: 1, asked, seats: [{ ...seat, away: true, bot: "easy" }] })).toBe(false);
  expect(byOrders({ you: 3, asked, seats: [seat] })).toBe(false);
  expect(byOrders({ you: null, asked, seats: [seat] })).toBe(false);
  expect(byOrders({ you: 1, asked: null, seats: [seat] })).toBe(false);
});
