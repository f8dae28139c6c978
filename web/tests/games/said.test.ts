// Moves in words, over whole games: every legal move of every decision is said, in words for people and not in notation.
import { expect, test } from "vitest";
import { sayMove as sayObu } from "../../src/games/one-billion-users/moves";
import { sayMove as saySix } from "../../src/games/six-billion/said";
import { partsIn, withMovesSaid } from "../../src/games/said";
import { newEngine } from "../engine/engine";

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
    const you = engine.ask("table", { match, viewer: seat }).asked?.you;
    you?.moves.forEach((move, i) => said.set(move, say(move, you.parts[i] as never, names)));
    engine.ask("step", { match });
  }
  expect(said.size).toBeGreaterThan(60);
  for (const [move, words] of said) {
    expect(words, move).toMatch(/^[A-Z]/);
    expect(words, move).not.toMatch(/undefined|NaN|\b[a-z]+\d|-/);
  }
});

test.each(CASES)("$game: a reason quotes no move as it is typed", ({ game, seats, say }) => {
  const engine = newEngine();
  const { match } = engine.ask("new", { game, seats, options: {}, seed: "hints", players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
  const typed = new Set<string>();
  let quoted = 0;
  let thirds = 0;
  for (let hints = 0; hints < 16; hints++) {
    const hint = engine.ask("hint", { match, effort: 20 });
    thirds += hint.worse ? 1 : 0;
    for (const [, move = ""] of hint.text.matchAll(/"([^"]*)"/g)) {
      quoted++;
      expect(partsIn(hint)(move), hint.text).toBeDefined();
      typed.add(move);
    }
    const said = withMovesSaid(hint.text, partsIn(hint), say as never);
    for (const [, words = ""] of said.matchAll(/“([^”]*)”/g)) {
      expect(words, said).toMatch(/^[A-Z]/);
    }
    expect(said).not.toContain('"');
    engine.ask("step", { match });
  }
  expect(quoted).toBeGreaterThan(15);
  expect(typed.size).toBeGreaterThan(8);
  expect(thirds > 0 || game !== "one-billion-users").toBe(true);
}, 60_000);

test("what is said of some", () => {
  const say = (parts: Parameters<typeof saySix>[1]): string => saySix("", parts);
  expect(sayObu("", { verb: "block", seat: 2, blocker: "Low on Funds" }, names)).toBe("Low on Funds on Seat 2");
  expect(sayObu("", { verb: "push", influencer: "The Investor", seat: 3 }, names)).toBe("Push The Investor to Seat 3");
  expect(sayObu("", { verb: "grind" }, names)).toBe("Grind your Blocker");
  expect(say({ verb: "colony", distance: 2, from: "earth", to: "mars" })).toBe("New Colony 2, from Earth to Mars");
  expect(say({ verb: "migrants", distance: 12, faction: "pink", from: "earth", to: "belt" })).toBe("Migrants 12, Pink from Earth to Asteroid Belt");
  expect(say({ verb: "take", card: "migrants12" })).toBe("Take Migrants 12");
  expect(say({ verb: "return" })).toBe("Give back the hidden card");
  expect(say({ verb: "symbol", track: "leaf", cards: ["double", "home"] })).toBe("Double and This Is Our Home for the Leaf");
});
