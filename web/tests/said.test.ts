// Moves in words, over whole games: every legal move of every decision is said, in words for people and not in notation.
import { expect, test } from "vitest";
import { sayMove as sayObu } from "../src/games/one-billion-users/said";
import { sayMove as saySix } from "../src/games/six-billion/said";
import { newEngine } from "./engine";

const names = (seat: number): string => `Seat ${seat}`;
const CASES = [
  { game: "one-billion-users", seats: 3, options: { networks: "random" }, say: sayObu },
  { game: "six-billion", seats: 3, options: { "turn-cap": "6" }, say: saySix },
] as const;

test.each(CASES)("$game: every move has words", ({ game, seats, options, say }) => {
  const engine = newEngine();
  const { match } = engine.ask("new", { game, seats, options, seed: "said", players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
  const said = new Map<string, string>();
  for (;;) {
    const { over, asked } = engine.ask("look", { match, viewer: 0 });
    if (over) {
      break;
    }
    const seat = asked?.seats[0] ?? 1;
    engine.ask("table", { match, viewer: seat }).asked?.you?.moves.forEach((move) => said.set(move, say(move, names)));
    engine.ask("step", { match });
  }
  expect(said.size).toBeGreaterThan(60);
  for (const [move, words] of said) {
    expect(words, move).toMatch(/^[A-Z]/);
    expect(words, move).not.toMatch(/undefined|NaN|\b[a-z]+\d|-/);
  }
});

test("what is said of some", () => {
  expect(sayObu("block 2 Low on Funds", names)).toBe("Low on Funds on Seat 2");
  expect(sayObu("push The Investor to 3", names)).toBe("Push The Investor to Seat 3");
  expect(saySix("colony 2 earth mars")).toBe("New Colony 2, from Earth to Mars");
  expect(saySix("migrants 12 pink earth belt")).toBe("Migrants 12, Pink from Earth to Asteroid Belt");
  expect(saySix("take migrants12")).toBe("Take Migrants 12");
  expect(saySix("symbol leaf double home")).toBe("Double and This Is Our Home for the Leaf");
});
