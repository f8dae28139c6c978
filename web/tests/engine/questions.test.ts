// What the engine of the page can be asked, one thing after the other: bots that think elsewhere, taking back, orders, reasons, editions,
// and that whatever is wrong is refused with one sentence and changes nothing.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine";
import { bringNet } from "../../src/engine/nets";
import type { Asks, EditionDocument, View, What } from "../../src/engine/types";
import { topicsOf } from "../../src/source/engine";
import { newEngine, read, refusal } from "./engine";

let engine: Engine;
beforeAll(() => {
  engine = newEngine();
});

describe("bots", () => {
  it.each([
    ["one-billion-users", "search:iterations=60", 25],
    ["six-billion", "search:iterations=30", 25],
    ["six-billion", "search:iterations=30:net=1", 25],
    ["one-billion-users", "greedy", 200],
    ["six-billion", "medium", 200],
  ])("of %s: %s thinks the same elsewhere as at the table", (game, bot, moves) => {
    const elsewhere = newEngine();
    const players = [{ bot }, { bot: "random" }, { bot }];
    const { match } = engine.ask("new", { game, seats: 3, seed: "elsewhere", players });
    const twin = engine.ask("new", { game, seats: 3, seed: "elsewhere", players });
    for (let i = 0; i < moves; i++) {
      const before = engine.ask("question", { match });
      const here = engine.ask("step", { match: twin.match });
      const seated = players[before.seat - 1]?.bot ?? "";
      const thought = elsewhere.ask("think", { question: before, bot: seated });
      expect(thought).toMatchObject({ seat: before.seat, decision: before.decision, bot: seated });
      expect(engine.ask("play", { match, move: thought.move, decision: before.decision })).toEqual(here);
      if (here.actor === 0) {
        break;
      }
    }
    expect(engine.ask("record", { match })).toBe(engine.ask("record", { match: twin.match }));
    engine.ask("free", { match });
    engine.ask("free", { match: twin.match });
  });

  it("ask a net once there is one, and play without until then", () => {
    const net = readFileSync(new URL("../../../nets/six-billion.net", import.meta.url));
    const learned = newEngine();
    expect(learned.ask("net", { game: "six-billion", bot: "hard" })).toBe(true);
    expect(learned.ask("net", { game: "six-billion", bot: "easy" })).toBe(false);
    expect(refusal(() => learned.bringNet(net.subarray(0, 1000)))).toBe("This is no net for a game that is here.");
    expect(refusal(() => learned.bringNet(new Uint8Array()))).toMatch(/no net/);
    const broken = Uint8Array.from(net);
    broken[12 + 4] = 1; // the layout of what it was trained on
    expect(refusal(() => learned.bringNet(broken))).toMatch(/train it anew/);
    const { match } = engine.ask("new", { game: "six-billion", seats: 2, seed: "3", players: [null, null] });
    const question = engine.ask("question", { match });
    const ask = (one: Engine, more: string): unknown => one.ask("think", { question, bot: `search:iterations=50:${more}` }).moves;
    const without = ask(learned, "net=0");
    expect(ask(learned, "net=1")).toEqual(without);
    learned.bringNet(net);
    learned.bringNet(net);
    expect(learned.ask("net", { game: "six-billion", bot: "hard" })).toBe(false);
    expect(ask(learned, "net=0")).toEqual(without);
    expect(ask(learned, "net=1")).not.toEqual(without);
    engine.ask("free", { match });
  });

  it("get their net when one of them first thinks, and are not kept from thinking without", async () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 2, seed: "3", players: [null, null] });
    const question = engine.ask("question", { match });
    const fetched: string[] = [];
    const learned = newEngine();
    const bring = (bot: string, net: () => Promise<Uint8Array | null>): Promise<void> =>
      bringNet(learned, "think", { question, bot }, (game) => (fetched.push(game), net()));
    await bring("easy", () => Promise.resolve(null));
    expect(fetched).toEqual([]);
    await bring("hard", () => Promise.reject(new Error("offline")));
    await bring("hard", () => Promise.resolve(new Uint8Array(5)));
    await bring("no such bot", () => Promise.resolve(null));
    expect(fetched).toEqual(["six-billion", "six-billion"]);
    await bring("hard", () => Promise.resolve(readFileSync(new URL("../../../nets/six-billion.net", import.meta.url))));
    await bring("hard", () => Promise.reject(new Error("not again")));
    expect(fetched).toHaveLength(3);
    engine.ask("free", { match });
  });

  it("are told no more than the asked seat sees", () => {
    const { match } = engine.ask("new", { game: "one-billion-users", seats: 2, seed: "7", players: [null, { bot: "greedy" }] });
    const question = engine.ask("question", { match });
    expect(question.position).toEqual(engine.ask("look", { match, viewer: question.seat }).view);
    engine.ask("free", { match });
  });

  it("say what they expect of the moves that they tried", () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 2, seed: "3", players: [null, null] });
    const thought = engine.ask("think", { question: engine.ask("question", { match }), bot: "search:iterations=200" });
    expect(thought.tries).toBeGreaterThanOrEqual(200);
    expect(thought.moves.map((one) => one.move)).toContain(thought.move);
    expect(thought.moves[0]?.points).toHaveLength(2);
    engine.ask("free", { match });
  });
});

