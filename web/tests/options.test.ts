// Options and standing orders as things to choose: every value by a name, and what is chosen is what the engine takes.
import { describe, expect, it } from "vitest";
import type { Catalogue, GameFacts, Option } from "../src/engine/types";
import { bySeat, isSwitch, named, unusual, valueOf, withSeat } from "../src/options/options";
import { given, named as rivalsOf, otherwise } from "../src/table/orders";
import { newEngine } from "./engine/engine";

const engine = newEngine();
const { games } = engine.ask("games", {}) as unknown as Catalogue;

function option(game: string, key: string): Option {
  const found = games.find((one) => one.game === game)?.options.find((one) => one.key === key);
  if (!found) {
    throw new Error(`${game} has no option ${key}`);
  }
  return found;
}

/** Every value that can be pressed. */
function pressable(one: Option, seats: number): string[] {
  const { numbers } = one;
  return [
    ...(one.choices ?? []).map(({ value }) => value),
    ...(numbers ? [numbers.low, numbers.high].map(String) : []),
    ...(one.each ? [bySeat(one, "", seats).join(",")] : []),
  ];
}

describe("options", () => {
  it("names every value, and takes each with some number of seats", () => {
    for (const { game, seats, options } of games) {
      const counts = Array.from({ length: seats[1] - seats[0] + 1 }, (_, i) => seats[0] + i);
      for (const one of options) {
        expect(one.name, one.key).not.toBe("");
        for (const value of new Set(counts.flatMap((count) => pressable(one, count)))) {
          const taken = counts.some((count) => {
            try {
              const { match } = engine.ask("new", { game, seats: count, options: { [one.key]: value }, seed: "options", players: [] });
              engine.ask("free", { match });
              return true;
            } catch {
              return false;
            }
          });
          expect(taken, `${game} ${one.key}=${value}`).toBe(true);
          expect(named(one, value), `${game} ${one.key}=${value}`).not.toMatch(/[=|]|^[a-z]/);
        }
      }
    }
  });

  it("shows no word that one would type", () => {
    for (const one of games.flatMap(({ options }) => options)) {
      for (const text of [one.name, ...(one.choices ?? []).concat(one.each ?? []).flatMap(({ name, what }) => [name, what ?? ""])]) {
        expect(text).not.toMatch(/`|=|\||\boption\b|-{2}/);
      }
    }
  });

  it("gives seats what they are to have, each only once", () => {
    const colours = option("six-billion", "colours");
    expect(bySeat(colours, colours.initial, 3)).toEqual(["red", "blue", "green"]);
    expect(withSeat(colours, colours.initial, 3, 0, "blue")).toBe("blue,red,green");
    expect(withSeat(colours, colours.initial, 3, 0, "pink")).toBe("pink,blue,green");
    const networks = option("one-billion-users", "networks");
    const two = withSeat(networks, bySeat(networks, "", 2).join(","), 2, 1, "Burrow");
    expect(two).toBe("random,Burrow");
    expect(withSeat(networks, two, 2, 0, "random")).toBe("random,Burrow");
    expect(named(networks, two)).toBe("By chance, Burrow");
  });

  it("tells what is not as usual, and only that", () => {
    const six = games.find(({ game }) => game === "six-billion") as GameFacts;
    expect(unusual(six, {})).toEqual([]);
    const told = unusual(six, { track: "on", tokens: "12", "leaf-limit": "auto" });
    expect(told.map(({ name, value }) => `${name}: ${value}`)).toEqual(["Discovery Track: On", "Pieces: 12 pieces"]);
    expect(isSwitch(option("six-billion", "track"))).toBe(true);
    expect(isSwitch(option("six-billion", "tokens"))).toBe(false);
    expect(valueOf(option("six-billion", "track"), { track: "" })).toBe("off");
  });
});

describe("standing orders", () => {
  const { orders } = games.find(({ game }) => game === "six-billion") as GameFacts;
  const only = orders.find(({ ofRivals }) => ofRivals);

  it("are offered, except what is over with the turn, and what is a newcomer's", () => {
    for (const order of games.flatMap((one) => one.orders)) {
      expect(order.name !== undefined, order.words).toBe(!order.brief && !order.newcomer);
    }
  });

  it("are found among those in force, with whom they name", () => {
    if (!only) {
      throw new Error("no order names rivals");
    }
    const inForce = ["never respond", "only against red and pink", "pass whatever"];
    expect(given(only, inForce, orders)).toBe("only against red and pink");
    expect(rivalsOf(only, given(only, inForce, orders), ["red", "blue", "pink"])).toEqual(["red", "pink"]);
    expect(otherwise(inForce, orders)).toEqual(["pass whatever"]);
    expect(rivalsOf(only, null, ["red"])).toEqual([]);
  });
});
