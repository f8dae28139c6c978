// Whole games in the engine of the page: they end, their records are true and lead to the same games, views show no more than they may.
import { beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine";
import type { EntryMessage, TableNews } from "../../src/engine/types";
import { newEngine, read } from "./engine";

let engine: Engine;
beforeAll(() => {
  engine = newEngine();
});

/** Plays with bots at every seat to the end. */
function playOut(match: number): void {
  for (let guard = 0; guard < 5000; guard++) {
    if (engine.ask("step", { match }).actor === 0) {
      return;
    }
  }
  throw new Error("The game does not end.");
}

const games = [
  { game: "one-billion-users", seats: [2, 3, 4], options: { networks: "random" } },
  { game: "six-billion", seats: [2, 3, 5], options: {} },
];

describe.each(games)("$game", ({ game, seats, options }) => {
  describe.each(["random", "greedy"])("played by %s", (bot) => {
    it.each(seats)("ends, and its record is true, with %i seats", (count) => {
      const players = Array.from({ length: count }, () => ({ bot }));
      const { match } = engine.ask("new", { game, seats: count, options, seed: `${game} ${bot} ${count}`, players });
      playOut(match);
      const record = engine.ask("record", { match });
      const again = engine.ask("load", { record });
      expect(again).toMatchObject({ game, seats: count, result: true, hash: true });
      expect(engine.ask("record", { match: again.match })).toBe(record);
      const look = engine.ask("look", { match, viewer: "all" });
      expect(look.over).toBe(true);
      expect(look.scores.map((score) => score.items.reduce((sum, item) => sum + item.points, 0))).toEqual(
        look.scores.map((score) => score.total),
      );
      const over = engine.ask("table", { match, viewer: 1 }).log.at(-1);
      expect(over?.over?.points).toEqual(look.scores.map((score) => score.total));
      expect(over?.over?.places).toEqual(look.scores.map((score) => score.place));
      engine.ask("free", { match });
      engine.ask("free", { match: again.match });
    });
  });

  it("tells a person what happens, entry by entry, up to the end", () => {
    const { match } = engine.ask("new", { game, seats: 2, options, seed: "news", players: [{ name: "Ann" }, { bot: "greedy" }] });
    let seen = 0;
    let decisions = 0;
    let entries: EntryMessage[] = [];
    for (let guard = 0; guard < 5000; guard++) {
      const news: TableNews[] = engine.ask("news", { match, viewer: 1, seen });
      const now = news.at(-1);
      entries = news.slice(0, -1).filter((one): one is EntryMessage => one.type === "entry");
      expect(entries.map((entry) => entry.number)).toEqual(entries.map((_, i) => seen + 1 + i));
      expect(entries.length).toBe(news.length - 1);
      if (now?.type !== "now") {
        throw new Error("The last of the news is `now`.");
      }
      expect(now.number).toBe(seen + entries.length);
      seen = now.number;
      if (now.state === "over") {
        expect(now.asked).toBeNull();
        break;
      }
      if (!now.asked) {
        throw new Error("Nobody is asked, and the game is not over.");
      }
      expect(now.asked.decision).toBeGreaterThan(decisions);
      decisions = now.asked.decision;
      if (now.asked.you) {
        expect(now.asked.seats).toEqual([1]);
        expect(now.asked.you.moves.length).toBeGreaterThan(1);
        engine.ask("play", { match, seat: 1, decision: decisions, move: now.asked.you.moves[guard % now.asked.you.moves.length] ?? "" });
      } else {
        expect(now.asked.seats).toEqual([2]);
        engine.ask("step", { match });
      }
    }
    expect(entries.at(-1)).toMatchObject({ kind: "over", seat: 0 });
    const table = engine.ask("table", { match, viewer: 1 });
    expect(table.state).toBe("over");
    expect(table.log.at(-1)?.number).toBe(seen);
    engine.ask("free", { match });
  });

  it("shows a view that a match can be made of, with the same moves", () => {
    const { match } = engine.ask("new", { game, seats: 3, options, seed: "view", players: [null, { bot: "greedy" }, { bot: "greedy" }] });
    let asked = 0;
    for (let guard = 0; guard < 400; guard++) {
      const look = engine.ask("look", { match, viewer: 1, advice: true });
      if (look.over) {
        break;
      }
      if (!look.asked?.you) {
        engine.ask("step", { match });
        continue;
      }
      asked++;
      const mirror = engine.ask("new", { position: look.view, keepView: true, players: [null, null, null] });
      const same = engine.ask("look", { match: mirror.match, viewer: 1, advice: true });
      expect(same.asked?.you?.moves).toEqual(look.asked.you.moves);
      expect(same.asked?.you?.advice).toEqual(look.asked.you.advice);
      expect(same.asked?.you?.prompt).toBe(look.asked.you.prompt);
      expect(same.scores).toEqual(look.scores);
      expect(same.view).toEqual(look.view);
      const { move } = engine.ask("hint", { match, effort: 1 });
      expect(engine.ask("hint", { match: mirror.match, effort: 1 })).toMatchObject({ move });
      expect(engine.ask("why", { match: mirror.match, seat: 1, move })).toMatchObject({ legal: true });
      engine.ask("free", { match: mirror.match });
      engine.ask("play", { match, move });
    }
    expect(asked).toBeGreaterThan(10);
    engine.ask("free", { match });
  });

  // The numbers beside a table that is elsewhere come of a match made of what one sees. It once made the moves that looked forced there,
  // and showed points of a turn that nobody had played yet.
  it("makes no move of its own in a match made of a view, whoever is asked", () => {
    const { match } = engine.ask("new", { game, seats: 3, options, seed: "stays", players: [{ bot: "greedy" }, { bot: "greedy" }, { bot: "greedy" }] });
    playOut(match);
    const { decisions } = engine.ask("load", { record: engine.ask("record", { match }) });
    for (let ply = 0; ply < Math.min(decisions, 200); ply++) {
      for (const viewer of [0, 1]) {
        const look = engine.ask("look", { match, viewer, ply });
        const mirror = engine.ask("new", { position: look.view, keepView: true, players: [null, null, null] });
        const same = engine.ask("look", { match: mirror.match, viewer });
        expect(same.scores).toEqual(look.scores);
        expect(same.view).toEqual(look.view);
        engine.ask("free", { match: mirror.match });
      }
    }
    engine.ask("free", { match });
  });

  it("never tells a spectator what lies in a hand", () => {
    const { match } = engine.ask("new", { game, seats: 2, options, seed: "secret", players: [{ bot: "random" }, { bot: "random" }] });
    for (let i = 0; i < 60; i++) {
      engine.ask("step", { match });
    }
    const all = engine.ask("table", { match, viewer: 0 });
    const own = engine.ask("table", { match, viewer: 1 });
    const hidden = (log: typeof all.log): number =>
      log.flatMap((entry) => entry.events ?? []).filter((event) => event.a === undefined || event.text === undefined).length;
    expect(all.you).toBeNull();
    expect(all.asked?.you).toBeNull();
    expect(hidden(all.log)).toBeGreaterThan(hidden(own.log));
    expect(JSON.stringify(all.view)).not.toBe(JSON.stringify(own.view));
    engine.ask("free", { match });
  });
});

describe("records of this repository", () => {
  it.each(["docs/examples/networks.record"])("%s is true, and can be looked at at every ply", (path) => {
    const facts = engine.ask("load", { record: read(path), name: path });
    expect(facts.result && facts.hash).toBe(true);
    const last = engine.ask("look", { match: facts.match, viewer: "all" });
    expect(last.over).toBe(true);
    for (let ply = 0; ply <= last.plies; ply += 7) {
      const look = engine.ask("look", { match: facts.match, viewer: "all", ply });
      expect(look.ply).toBe(ply);
      expect(look.asked === null).toBe(look.over);
    }
    expect(engine.ask("story", { match: facts.match, viewer: 1 }).length).toBeGreaterThan(50);
    engine.ask("free", { match: facts.match });
  });
});