describe("an argument", () => {
  let match = 0;
  beforeAll(() => {
    match = engine.ask("new", { game: "six-billion", seats: 3, seed: "3", players: [null, { bot: "medium" }, { bot: "medium" }] }).match;
    while (engine.ask("look", { match }).asked?.seats[0] !== 1) {
      engine.ask("step", { match });
    }
  });

  it("names the move that it is held against, and is the same from the view alone", () => {
    const hint = engine.ask("hint", { match, effort: 20 });
    expect(hint.text).toContain(`"${hint.other ?? "?"}"`);
    expect(engine.ask("hint", { match, effort: 20 })).toEqual(hint);
    const { position } = engine.ask("question", { match });
    const there = engine.ask("new", { position, keepView: true }).match;
    const { decision: _, ...same } = hint;
    expect(engine.ask("hint", { match: there, effort: 20 })).toMatchObject(same);
  });

  it("is for the better of two moves, whichever is asked about, or says that nothing sets them apart", () => {
    const moves = engine.ask("look", { match, viewer: 1 }).asked?.you?.moves ?? [];
    const [move = "", other = ""] = moves;
    const both = [engine.ask("hint", { match, move, other, effort: 20 }), engine.ask("hint", { match, move: other, other: move, effort: 20 })];
    expect(both.map((one) => one.move)).toEqual([move, other]);
    expect(both.filter(({ clear }) => clear).length).toBeLessThan(2);
    for (const { clear, text } of both) {
      expect(text.includes("Take either.")).toBe(!clear);
    }
    expect(refusal(() => engine.ask("hint", { match, move: "grow nowhere" }))).toContain("no move that could be made there");
  });

  it("can be had of any choice of a game, the dearest first by a quick look", () => {
    for (let i = 0; i < 30; i++) {
      const { asked } = engine.ask("look", { match, viewer: 1 });
      const move = asked?.you?.moves[0];
      engine.ask(...((move === undefined ? ["step", { match }] : ["play", { match, move }]) as ["step", { match: number }]));
    }
    const choices = engine.ask("choices", { match, seat: 1 });
    expect(choices.length).toBeGreaterThan(3);
    expect(choices.every(({ cost }) => Math.abs(cost) < 2 ** 31)).toBe(true);
    const [worst] = [...choices].sort((a, b) => b.cost - a.cost);
    expect(worst?.cost).toBeGreaterThan(0); // the first move of the list is not always the best
    expect(engine.ask("hint", { match, ply: worst?.ply ?? 0, effort: 5 })).toMatchObject({ seat: 1 });
  });
});

