// The end of a turn of 6 Billion as one answer: what the button says is what the engine then does, and an undo takes back all of it.
import { describe, expect, it, vi } from "vitest";
import type { Entry, MoveParts } from "../../src/engine/types";
import { drawnAfter } from "../../src/games/six-billion/preview";
import { endWords, FILL_UP, goesBackFurther } from "../../src/games/six-billion/ask/turnEnd";
import { colourOf, handOf, type SixView } from "../../src/games/six-billion/view";
import { newEngine } from "../engine/engine";

const engine = newEngine();
vi.mock("../../src/source/engine", () => ({ engine: () => ({ ask: async (what: "look", about: never) => Promise.resolve(engine.ask(what, about)) }) }));

/** A game of which one answers the turn's end of seat 1 oneself. */
function atTheEnd(seed: string, open?: string[]): { match: number; view: () => SixView; moves: () => { text: string; parts: MoveParts }[] } {
  const { match } = engine.ask("new", { game: "six-billion", seats: 3, seed, players: [{ name: "You" }, { bot: "greedy" }, { bot: "greedy" }] });
  const look = () => engine.ask("look", { match, viewer: 1 });
  const moves = () => (look().asked?.you?.moves ?? []).map((text, i) => ({ text, parts: look().asked?.you?.parts[i] ?? { verb: text } }));
  while (!moves().some(({ parts }) => (open ?? ["discard"]).includes(parts.verb))) {
    engine.ask(look().asked?.seats[0] === 1 ? "play" : "step", { match, move: engine.ask("hint", { match, bot: "greedy" }).move });
  }
  return { match, view: () => look().view as SixView, moves };
}

describe("what the button says", () => {
  it("is what the engine then does, whatever is put away", async () => {
    for (const seed of ["one", "two", "three"]) {
      const { match, view, moves } = atTheEnd(seed);
      for (const { text } of moves()) {
        const before = view();
        const drawn = await drawnAfter(before, text);
        const kept = handOf(before, "red").length - (text === "pass" ? 0 : 1);
        engine.ask("play", { match, move: text });
        if (drawn?.draws) {
          engine.ask("order", { match, seat: 1, words: FILL_UP });
        }
        const after = view();
        expect(handOf(after, "red").length, text).toBe(kept + (drawn?.count ?? -1));
        expect(after.to_move === "red" && after.step === "draw").toBe(drawn?.ends !== true);
        engine.ask("undo", { match, seat: 1, agreed: true });
        if (drawn?.draws) {
          engine.ask("undo", { match, seat: 1, agreed: true });
        }
        expect(view()).toEqual(before);
      }
      engine.ask("free", { match });
    }
  });
  it("names the card, how many come from the deck, and whether that is all", () => {
    const drawn = { count: 2, draws: true, ends: true };
    expect(endWords(drawn, "discard", "", false)).toBe("Draw 2 from the deck and end");
    expect(endWords({ ...drawn, count: 3 }, "discard", "Famine", false)).toBe("Discard Famine, draw 3 and end");
    expect(endWords({ count: 0, draws: false, ends: true }, "discard", "", false)).toBe("Keep all and end");
    expect(endWords({ ...drawn, count: 1 }, "draw", "", false)).toBe("Draw 1 more from the deck and end");
    expect(endWords({ ...drawn, ends: false }, "draw", "", false)).toBe("Draw 2 more from the deck");
    expect([endWords(drawn, "discard", "", true), endWords(drawn, "discard", "War", true), endWords(drawn, "draw", "", true)]).toEqual(["Keep all", "Discard War", "From the deck"]);
  });
});

describe("an undo into the midst of it", () => {
  const logOf = (match: number): Entry[] => engine.ask("news", { match, viewer: 1, seen: 0 }).filter((one): one is Entry & { type: "entry" } => one.type === "entry");
  it("goes on to before the discard, and no further", () => {
    const { match, view, moves } = atTheEnd("whole");
    const before = view();
    const own = colourOf(before, 1);
    engine.ask("play", { match, move: moves()[0]?.text ?? "" });
    const taken = moves().find(({ parts }) => parts.verb === "take");
    engine.ask("play", { match, move: taken?.text ?? "" });
    if (view().step === "draw" && view().to_move === own) {
      engine.ask("order", { match, seat: 1, words: FILL_UP });
    }
    let undone = 0;
    do {
      engine.ask("undo", { match, seat: 1, agreed: true });
      undone++;
    } while (goesBackFurther(logOf(match), 1, moves()));
    expect(undone).toBeGreaterThan(1);
    expect(view()).toEqual(before);
    expect(goesBackFurther(logOf(match), 1, moves())).toBe(false);
    engine.ask("undo", { match, seat: 1, agreed: true });
    expect(goesBackFurther(logOf(match), 1, moves()), "an Action is another answer").toBe(false);
    engine.ask("free", { match });
  });
});
