// The order of play of a game turn, which the engine tells one after the other, is said as one.
import { describe, expect, it } from "vitest";
import { inOneBreath, inRuns } from "../../src/table/breath";
import { newEngine } from "../engine/engine";

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

describe("what is told several times in a row", () => {
  const same = (a: string, b: string): boolean => a === b;
  it("stands together from the third time on, and nothing is lost or moved", () => {
    expect(inRuns([], same)).toEqual([]);
    expect(inRuns(["a", "b", "b", "c"], same)).toEqual([["a"], ["b"], ["b"], ["c"]]);
    expect(inRuns(["a", "b", "b", "b", "b", "b", "a"], same)).toEqual([["a"], ["b", "b", "b", "b", "b"], ["a"]]);
  });
  it("is what a whole game tells in fewer lines", () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 4, seed: "runs", players: Array.from({ length: 4 }, () => ({ bot: "greedy" })) });
    while (engine.ask("step", { match }).actor !== 0);
    const told = engine.ask("table", { match, viewer: 0 }).log.flatMap(({ events }) => (events ?? []).flatMap(({ text }) => text ?? []));
    const runs = inRuns(told, same);
    expect(runs.flat()).toEqual(told);
    expect(runs.length).toBeLessThan(told.length);
    engine.ask("free", { match });
  });
});