describe("taking back", () => {
  it("leads to the same question, and later entries tell of it", () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 2, seed: "undo", players: [{ name: "Ann" }, { bot: "greedy" }] });
    for (let guard = 0; guard < 50; guard++) {
      const before = engine.ask("table", { match, viewer: 1 });
      if (!before.asked?.you) {
        engine.ask("step", { match });
        continue;
      }
      const changed = engine.ask("play", { match, move: before.asked.you.moves[0] ?? "" });
      const now = engine.ask("news", { match, viewer: 1, seen: changed.number }).at(-1);
      if (now?.type !== "now" || !now.undo) {
        throw new Error("There is a move to take back.");
      }
      const told = engine.ask("table", { match, viewer: 1 }).log; // what happened stays told, also what was taken back
      engine.ask("undo", { match, seat: 1 });
      const after = engine.ask("table", { match, viewer: 1 });
      expect(after.asked?.you).toEqual(before.asked.you);
      expect(after.asked?.decision).toBe(before.asked.decision + 2);
      expect(after.view).toEqual(before.view);
      const entry = after.log.at(-1);
      expect(entry).toMatchObject({ kind: "undo", seat: 1, to: now.undo.ply });
      expect(after.log.slice(0, -1)).toEqual(told);
      engine.ask("free", { match });
      return;
    }
    throw new Error("Seat 1 was never asked.");
  });

  it("is refused while there is nothing to take back", () => {
    const { match } = engine.ask("new", { game: "six-billion", seats: 2, seed: "undo" });
    expect(refusal(() => engine.ask("undo", { match, seat: 2 }))).toBe("Seat 2 has made no choice that could be taken back.");
    engine.ask("free", { match });
  });
});

describe("standing orders", () => {
  it("answer for a person, stand in the table's messages, and end", () => {
    const { match } = engine.ask("new", { game: "one-billion-users", seats: 2, seed: "o", players: [null, { bot: "greedy" }] });
    engine.ask("order", { match, seat: 1, words: "draw from deck" });
    expect(engine.ask("table", { match, viewer: 1 }).orders).toEqual(["draw from deck"]);
    expect(engine.ask("table", { match, viewer: 2 }).orders).toEqual([]);
    let ordered = 0;
    for (let guard = 0; guard < 60; guard++) {
      const table = engine.ask("table", { match, viewer: 1 });
      ordered = table.log.filter((entry) => entry.how === "order").length;
      if (table.asked === null || ordered > 1) {
        break;
      }
      if (table.asked.you) {
        expect(table.asked.you.moves).not.toContain("draw deck");
        engine.ask("play", { match, move: table.asked.you.moves.at(-1) ?? "" });
      } else {
        engine.ask("step", { match });
      }
    }
    expect(ordered).toBeGreaterThan(1);
    engine.ask("end-order", { match, seat: 1, words: "" });
    expect(engine.ask("table", { match, viewer: 1 }).orders).toEqual([]);
    expect(refusal(() => engine.ask("order", { match, seat: 1, words: "dance" }))).toMatch(/dance/);
    engine.ask("free", { match });
  });
});

describe("reasons", () => {
  it("name the rule that forbids a move, and say what a move is good for", () => {
    const position = JSON.parse(read("docs/examples/safeguard.json")) as View;
    const { match } = engine.ask("new", { position, seed: "1" });
    const seat = engine.ask("look", { match }).asked?.seats[0] ?? 0;
    const no = engine.ask("why", { match, seat, move: "block 3 low" });
    expect(no.legal).toBe(false);
    expect(no.text).toContain("OBU-73");
    const { move } = engine.ask("hint", { match });
    const yes = engine.ask("why", { match, seat, move });
    expect(yes).toMatchObject({ legal: true, move });
    expect(yes.text.length).toBeGreaterThan(10);
    expect(refusal(() => engine.ask("play", { match, move: "block 3 low" }))).toBe(no.text);
    const other = seat === 1 ? 2 : 1;
    expect(refusal(() => engine.ask("why", { match, seat: other, move }))).toBe(`It is seat ${seat} that decides now, not seat ${other}.`);
    engine.ask("free", { match });
  });
});

