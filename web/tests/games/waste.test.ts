// What is said before a sacrifice of One Billion Users gives more than it must.
import { describe, expect, it } from "vitest";
import type { View } from "../../src/engine/types";
import type { Parts } from "../../src/generated/one-billion-users";
import type { Box, Card } from "../../src/games/one-billion-users/cards/cards";
import { inOrder, isBesides, moveOf, type Move } from "../../src/games/one-billion-users/moves";
import type { ObuView } from "../../src/games/one-billion-users/view";
import { byUse, cautionOf, helps, priceOf, wasteOf } from "../../src/games/one-billion-users/waste";
import { newEngine } from "../engine/engine";

const engine = newEngine();
const { edition } = engine.ask("edition", { game: "one-billion-users" });
const box: Box = { cards: new Map((edition["communities"] as Card[]).map((card) => [card.name, card])), milestonePoints: () => [] };

/** What is said to each Community of a platform under Toxic Culture. */
function said(communities: string[], given?: number): Record<string, string> {
  const position = {
    format: 1,
    game: "one-billion-users",
    seats: 2,
    phase: given === undefined ? "play" : "sacrifice",
    ...(given === undefined ? {} : { given }),
    platforms: [
      { communities, blocker: "Toxic Culture", hand: ["Poke", "Push"] },
      { communities: ["Sports Superfans"], hand: ["Poke", "Push"] },
    ],
  };
  const { match } = engine.ask("new", { position: position as unknown as View, players: [null, null], seed: "waste" });
  const { view, asked } = engine.ask("look", { match, viewer: 1 });
  const moves: Move[] = (asked?.you?.moves ?? []).map((text, i) => moveOf(text, asked?.you?.parts?.[i] as unknown as Parts));
  return Object.fromEntries(moves.flatMap((move) => (move.verb === "sacrifice" ? [[move.thing ?? "", wasteOf(move, moves, view as ObuView, box)]] : [])));
}

/** Communities of an edition with so much Toxicity, the smallest first. */
function toxic(toxicity: number): Card[] {
  return [...box.cards.values()].filter((card) => (card.toxicity ?? 0) === toxicity).sort((a, b) => a.users - b.users);
}

describe("a sacrifice", () => {
  const [small] = toxic(3);
  const large = [...box.cards.values()].filter((card) => (card.toxicity ?? 0) >= 3 && card.users > (small?.users ?? 0)).sort((a, b) => b.users - a.users)[0];
  const [little] = toxic(1);
  if (!small || !large || !little) {
    throw new Error("the edition has no such Communities");
  }

  it("of more Users than needed is warned of, with what would be enough", () => {
    const warned = said([small.name, large.name]);
    expect(warned[large.name]).toContain(`${small.name} would be enough`);
    expect(warned[small.name]).toBe("");
  });

  it("that does not pay by itself is nobody's waste", () => {
    expect(said([little.name, large.name])[little.name]).toBe("");
    expect(said([little.name, large.name])[large.name]).toBe("");
  });

  it("after three Toxicity were given goes for nothing", () => {
    expect(Object.values(said([little.name, large.name], 3))).toEqual(expect.arrayContaining([expect.stringContaining("for nothing")]));
  });

  it("says its price, and is asked for twice where it costs much", () => {
    const move: Move = { text: `sacrifice ${small.name}`, verb: "sacrifice", thing: small.name };
    const view = { turn: 1, platforms: [{ blocker: "Toxic Culture" }] } as unknown as ObuView;
    const of = (users: number): Box => ({ ...box, cards: new Map([[small.name, { ...small, users }]]) });
    expect(priceOf(move, of(250))).toBe(250);
    expect(priceOf({ text: "done", verb: "done" }, box)).toBeNull();
    expect(cautionOf(move, [move], view, of(250))).toContain("you lose 250 M Users for good. Press again");
    expect(cautionOf(move, [move], view, of(50))).toBe("");
  });

  it("stands behind the play of a turn, unless it is all that is asked", () => {
    const give: Move = { text: "sacrifice A", verb: "sacrifice", thing: "A" };
    const play: Move = { text: "discard B", verb: "discard", card: "B" };
    expect(isBesides(give, [give, play])).toBe(true);
    expect(isBesides(give, [give, { text: "done", verb: "done" }])).toBe(false);
    expect(isBesides({ text: "sacrifice", verb: "sacrifice" }, [play])).toBe(false);
    expect(inOrder([give, play], [], 1)).toEqual([play, give]);
  });
});

describe("a list of sacrifices", () => {
  it("has first what ends Toxic Culture, the cheapest in front, and last what does nothing against it", () => {
    const names = ["Craft Tutorials", "Meme Workshop", "Outrage Engine", "Hot Take Foundry"];
    const moves: Move[] = names.map((thing) => ({ text: `sacrifice ${thing}`, verb: "sacrifice", thing }));
    const view = { turn: 1, platforms: [{ blocker: "Toxic Culture" }] } as unknown as ObuView;
    expect(byUse(moves, view, box).map(({ thing }) => thing)).toEqual(["Hot Take Foundry", "Outrage Engine", "Meme Workshop", "Craft Tutorials"]);
    expect(moves.map((move) => helps(move, view, box))).toEqual([false, true, true, true]);
    const overload = { turn: 1, platforms: [{ blocker: "Server Overload" }] } as unknown as ObuView;
    expect(moves.every((move) => helps(move, overload, box))).toBe(true);
  });
});
