// Options of the rules as they are chosen: which values there are, what each is called, which one is usual. The engine names them all
// (its catalogue); records and requests carry the same short words as ever.
//
// Must never know a game.
import type { GameFacts, Option } from "../engine/types";

export type Chosen = Record<string, string>;

/** The value in force. */
export function valueOf(option: Option, chosen: Chosen): string {
  return chosen[option.key] || option.initial;
}

/** A plain switch: on or off, and nothing else. */
export function isSwitch(option: Option): boolean {
  const values = (option.choices ?? []).map(({ value }) => value).sort();
  return values.join(" ") === "off on" && !option.each && !option.numbers;
}

/** What stands for each seat in a value of such an option: "red,blue" for two; what is missing is as usual. */
export function bySeat(option: Option, value: string, seats: number): string[] {
  const each = option.each ?? [];
  const said = value.split(",").map((one) => one.trim());
  const usual = option.initial.split(",");
  const word = (text: string | undefined): string | undefined => each.find((one) => one.value === text)?.value;
  return Array.from({ length: seats }, (_, i) => word(said[i]) ?? word(usual[i]) ?? each[0]?.value ?? "");
}

/** The same with one seat's changed: who had it before gets what that seat had, for most can be had only once. */
export function withSeat(option: Option, value: string, seats: number, seat: number, word: string): string {
  const all = bySeat(option, value, seats);
  const other = all.indexOf(word);
  if (other >= 0 && word !== "random") {
    all[other] = all[seat] ?? word;
  }
  all[seat] = word;
  return all.join(",");
}

/** In words, for a line: "Dealt by chance", "12 cards", "Seat 2", "Red, Blue, Green". */
export function named(option: Option, value: string): string {
  const choice = option.choices?.find((one) => one.value === value);
  if (choice) {
    return choice.name;
  }
  const { numbers, each } = option;
  if (numbers && /^\d+$/.test(value)) {
    return numbers.unit === "seat" ? `Seat ${value}` : `${value} ${Number(value) === 1 ? numbers.unit.replace(/s$/, "") : numbers.unit}`;
  }
  return each ? value.split(",").map((one) => each.find((word) => word.value === one.trim())?.name ?? one.trim()).join(", ") : value;
}

/** What is not as usual at a table, in the order of the catalogue. */
export function unusual(facts: GameFacts, chosen: Chosen): { name: string; value: string; what: string }[] {
  return facts.options.flatMap((option) => {
    const value = valueOf(option, chosen);
    const what = option.choices?.find((one) => one.value === value)?.what ?? option.help;
    return value === option.initial ? [] : [{ name: option.name, value: named(option, value), what }];
  });
}
