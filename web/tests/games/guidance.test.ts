// Clocks as they are shown, and reasons for cards of 6 Billion that cannot be used: the engine names the rule for what is asked of it.
import { describe, expect, it } from "vitest";
import type { Asked, View } from "../../src/engine/types";
import { intended } from "../../src/games/six-billion/intended";
import { boardOf, playersOf, type SixView } from "../../src/games/six-billion/view";
import { figures, leftOf, spokenLeft } from "../../src/ui/table/clocks";
import { newEngine } from "../engine/engine";

const asked = (seats: number[], ends: number | null, window = false): Asked => ({ decision: 1, seats, window, ends, you: null });
const clocks = [
  { seat: 1, bank: 300_000, runs: true },
  { seat: 2, bank: 20_000, runs: false },
];

describe("clocks", () => {
  it("count the decision first, then the reserve", () => {
    expect(leftOf(1, asked([1], 360_000), clocks, 0)).toEqual({ decision: 60_000, reserve: 300_000, runs: true });
    expect(leftOf(1, asked([1], 360_000), clocks, 45_000)).toEqual({ decision: 15_000, reserve: 300_000, runs: true });
    expect(leftOf(1, asked([1], 360_000), clocks, 100_000)).toEqual({ decision: 0, reserve: 260_000, runs: true });
    expect(leftOf(1, asked([1], 360_000), clocks, 999_999)).toEqual({ decision: 0, reserve: 0, runs: true });
  });
  it("show the reserve of whoever is not asked, and nothing without a clock", () => {
    expect(leftOf(2, asked([1], 360_000), clocks, 0)).toEqual({ decision: null, reserve: 20_000, runs: false });
    expect(leftOf(2, asked([1], null), null, 0)).toBeNull();
    expect(leftOf(1, asked([1], null), null, 0)).toBeNull();
  });
  it("have no reserve in a window, and know tables of days", () => {
    expect(leftOf(1, asked([1], 10_000, true), clocks, 4000)).toEqual({ decision: 6000, reserve: null, runs: true });
    expect(leftOf(1, asked([1], 3 * 86_400_000), null, 0)).toEqual({ decision: 3 * 86_400_000, reserve: null, runs: true });
  });
  it("are said in figures that fit", () => {
    expect([0, 999, 61_000, 5_399_000, 5_400_000, 3 * 86_400_000].map(figures)).toEqual(["0:00", "0:01", "1:01", "89:59", "2 h", "3 days"]);
    expect(spokenLeft({ decision: 42_000, reserve: 300_000, runs: true })).toBe("0:42 left for this decision, 5:00 in reserve");
  });
});

describe("a card of 6 Billion that cannot be used now", () => {
  const engine = newEngine();
  const edition = engine.ask("edition", { game: "six-billion" }).edition;
  const all = (edition["cards"] as { card: string }[]).map(({ card }) => card);

  it.each(["act", "grow"])("has a reason with the number of a rule, in step %s", (step) => {
    for (const card of all) {
      const position = {
        format: 1,
        game: "six-billion",
        seats: 3,
        step,
        tracks: { earth: { red: 8, blue: 4, green: 2 }, mars: { red: 2, pink: 4 }, belt: { blue: 1, green: 2 } },
        hands: { red: [card] },
      };
      const { match } = engine.ask("new", { position: position as unknown as View, players: [null, null, null], seed: "why" });
      const { view, asked } = engine.ask("look", { match, viewer: 1 });
      const moves = asked?.you?.moves ?? [];
      const attempts = intended(card, view as SixView, playersOf(view as SixView)[0] ?? "", boardOf(edition, {})).slice(0, 6);
      expect(attempts.length, card).toBeGreaterThan(0);
      const reasons = attempts.filter((move) => !moves.includes(move)).map((move) => engine.ask("why", { match, seat: 1, move }));
      if (!attempts.some((move) => moves.includes(move))) {
        expect(reasons.some(({ legal, text }) => !legal && /\bSIX-\d+\b/.test(text)), `${card}: ${reasons.map(({ text }) => text).join(" | ")}`).toBe(true);
      }
      engine.ask("free", { match });
    }
  });
});