describe("the analysis of a game", () => {
  it("adds up to the result, and tells how far it is", () => {
    const { match } = engine.ask("new", {
      game: "one-billion-users",
      seats: 2,
      seed: "a",
      players: [{ bot: "greedy" }, { bot: "random" }],
    });
    while (engine.ask("step", { match }).actor !== 0);
    const told: number[] = [];
    let total = 0;
    engine.onProgress = (done, all) => {
      told.push(done);
      total = all;
    };
    const analysis = engine.ask("analyse", { match, bot: "search:iterations=20", seed: "1" });
    expect(told).toEqual(told.map((_, i) => i));
    expect(told.length).toBe(total);
    expect(analysis.choices.length).toBe(total);
    const look = engine.ask("look", { match, viewer: "all" });
    for (const seat of analysis.seats) {
      expect(seat.end.points).toBe(look.scores[seat.seat - 1]?.total);
      expect(seat.start.points + seat.choices.points + seat.luck.points).toBeCloseTo(seat.end.points, 6);
    }
    expect(refusal(() => engine.ask("analyse", { match, bot: "greedy" }))).toMatch(/does not say what it expects/);
    engine.ask("free", { match });
  });
});

describe("editions", () => {
  it("can be read, changed, played with and named in records", () => {
    const own = engine.ask("edition", { game: "one-billion-users" });
    expect(own.loaded).toBe(false);
    const text = JSON.stringify(own.edition).replace('"users":50', '"users":100');
    const edition = JSON.parse(text) as EditionDocument;
    const changed = engine.ask("edition", { edition });
    expect(changed.hash).not.toBe(own.hash);
    const { match } = engine.ask("new", { edition, game: "one-billion-users", seats: 2, seed: "e", players: [null, { bot: "greedy" }] });
    expect(engine.ask("table", { match, viewer: 1 }).setup.edition).toEqual(changed.edition);
    const question = engine.ask("question", { match });
    expect(newEngine().ask("think", { question, bot: "greedy" }).move).toBe(engine.ask("hint", { match, bot: "greedy" }).move);
    const record = engine.ask("record", { match });
    expect(engine.ask("load", { record }).game).toBe("one-billion-users");
    engine.ask("free", { match });
    const broken = JSON.parse(text.replace('"users":100', '"users":70')) as EditionDocument;
    expect(refusal(() => engine.ask("edition", { edition: broken }))).toMatch(/users: 70 is no multiple of 50/);
    expect(refusal(() => engine.ask("new", { edition, game: "six-billion", seats: 2 }))).toMatch(/not for 6 Billion/);
  });
});

describe("the catalogue", () => {
  it("names games, options, orders, pages of the rules and bots", async () => {
    const { games, bots } = engine.ask("games", {});
    expect(games.map((game) => game.game)).toEqual(["one-billion-users", "six-billion"]);
    for (const game of games) {
      expect(game.topics.length).toBeGreaterThan(10);
      expect(game.orders.length).toBeGreaterThan(0);
      const pages = await topicsOf(game.game);
      expect(pages.map(({ id, title }) => ({ id, title }))).toEqual(game.topics);
      expect(pages.find(({ id }) => id === "reconstructed")?.text.length).toBeGreaterThan(100);
      expect(game.edition).toBe(engine.ask("edition", { game: game.game }).hash);
    }
    expect(bots.filter((bot) => bot.looksAhead).map((bot) => bot.name)).toEqual(["hard", "best", "search"]);
  });
});

