// The order of play of a game turn, which the engine tells one after the other, is said as one.
import { describe, expect, it } from "vitest";
import { inOneBreath } from "../src/table/breath";
import { newEngine } from "./engine";

const engine = newEngine();

describe("the order of play", () => {
  it("is told in one sentence, with when one plays oneself", () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 3, seed: "breath", players: [{ name: "You" }, { bot: "greedy" }, { bot: "greedy" }] });
    const told = engine.ask("table", { match, viewer: 1 }).log.flatMap(({ events }) => (events ?? []).flatMap(({ text }) => text ?? []));
    const said = inOneBreath(told);
    const drawn = said.filter((one) => one.startsWith("Game turn"));
    expect(told.filter((one) => one.startsWith("Game turn")).length).toBe(5);
    expect(drawn.length).toBe(1);
    expect(drawn[0]).toMatch(/^Game turn 1\. The order of play is drawn: .*\byou\b.*\. You play (first|second|third|fourth|fifth)\.$/);
    expect(said.length).toBe(told.length - 4);
    expect(inOneBreath(["Game turn 3: you play first.", "Game turn 3: Blue plays second.", "Your turn."])).toEqual(["Game turn 3. The order of play is drawn anew: you and Blue. You play first.", "Your turn."]);
    expect(inOneBreath(["Green plays Double.", "Game turn 3: Blue plays second."])).toEqual(["Green plays Double.", "Game turn 3: Blue plays second."]);
    engine.ask("free", { match });
  });
});
