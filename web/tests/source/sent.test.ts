import { afterEach, describe, expect, it } from "vitest";
import { noteOrders, noteSent, ordersBefore, ordersInWords, sentBefore, sentInWords, sentNow } from "../../src/source/sent";
import { unheardBefore, untilHeard } from "../../src/source/unheard";

afterEach(() => noteSent(null));

describe("a move on its way", () => {
  it("is in the address as it was pressed, with the choice that was meant after it", () => {
    const sent = [
      { table: "abc", decision: 12, move: "counter Push, to 2", after: 40 },
      { table: "abc", decision: 14, move: "pass", after: 7, then: { verb: "draw", card: "colony6", cards: ["a~b", "c"] } },
    ];
    for (const one of sent) {
      noteSent(one);
      const words = sentInWords(sentNow("abc"));
      expect(sentNow("abd")).toBeNull();
      noteSent(null);
      expect(sentBefore("abc", words)).toEqual(one);
    }
  });
  it("is nothing where somebody has written the address", () => {
    for (const words of ["", "12", "12-1.", "x-1.pass", ".pass", "12.pass", "-1-1.pass"]) {
      expect(sentBefore("abc", words)).toBeNull();
    }
    expect(sentBefore("abc", "14-7.pass~{nonsense}")).toEqual({ table: "abc", decision: 14, move: "pass", after: 7 });
  });
});

it("auto-answers on their way are in the address, and with the tab of their table", () => {
  const orders = [
    { words: "refuse always", on: true },
    { words: "only against red", on: false },
  ];
  expect(ordersBefore("abc", ordersInWords(orders))).toEqual(orders);
  expect(ordersBefore("abc", "nonsense|+|-")).toEqual([]);
  noteOrders("abc", orders);
  expect(ordersBefore("abc", "")).toEqual(orders);
  expect(ordersBefore("abd", "")).toEqual([]);
  noteOrders("abc", []);
  expect(ordersBefore("abc", "")).toEqual([]);
});

it("a sign or an undo on its way is known once after a reload, at its table; what the server has answered is not", async () => {
  const never = new Promise<void>(() => undefined);
  void untilHeard("abc", "sign", 12, never);
  expect(unheardBefore("abd")).toBeNull();
  expect(unheardBefore("abc")).toMatchObject({ what: "sign", after: 12 });
  expect(unheardBefore("abc")).toBeNull();
  await untilHeard("abc", "undo", 12, Promise.resolve());
  await expect(untilHeard("abc", "undo", 12, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(unheardBefore("abc")).toBeNull();
  const first = untilHeard("abc", "sign", 12, Promise.resolve());
  void untilHeard("abc", "undo", 13, never);
  await first;
  expect(unheardBefore("abc")).toMatchObject({ what: "undo", after: 13 });
});
