// One Billion Users: what is said of a card where one asks about it. An Influencer says what it wants, and a Poke is explained in one way.
import { describe, expect, it, vi } from "vitest";
import type { Catalogue } from "../../src/engine/types";
import { boxOf, explain, purposeOf } from "../../src/games/one-billion-users/cards/cards";
import { deckWords, type ObuView } from "../../src/games/one-billion-users/view";
import { newEngine } from "../engine/engine";

vi.mock("../../src/source/engine", async () => {
  const { newEngine: make } = await import("../engine/engine");
  const there = make();
  return { engine: () => ({ ask: (what: "edition", about: object) => Promise.resolve(there.ask(what, about)) }) };
});

const engine = newEngine();
const { match } = engine.ask("new", { game: "one-billion-users", seats: 3, seed: "cards", players: [{ name: "You" }, { bot: "greedy" }, { bot: "greedy" }] });
const { view } = engine.ask("look", { match, viewer: 1 });

describe("what is said of a card", () => {
  it("names the wish of every Influencer, and what it is worth where it lies", async () => {
    const influencers = [...(await boxOf(view)).cards.values()].filter(({ kind }) => kind === "influencer");
    expect(influencers.length).toBe(9);
    for (const card of influencers) {
      expect(purposeOf(card)).toMatch(/^It likes (most|fewest|least) [A-Za-z ]+\. Goes to the platform with the /);
      expect(explain(card, 2)).toContain("100 by Poke");
    }
  });
  it("tells of a Poke that its Users stay, and that the Influencer chooses anew", async () => {
    const { cards } = await boxOf(view);
    const told = [purposeOf(cards.get("Poke")!), purposeOf(cards.get("The Homebody")!)];
    for (const words of told) {
      expect(words).toMatch(/50 (M|million) Users/);
      expect(words).toMatch(/choose/);
      expect(words).toMatch(/anew/);
    }
  });
  it("is its figures where a Community has nothing to say", async () => {
    const { cards } = await boxOf(view);
    expect(explain(cards.get("Pet Pictures")!)).toMatch(/^Community Pet Pictures, \d+ M, Toxicity \d/);
  });
});

describe("what is said of the deck", () => {
  const deckAfter = (moves: number): ObuView => {
    const { match: begun } = engine.ask("new", { game: "one-billion-users", seats: 2, seed: "deck", players: [{ bot: "greedy" }, { bot: "greedy" }] });
    for (let i = 0; i < moves; i++) {
      engine.ask("step", { match: begun });
    }
    const { view: now } = engine.ask("look", { match: begun, viewer: 1 });
    engine.ask("free", { match: begun });
    return now as ObuView;
  };
  it("explains why there are more cards after the launch than before", () => {
    const [before, after] = [deckAfter(0), deckAfter(2)];
    expect(after.deck.length).toBeGreaterThan(before.deck.length);
    expect(deckWords(before)).toBe("after the launch Influencers, Events and the end are shuffled in");
    expect(deckWords(after)).toBe("Influencers and Events are in it; the end is among the last 25 cards");
  });
});

describe("the orders that are offered to who can only pass", () => {
  it("are there, and have a name", () => {
    const { orders } = (engine.ask("games", {}) as unknown as Catalogue).games.find(({ game }) => game === "one-billion-users")!;
    for (const words of ["never push", "guard always"]) {
      expect(orders.find((order) => order.words === words)?.name).toMatch(/^Counter /);
    }
  });
});
