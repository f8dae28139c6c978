// How a seat that is not kept is called: one must know which link is which.
import { expect, it } from "vitest";
import type { Listed } from "../../src/people/tables";
import { seatName } from "../../src/people/kept/unkept";

const called = (bot: string): string => `the ${bot}`;

const table: Listed = {
  table: "a",
  title: "",
  game: "six-billion",
  state: "playing",
  changed: 0,
  seat: 2,
  held: true,
  seats: [
    { seat: 1, kind: "person", name: "Ann" },
    { seat: 2, kind: "person", name: "Me" },
    { seat: 3, kind: "bot", name: "greedy" },
    { seat: 4, kind: "free" },
  ],
};

it("is called by its title, else by the game and the others there", () => {
  expect(seatName("a", [{ ...table, title: "Friday" }], called)).toBe("Friday");
  expect(seatName("a", [table], called)).toBe("6 Billion with Ann and the greedy");
  expect(seatName("a", [{ ...table, seats: table.seats.slice(1, 2) }], called)).toBe("6 Billion");
});

it("is called by its letters where the server has said nothing of the table", () => {
  expect(seatName("b", [table], called)).toBe("table b");
});
