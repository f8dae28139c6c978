// What is told as "since your turn": everything that others did since one's own last turn, in both games, however often one was asked between,
// and the same after a reload.
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { highlights } from "../../src/games/scene";
import { scenes } from "../../src/games/one-billion-users/staging";
import { scenes as sixScenes } from "../../src/games/six-billion/staging";
import { changesOf, doneByOthers, sinceTurn, speaksOfYou, standing, toldOf, turnsOf, twiceInARow } from "../../src/table/since";
import { newEngine } from "../engine/engine";

const ME = 1;
const textsOf = (entries: readonly Entry[]): string[] => entries.flatMap(({ events }) => (events ?? []).flatMap(({ text }) => text ?? []));

/** A game that is played on until `wanted` is asked for the `times`th time; the person answers with the first move. */
function played(game: string, seed: string, decisions: number): { log: Entry[]; again: Entry[] } {
  const engine = newEngine();
  const { match } = engine.ask("new", { game, seats: 3, seed, players: [{ name: "You" }, { bot: "greedy" }, { bot: "greedy" }] });
  for (let i = 0; i < decisions; ) {
    const { asked, over } = engine.ask("look", { match, viewer: ME });
    if (over || !asked) {
      break;
    }
    if (asked.seats[0] === ME) {
      i++;
      if (i < decisions) {
        engine.ask("play", { match, move: asked.you?.moves[0] ?? "" });
      }
    } else {
      engine.ask("step", { match });
    }
  }
  const { match: loaded } = engine.ask("load", { record: engine.ask("record", { match }) });
  engine.ask("seat", { match: loaded, seat: ME, name: "You" });
  return { log: engine.ask("table", { match, viewer: ME }).log, again: engine.ask("table", { match: loaded, viewer: ME }).log };
}

/** Whose turns are told; 0: a Neutral's, whoever decides for it. */
const turnsIn = (log: readonly Entry[]): number[] => log.flatMap(({ events = [] }) => events.flatMap(({ kind, seat }, i) => (kind === "turn" ? [events[i + 1]?.kind === "control" ? 0 : seat] : [])));

describe.each(["one-billion-users", "six-billion"])("%s", (game) => {
  it("tells each rival's turn at every decision of one's own turn, and after a reload", () => {
    let looked = 0;
    for (let decisions = 3; decisions < 40; decisions++) {
      const { log, again } = played(game, "since", decisions);
      const all = turnsIn(log);
      const mine = all.map((seat, i) => (seat === ME ? i : -1)).filter((i) => i >= 0);
      const current = mine.at(-1) ?? -1;
      const last = mine.at(-2) ?? -1;
      if (current !== all.length - 1 || last < 0 || !log.some((entry) => entry.kind === "move" && entry.seat === ME)) {
        continue; // asked in somebody else's turn
      }
      const told = sinceTurn(log, ME);
      // From the end of the last turn on in which one did something.
      expect(turnsIn(told).slice(-(current - last)), `${decisions} decisions`).toEqual(all.slice(last + 1));
      expect(textsOf(sinceTurn(again, ME))).toEqual(textsOf(told));
      looked++;
    }
    expect(looked).toBeGreaterThan(5);
  });
});

describe.each(["one-billion-users", "six-billion"])("the story of %s", (game) => {
  it("has each sentence once, turn by turn, with changes that add up, item by item", () => {
    const engine = newEngine();
    const { match } = engine.ask("new", { game, seats: 3, seed: "story", players: [{ bot: "greedy" }, { bot: "greedy" }, { bot: "greedy" }] });
    for (let i = 0; i < 120; i++) {
      engine.ask("step", { match });
    }
    const entries = engine.ask("table", { match, viewer: ME }).log.filter(({ kind }) => kind === "move").slice(20);
    const scores = entries.map(({ until }) => engine.ask("look", { match, viewer: ME, ply: until ?? 0 }).scores);
    const changed = entries.map((_, i) => (i === 0 ? [] : changesOf(scores[i - 1] ?? [], scores[i] ?? [])));
    const turns = turnsOf(entries, (entry) => textsOf([entry]), (entry) => changed[entries.indexOf(entry)] ?? []);
    expect(turns.flatMap(({ title, steps }) => [...(title ? [title] : []), ...steps.flatMap(({ texts }) => texts)])).toEqual(textsOf(entries).filter((text, i, all) => i < all.length - 1 || turns.at(-1)?.title === text || turns.at(-1)?.steps.at(-1)?.texts.includes(text)));
    const steps = turns.flatMap((turn) => turn.steps.flatMap(({ changes }) => changes));
    expect(steps.length).toBeGreaterThan(10);
    for (const { seat, total } of scores.at(-1) ?? []) {
      expect(steps.filter((one) => one.seat === seat).reduce((sum, { before, after }) => sum + after - before, 0)).toBe(total - (scores[0]?.[seat - 1]?.total ?? 0));
    }
    for (const { before, after, items } of steps) {
      expect(items.reduce((sum, { points }) => sum + points, 0)).toBe(after - before);
    }
  });
});

