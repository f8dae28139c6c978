// Which cards of a hand of One Billion Users are lit: at every question of whole games those that a move names, whoever's turn it is, and none where
// nobody is asked.
import { describe, expect, it } from "vitest";
import { moveOf, useOf, type Use } from "../../src/games/one-billion-users/moves";
import type { ObuView } from "../../src/games/one-billion-users/view";
import type { Parts } from "../../src/generated/one-billion-users";
import { newEngine } from "../engine/engine";

const engine = newEngine();
const ASIDE = ["discard", "grind"];

describe("a hand of One Billion Users", () => {
  it("lights what can be played, and that alone: in one's turn, before the draw, in windows and in moves of several parts", () => {
    const seen = new Map<string, Set<Use>>();
    for (const seed of ["lit", "dim", "push"]) {
      const { match } = engine.ask("new", { game: "one-billion-users", seats: 4, seed, players: Array.from({ length: 4 }, () => ({ bot: "greedy" })) });
      do {
        for (const viewer of [1, 2]) {
          const { asked, view } = engine.ask("table", { match, viewer });
          const hand = (view as ObuView | null)?.platforms[viewer - 1]?.hand ?? [];
          const parts = asked?.you?.parts as unknown as Parts[] | undefined;
          const moves = (asked?.you?.moves ?? []).map((text, i) => moveOf(text, (parts ?? [])[i] as Parts));
          const about = moves.length === 0 ? "nobody is asked" : [...new Set(moves.map(({ verb }) => verb))].sort().join(" ");
          for (const card of hand) {
            const named = moves.filter((move) => move.card === card).map(({ verb }) => verb);
            const wanted: Use = named.some((verb) => !ASIDE.includes(verb)) ? "play" : named.length > 0 ? "aside" : "none";
            expect(useOf(card, moves), `${card} at ${about}`).toBe(wanted);
            seen.set(about, (seen.get(about) ?? new Set()).add(wanted));
          }
          // A move that uses a card of the hand names one that is there: none is dim that could be played.
          for (const { card, text } of moves) {
            expect(card === undefined || hand.includes(card) || card === "?", `${text} names ${card}`).toBe(true);
          }
        }
      } while (engine.ask("step", { match }).actor !== 0);
      engine.ask("free", { match });
    }
    expect([...(seen.get("nobody is asked") ?? [])]).toEqual(["none"]);
    expect([...(seen.get("draw-deck draw-discard") ?? [])]).toEqual(["none"]);
    expect([...seen.values()].some((uses) => uses.has("play") && uses.has("none"))).toBe(true);
    expect([...seen.values()].some((uses) => uses.has("aside"))).toBe(true);
  });
});
