// Which cards of the hand are marked as new, and where a card is shown large.
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { beside } from "../../src/games/one-billion-users/cards/beside";
import { drawnUnasked, freshIn } from "../../src/games/one-billion-users/fresh";
import { newEngine } from "../engine/engine";

describe("a new card", () => {
  const move = (number: number, seat: number, verb: string, events: object[] = []): Entry => ({ number, kind: "move", seat, time: 0, ply: number, parts: { verb }, events }) as unknown as Entry;
  const drew = (seat: number, name?: string): object => ({ kind: "drew", seat, text: name ? `You draw ${name} from the deck.` : "Seat 2 draws a card from the deck." });
  const hand = ["Poke", "Push", "Push", "Pet Pictures"];

  it("is what one has drawn since one's last play", () => {
    const log = [move(1, 1, "draw-deck", [drew(1, "Poke")]), move(2, 1, "discard"), move(3, 2, "draw-deck", [drew(2)]), move(4, 1, "draw-deck", [drew(1, "Push")])];
    expect(freshIn(hand, log, 1)).toEqual(["Push"]);
    expect(freshIn(hand, [...log, move(5, 1, "sacrifice")], 1)).toEqual(["Push"]);
    expect(freshIn(hand, [...log, move(5, 1, "add")], 1)).toEqual([]);
    expect(freshIn(hand, log, null)).toEqual([]);
  });
  it("is what was drawn behind another's move, or given", () => {
    const given = { kind: "passed-on", seat: 4, b: 0, text: "Seat 4 passes Poke to you." };
    expect(freshIn(hand, [move(1, 1, "discard"), move(2, 4, "give", [given, drew(1, "Pet Pictures")])], 1).sort()).toEqual(["Pet Pictures", "Poke"]);
  });
  it("is new again where the play was taken back, and not where the draw was", () => {
    const log = [move(1, 1, "draw-deck", [drew(1, "Push")]), move(2, 1, "discard")];
    const undo = (to: number): Entry => ({ number: 3, kind: "undo", seat: 1, time: 0, to });
    expect(freshIn(hand, [...log, undo(2)], 1)).toEqual(["Push"]);
    expect(freshIn(hand, [...log, undo(1)], 1)).toEqual([]);
  });
  it("is named where it was drawn without a choice, and not when that is taken back", () => {
    const log = [move(1, 1, "draw-deck", [drew(1, "Poke")]), move(2, 1, "discard"), move(3, 2, "discard", [drew(1, "Push")])];
    expect(drawnUnasked(log, 1)).toBe("You draw Push from the deck, without a choice.");
    expect(drawnUnasked([...log, { number: 4, kind: "undo", seat: 1, time: 0, to: 1 } as unknown as Entry], 1)).toBe("");
    expect(drawnUnasked([...log, move(4, 1, "draw-discard", [{ ...drew(1, "Poke"), kind: "took" }])], 1)).toBe("");
  });
  it("is found in what the engine tells", () => {
    const engine = newEngine();
    const { match } = engine.ask("new", { game: "one-billion-users", seats: 2, players: [null, null], seed: "fresh", options: { first: "1" } });
    for (;;) {
      const { asked } = engine.ask("look", { match, viewer: 1 });
      const { view, log } = engine.ask("table", { match, viewer: 1 });
      const found = freshIn((view as unknown as { platforms: { hand: string[] }[] }).platforms[0]?.hand ?? [], log, 1);
      if (log.some(({ events }) => events?.some(({ kind, seat }) => kind === "drew" && seat === 1))) {
        expect(found).toHaveLength(1);
        break;
      }
      const seat = asked?.seats[0] ?? 1;
      engine.ask("play", { match, move: engine.ask("look", { match, viewer: seat }).asked?.you?.moves[0] ?? "" });
    }
  });
});

describe("a card shown large", () => {
  const table = { left: 0, top: 44, width: 1100, height: 756 };
  const size = { width: 260, height: 400 };
  const ask = { left: 0, top: 600, width: 300, height: 200 };
  it("stands on the other side, and above what is asked", () => {
    expect(beside({ left: 900, top: 650, width: 112, height: 157 }, table, size, [ask])).toEqual({ left: 16, top: 192 });
    expect(beside({ left: 100, top: 200, width: 112, height: 157 }, table, size, [ask]).left).toBe(1100 - 260 - 16);
  });
  it("changes sides where there is no room above what is asked", () => {
    expect(beside({ left: 600, top: 650, width: 112, height: 157 }, table, { width: 260, height: 560 }, [ask]).left).toBe(1100 - 260 - 16);
  });
});