it("knows a sentence that tells what happens to who reads it from what they did", () => {
  expect(["Seat 2 plays Push on you.", "Your Earth token does not double.", "You lose Home Chefs."].map(speaksOfYou)).toEqual([true, true, true]);
  expect(["You draw a card.", "Your turn.", "Seat 2 draws a card."].map(speaksOfYou)).toEqual([false, false, false]);
});

describe("since one's turn", () => {
  let number = 0;
  const move = (seat: number, text: string, next?: number, more: Partial<Entry> = {}): Entry => ({
    number: ++number,
    kind: "move",
    seat,
    time: 0,
    how: seat === ME ? "person" : "bot",
    events: [{ kind: "did", seat, text }, ...(next ? [{ kind: "turn", seat: next, text: `Turn of ${next}` }] : [])],
    ...more,
  });
  const game = [move(1, "mine", 2), move(2, "two", 3), move(3, "three", 1)];

  it("begins behind what one did oneself", () => {
    expect(textsOf(sinceTurn(game, ME))).toEqual(["Turn of 2", "two", "Turn of 3", "three", "Turn of 1"]);
  });
  it("is not cut off by the first steps of the turn that goes on", () => {
    expect(textsOf(sinceTurn([...game, move(1, "drawn")], ME))).toEqual(["Turn of 2", "two", "Turn of 3", "three", "Turn of 1", "drawn"]);
  });
  it("nor by an answer in another's turn", () => {
    const answered = [move(1, "mine", 2), move(2, "attack"), move(1, "pass"), move(2, "done", 1)];
    expect(textsOf(sinceTurn(answered, ME))).toEqual(["Turn of 2", "attack", "pass", "done", "Turn of 1"]);
  });
  it("nor by what a standing order did", () => {
    const ordered = [move(1, "mine", 2), move(2, "two", 1), move(1, "ordered", 2, { how: "order" }), move(2, "again", 1)];
    expect(textsOf(sinceTurn(ordered, ME)).slice(0, 3)).toEqual(["Turn of 2", "two", "Turn of 1"]);
  });
  it("nor by what one decided for nobody's people", () => {
    const decides = (seat: number, next: number): Entry => ({ ...move(seat, "own", next), events: [{ kind: "turn", seat: next, text: "Nobody's turn" }, { kind: "control", seat: next, text: "you decide" }] });
    const ruled = [move(1, "mine", 2), decides(2, 1), move(1, "sent", 3), move(3, "three", 1)];
    expect(textsOf(sinceTurn(ruled, ME))).toEqual(["Turn of 2", "Nobody's turn", "you decide", "sent", "Turn of 3", "three", "Turn of 1"]);
    expect(twiceInARow([decides(2, 1), move(1, "sent", 1)], ME)).toBe(false);
  });
  it("is nobody's where one came last and comes first", () => {
    expect(twiceInARow([move(2, "two", 1), move(1, "mine", 1)], ME)).toBe(true);
    expect(twiceInARow([move(2, "two", 1)], ME)).toBe(false);
    expect(twiceInARow(game, ME)).toBe(false);
  });
  it("is everything for who has done nothing yet", () => {
    expect(textsOf(sinceTurn([move(2, "two", 3), move(3, "three", 1)], ME))).toHaveLength(4);
  });
  it("leaves out what was taken back, by the number of the move where there is one", () => {
    const undo: Entry = { number: ++number, kind: "undo", seat: ME, time: 0, to: 1 };
    expect(textsOf(standing([...game, undo]))).toEqual([]);
    const numbered = [move(2, "first", 1, { ply: 0 }), move(1, "mine", 2, { ply: 1 }), move(2, "two", 1, { ply: 2 }), undo];
    expect(textsOf(standing(numbered))).toEqual(["first", "Turn of 1"]);
    expect(textsOf(sinceTurn(numbered, ME))).toEqual(["first", "Turn of 1"]);
  });
  it("shows of an own move only what others did behind it, as theirs", () => {
    const [first] = doneByOthers([{ ...move(1, "mine", 2), parts: { verb: "add" } }], ME);
    expect(first).toMatchObject({ seat: 2, events: [{ kind: "turn", seat: 2 }] });
    expect(first?.parts).toBeUndefined();
    expect(doneByOthers([move(1, "drawn")], ME)).toEqual([]);
  });
});

