// The headline on the picture of an end: in lines that fit, with nothing lost.
import { expect, it } from "vitest";
import { broken } from "../../src/table/ending/picture";

const letters = (line: string): number => line.length;

it("breaks between words, where a line would be too long", () => {
  expect(broken("Ada by ONE point: The Troll", 12, letters)).toEqual(["Ada by ONE", "point: The", "Troll"]);
  expect(broken("short", 12, letters)).toEqual(["short"]);
});

it("leaves a word whole that is longer than a line", () => {
  expect(broken("a Donaudampfschiff b", 6, letters)).toEqual(["a", "Donaudampfschiff", "b"]);
});