describe("what is wrong", () => {
  const match = 64;
  const cases: [string, What, object, RegExp][] = [
    ["no such question", "dance" as What, {}, /^The engine cannot do "dance"\.$/],
    ["no such game", "new", { game: "chess", seats: 2 }, /^There is no game "chess"; there are: /],
    ["too many seats", "new", { game: "six-billion", seats: 6 }, /^6 Billion is for 2 to 5 seats, not 6\.$/],
    ["far too many", "new", { game: "one-billion-users", seats: 99 }, /^One Billion Users is for 2 to 4 seats, not 99\.$/],
    ["no seats", "new", { game: "one-billion-users" }, /^One Billion Users is for 2 to 4 seats, not 0\.$/],
    ["an unknown option", "new", { game: "six-billion", seats: 2, options: { pizza: "on" } }, /pizza/],
    ["an unknown bot", "new", { game: "six-billion", seats: 2, players: [{ bot: "deep" }] }, /no bot called "deep"/],
    ["a program as a bot", "new", { game: "six-billion", seats: 2, players: [{ bot: "exec:ls" }] }, /no bot called "exec:ls"/],
    ["no such match", "look", { match }, /^There is no match 64 \(any more\)\.$/],
    ["no match at all", "look", {}, /lacks "match"/],
    ["a fraction", "look", { match: 1.5 }, /only whole numbers/],
    ["a record that is none", "load", { record: "Hello" }, /^The record, line 1: this is no record/],
    ["a position that is none", "new", { position: { format: 2, game: "six-billion", seats: 2 } }, /format/],
    ["a bot without a question", "think", { question: {}, bot: "greedy" }, /question\.position/],
  ];
  it.each(cases)("%s is refused with a sentence", (_, what, about, sentence) => {
    const said = refusal(() => engine.ask(what, about as Asks<typeof what>));
    expect(said).toMatch(sentence);
    expect(said).toMatch(/^[A-Z0-9"].*\.$/);
  });

  it("changes nothing", () => {
    const made = engine.ask("new", { game: "one-billion-users", seats: 2, seed: "w" });
    const before = engine.ask("table", { match: made.match, viewer: 1 });
    refusal(() => engine.ask("play", { match: made.match, move: "fly" }));
    refusal(() => engine.ask("play", { match: made.match, move: before.asked?.you?.moves[0] ?? "", decision: 2 }));
    refusal(() => engine.ask("play", { match: made.match, move: before.asked?.you?.moves[0] ?? "", seat: 2 }));
    refusal(() => engine.ask("look", { match: made.match, viewer: "all" }));
    refusal(() => engine.ask("step", { match: made.match }));
    expect(engine.ask("table", { match: made.match, viewer: 1 })).toEqual(before);
    engine.ask("free", { match: made.match });
  });

  it("a record with a false line is not taken, and the line is named", () => {
    const record = read("docs/examples/networks.record").replace("Prank Channels", "Pet Pictures");
    expect(refusal(() => engine.ask("load", { record, name: "Mine" }))).toMatch(/^Mine, line 14: .*OBU-20/);
  });

  it("too many matches at once are refused, until one is freed", () => {
    const small = newEngine();
    const made = Array.from({ length: 64 }, () => small.ask("new", { game: "one-billion-users", seats: 2, seed: "m" }).match);
    expect(refusal(() => small.ask("new", { game: "one-billion-users", seats: 2 }))).toMatch(/64 matches/);
    small.ask("free", { match: made[5] ?? 0 });
    expect(small.ask("new", { game: "one-billion-users", seats: 2 }).match).toBe(made[5]);
  });
});

describe("memory", () => {
  it("that is not there makes a search shallow, not the engine broken", () => {
    const small = newEngine();
    const { match } = small.ask("new", { game: "six-billion", seats: 2, seed: "1" });
    const greedy = small.ask("hint", { match, bot: "greedy" });
    expect(small.ask("hint", { match, bot: "search:iterations=1:nodes=67108864" }).move).toBe(greedy.move);
  });
});