describe("what is told of it in One Billion Users", () => {
  const engine = newEngine();
  const logOf = (seed: string): readonly Entry[] => {
    const { match } = engine.ask("new", { game: "one-billion-users", seats: 3, seed, players: [{ bot: "greedy" }, { bot: "greedy" }, { bot: "greedy" }] });
    while (!engine.ask("look", { match, viewer: ME }).over) {
      engine.ask("step", { match });
    }
    return engine.ask("table", { match, viewer: ME }).log;
  };
  /** Every moment of a few games at which it is one's turn: what has happened since, and the six lines of it. */
  const moments = ["x", "y", "z", "a", "b", "c"].flatMap((seed) => {
    const log = logOf(seed);
    return log.flatMap((entry, i) => {
      if (i < 12 || !(entry.events ?? []).some(({ kind, seat }) => kind === "turn" && seat === ME)) {
        return [];
      }
      const since = sinceTurn(log.slice(0, i + 1), ME);
      return [{ events: since.flatMap(({ events }) => events ?? []), told: highlights(toldOf(since, ME, (one) => scenes(one, ME)), 6) }];
    });
  });
  const seen = (kind: string, mine: (event: { seat: number; b?: number | undefined }) => boolean = () => true, room = false): number => {
    let count = 0;
    for (const { events, told } of moments.filter((one) => !room || one.told.length < 6)) {
      for (const event of events.filter((one) => one.kind === kind && mine(one))) {
        expect(told.map(({ text }) => text)).toContain(event.text);
        count++;
      }
    }
    return count;
  };

  it("has every Influencer that joins or leaves one's platform, every Blocker put on one, and every Milestone of others", () => {
    expect(seen("joined", ({ seat, b }) => seat === ME || b === ME - 1)).toBeGreaterThan(5);
    expect(seen("blocked", ({ b }) => b === ME - 1)).toBeGreaterThan(3);
    expect(seen("milestone")).toBeGreaterThan(1);
    // A Poke at another's platform gives way where six other lines weigh more.
    expect(seen("poked", () => true, true)).toBeGreaterThan(0);
    expect(seen("dropped", ({ seat }) => seat === ME) + seen("taken", ({ b }) => b === ME - 1)).toBeGreaterThan(0);
  });
  it("shows a picture of what the line is about, and the sign of whom it is about", () => {
    for (const { told } of moments) {
      for (const { text, card, place, seat } of told) {
        expect(card ?? place, text).not.toBeNull();
        expect(card === null || text.includes(card), text).toBe(true);
        expect(seat, text).toBeGreaterThan(0);
      }
    }
  });
  it("has what an Event took when one drew it oneself, and nothing else that one did", () => {
    const entry: Entry = {
      number: 9,
      kind: "move",
      seat: ME,
      time: 0,
      how: "person",
      parts: { verb: "draw-deck" },
      events: [
        { kind: "event", seat: ME, text: "You draw Moral Panic: most Toxicity loses its most toxic Community." },
        { kind: "dropped", seat: ME, text: "You lose Outrage Engine, the most toxic Community of the most toxic platform." },
        { kind: "added", seat: ME, text: "You add Knit Night." },
      ],
    };
    expect(toldOf([entry], ME, (one) => scenes(one, ME)).map(({ card }) => card)).toEqual(["Moral Panic", "Outrage Engine"]);
  });
});

describe("a card that is offered to the owner of a token", () => {
  it("is told until it was answered, and then what came of it", () => {
    const engine = newEngine();
    let [open, settled] = [0, 0];
    for (let seed = 1; seed <= 40 && (open < 3 || settled < 6); seed++) {
      const { match } = engine.ask("new", { game: "six-billion", seats: 4, seed: `offers ${seed}`, players: Array.from({ length: 4 }, () => ({ bot: "greedy" })) });
      for (; !engine.ask("look", { match, viewer: ME }).over; engine.ask("step", { match })) {
        const { log, view } = engine.ask("table", { match, viewer: ME });
        const since = sinceTurn(log, ME);
        const offers = toldOf(since, ME, (entry) => sixScenes(entry, ME, view)).filter(({ text }) => /\boffers?\b.*\bneeds\b.* consent/.test(text));
        const waits = log.findLast(({ kind }) => kind === "move")?.events?.some(({ kind }) => kind === "offered") ?? false;
        expect(offers.length, offers.map(({ text }) => text).join()).toBeLessThanOrEqual(waits ? 1 : 0);
        open += offers.length;
        settled += !waits && since.some(({ events }) => events?.some(({ kind }) => kind === "offered")) ? 1 : 0;
      }
      engine.ask("free", { match });
    }
    expect(Math.min(open, settled)).toBeGreaterThan(0);
  });
});
