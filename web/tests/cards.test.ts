// One Billion Users: what is said of a card where one asks about it. An Influencer says what it wants, and a Poke is explained in one way.
import { describe, expect, it, vi } from "vitest";
import { boxOf, explain, purposeOf } from "../src/games/one-billion-users/cards";
import { newEngine } from "./engine";

vi.mock("../src/source/engine", async () => {
  const { newEngine: make } = await import("./engine");
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
