// How games are kept in this browser: which revision counts, what a browser without storage does, and what is taken over from the version
// before. tests/page/kept.ts has the same with true storage and true tabs.
import { afterEach, describe, expect, it } from "vitest";
import { leadsTo, takenIn, type Before } from "../../src/people/kept/before";
import { beginGame, forgetGame, gameUnderWay, isUnkept, keepGame, keptGame, keptGames } from "../../src/people/kept/games";
import { described, resultsIn, type KeptGame, type LocalSetup } from "../../src/people/kept/kept";
import { newEngine } from "../engine/engine";

const setup: LocalSetup = { game: "one-billion-users", seats: 2, options: { cut: "60" }, players: [{ name: "You" }, { bot: "greedy" }] };

/** The records of a game, one after each decision; the last one tells its end. */
function played(seed: string): string[] {
  const engine = newEngine();
  const { match } = engine.ask("new", { game: setup.game, seats: 2, options: setup.options, players: [{ bot: "greedy" }, { bot: "greedy" }], seed });
  const records = [engine.ask("record", { match })];
  while (engine.ask("step", { match }).actor !== 0) {
    records.push(engine.ask("record", { match }));
  }
  return [...records, engine.ask("record", { match })];
}
const records = played("kept");
const [dealt = "", some = "", more = ""] = [records[0], records[5], records[9]];
const whole = records.at(-1) ?? "";
const other = played("another")[7] ?? "";

afterEach(async () => {
  for (const { id } of await keptGames()) {
    await forgetGame(id);
  }
});

describe("games in a browser that keeps nothing", () => {
  it("are played to their end, and say that they are not kept", async () => {
    const game = await beginGame(setup);
    expect(await gameUnderWay()).toEqual(game);
    let last = game;
    for (const record of [dealt, some, more, whole]) {
      const outcome = await keepGame(last, { record, orders: [] }, "me");
      expect(outcome).toHaveProperty("unkept", expect.stringMatching(/keeps nothing for this page/));
      last = "kept" in outcome ? outcome.kept : last;
      expect((await keptGames()).map(({ id, over }) => [id, over])).toEqual([[game.id, record === whole]]);
    }
    expect(isUnkept(last)).toBe(true);
    expect((await keptGame(game.id))?.record).toBe(whole);
    expect(await gameUnderWay()).toBeNull();
    expect(last.points).toEqual(resultsIn(whole)?.points);
  });

  it("keep the person's orders, and lessons lie in no list", async () => {
    const game = await beginGame(setup);
    await keepGame(game, { record: some, orders: ["never push"] }, "me");
    expect((await keptGame(game.id))?.orders).toEqual(["never push"]);
    await beginGame(setup, "lesson-one-billion-users");
    expect((await keptGames()).map(({ id }) => id)).toEqual([game.id]);
    expect((await keptGame("lesson-one-billion-users"))?.lesson).toBe(true);
  });
});

describe("what the version before kept", () => {
  const old = (id: string, record: string | null, began = 1000): KeptGame => ({ ...described(id, setup, record), began, changed: began });
  const there = (...games: KeptGame[]): Map<string, KeptGame> => new Map(games.map((game) => [game.id, game]));
  /** All games after what was found beside them was taken in. */
  function after(games: KeptGame[], ...found: Before[]): KeptGame[] {
    const all = there(...games);
    for (const [id, game] of takenIn(all, found)) {
      if (game) {
        all.set(id, game);
      } else {
        all.delete(id);
      }
    }
    return [...all.values()];
  }
  const brief = (games: KeptGame[]): unknown[] => games.map(({ id, record, over }) => [id, record, over]);

  it("is the same game if it went through the same decisions", () => {
    expect(leadsTo(dealt, some)).toBe(true);
    expect(leadsTo(some, whole)).toBe(true);
    expect(leadsTo(some, some)).toBe(true);
    expect(leadsTo(more, some)).toBe(false);
    expect(leadsTo(other, whole)).toBe(false);
    expect(leadsTo(null, whole)).toBe(false);
  });

  it("becomes one game, under the id that it has", () => {
    expect(brief(after([old("a", dealt)], { setup, record: more }))).toEqual([["a", more, false]]);
    expect(brief(after([old("a", dealt)], { setup, record: whole }))).toEqual([["a", whole, true]]);
    expect(brief(after([], { setup, record: some, id: "mine" }))).toEqual([["mine", some, false]]);
    expect(brief(after([old("mine", null)], { setup, record: some, id: "mine" }))).toEqual([["mine", some, false]]);
  });

  it("loses its doubles, and nothing else", () => {
    const games = after([old("a", dealt, 1), old("b", some, 2), old("c", more, 3), old("d", other, 4)], { setup, record: more });
    expect(brief(games)).toEqual([["c", more, false], ["d", other, false]]);
    expect(games[0]?.began).toBe(1);
    expect(brief(after([old("a", some), old("b", some)]))).toEqual([["a", some, false]]);
    expect(brief(after([old("a", whole), old("b", some)]))).toEqual([["a", whole, true]]);
  });

  it("is nothing new if a later moment is kept already", () => {
    const now: KeptGame = { ...old("a", more), revision: 7, by: "me" };
    expect(after([now], { setup, record: some })).toEqual([now]);
    expect(after([now], { setup, record: more })).toEqual([now]);
  });

  it("never takes the place of a game that went another way", () => {
    const parted = `${some.split("\n").filter((line) => !/^(Result|Hash)/.test(line)).slice(0, -2).join("\n")}\n1 sing\nResult: unfinished\n`;
    const games = after([old("a", more)], { setup, record: parted });
    expect(games.map(({ record }) => record).sort()).toEqual([more, parted].sort());
    expect(new Set(games.map(({ id }) => id)).size).toBe(2);
  });

  it("may be a game that was not yet dealt", () => {
    expect(after([], { setup, record: null })).toMatchObject([{ record: null, over: false }]);
    expect(brief(after([old("a", some)], { setup, record: null, id: "a" }))).toEqual([["a", some, false]]);
  });
});
