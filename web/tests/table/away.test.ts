// What is told of moves that were made for somebody: to whom, since when, and until when.
import { describe, expect, it } from "vitest";
import type { Entry, Setup } from "../../src/engine/types";
import { standing } from "../../src/table/since";
import { absenceIn, counted, decidedWords, FOR_YOU, fateOf, lapsedAtLast, markDecided, namedMoves, orderedWords, partingsIn, patience, takesBack, undoWords, waitsWords, withMade } from "../../src/table/away";

let number = 0;
const entry = (kind: Entry["kind"], seat: number, more: Partial<Entry> = {}): Entry => ({ number: ++number, kind, seat, time: number * 1000, ...more });
const setup = (absent: string | null, kind: "none" | "live" | "days"): Setup => ({
  game: "one-billion-users",
  seats: 3,
  options: {},
  bots: [null, null, null],
  pace: { kind },
  listed: false,
  chat: true,
  spectators: true,
  absent: absent ? { bot: absent } : null,
  title: "",
});

describe("a card that is tapped while others are asked", () => {
  it("says for whom the table waits", () => {
    expect(waitsWords([2, 3])).toBe("Not now: the table waits for Seat 2 and Seat 3.");
    expect(waitsWords([])).toBe("Not now: you are not asked.");
    expect(waitsWords([2], true)).not.toContain("Seat 2");
  });
});

describe("what became of a move that was on its way", () => {
  const made = (move: string, more: Partial<Entry> = {}): Entry => entry("move", 1, { move, how: "person", ...more });
  it("is the entry that it is, or none", () => {
    const before = made("pass");
    const sent = { move: "pass", after: before.number };
    const rival = entry("move", 2, { move: "pass" });
    expect(fateOf([before, rival], 1, sent)).toEqual({ since: [rival], arrived: null });
    const own = made("pass");
    const next = made("famine");
    expect(fateOf([before, own, next], 1, sent)).toEqual({ since: [own, next], arrived: own });
    const late = made("pass", { how: "timeout", lapsed: true });
    expect(fateOf([before, late], 1, sent)).toEqual({ since: [late], arrived: null });
    const undo = entry("undo", 1);
    expect(fateOf([before, own, undo], 1, sent).arrived).toBeNull();
  });
});

it("what time decided in windows is news for a while, until one answers again", () => {
  const late = (ago: number): Entry => entry("move", 1, { move: "pass", how: "timeout", lapsed: true, time: Date.now() - ago });
  const log = [entry("move", 1, { how: "person" }), late(600_000), late(5_000), entry("move", 2, { how: "person" })];
  expect(lapsedAtLast(log, 1)).toEqual([log[2]]);
  expect(lapsedAtLast([...log, entry("move", 1, { how: "person" })], 1)).toEqual([]);
  expect(lapsedAtLast(log, 2)).toEqual([]);
});

describe("what one's orders have answered", () => {
  const text = "You send 2 billion of Neutral Pink from Earth to the Belt box.";
  const sent = (more: Partial<Entry> = {}): Entry => entry("move", 1, { how: "order", move: "send 2 earth belt", parts: { verb: "send" }, events: [{ kind: "sent", seat: 1, text }, { kind: "spent", seat: 1, text: "That halves it." }], ...more });
  it("is told as that where it happens, and whatever came of it as ever", () => {
    expect(markDecided(sent(), 1, [text, "That halves it."])).toEqual([`${FOR_YOU} you send 2 billion of Neutral Pink from Earth to the Belt box.`, "That halves it."]);
  });
  it("is told to nobody else, nor where one has answered oneself, nor of what a turn does anyhow", () => {
    expect(orderedWords(sent(), 2)).toBe("");
    expect(orderedWords(sent(), null)).toBe("");
    expect(orderedWords(sent({ how: "person" }), 1)).toBe("");
    expect(orderedWords(sent({ parts: { verb: "grow" } }), 1)).toBe("");
    expect(orderedWords(sent({ parts: { verb: "pass" }, events: [] }), 1)).toBe("");
  });
});

describe("what was played for somebody", () => {
  it("is nothing as long as one plays oneself", () => {
    number = 0;
    const log = [entry("began", 0), entry("move", 1, { how: "person" }), entry("move", 2, { how: "bot" }), entry("bot", 2, { name: "easy" })];
    expect(absenceIn(log, 1, false)).toBeNull();
    expect(absenceIn(log, null, false)).toBeNull();
  });
  it("begins with the move that was made when time was up", () => {
    number = 0;
    const log = [entry("move", 1, { how: "person" }), entry("move", 1, { how: "timeout" }), entry("bot", 1, { name: "medium:person=otto" }), entry("move", 2, { how: "person" }), entry("move", 1, { how: "bot" })];
    expect(absenceIn(log, 1, true)).toEqual({ bot: "medium:person=otto", since: 2000, told: 2, moved: false, moves: 2, made: [log[1], log[4]], lasts: true, late: true });
  });
  it("is named: two moves, and how many more there were", () => {
    number = 0;
    const draw = entry("move", 1, { how: "bot", move: "draw deck" });
    const say = ({ move }: Entry): string => `${move}!`;
    expect(namedMoves([draw, draw], say)).toBe("draw deck!, draw deck!");
    expect(namedMoves([draw, draw, draw, draw], say)).toBe("draw deck!, draw deck! and 2 more");
    expect(namedMoves([], say)).toBe("");
  });
  it("is told in one sentence, with what time made of a window in another, and the log marks each", () => {
    number = 0;
    const say = ({ move }: Entry): string => `${move}!`;
    const discard = entry("move", 1, { how: "timeout", move: "discard X", events: [{ kind: "gone", seat: 1, text: "You discard X." }] });
    const add = entry("move", 1, { how: "bot", move: "add Y" });
    const trouble = entry("move", 2, { how: "person", move: "trouble" });
    const pass = entry("move", 1, { how: "person", move: "pass", parts: { verb: "pass" }, lapsed: true, question: "trouble?" });
    const unheard = { ...pass, question: "" };
    expect(decidedWords([discard], 1, say)).toEqual(["Time ran out: discard X!."]);
    expect(decidedWords([add], 1, say)).toEqual(["Played for you: add Y!."]);
    expect(decidedWords([discard, add, trouble, pass], 1, say)).toEqual(["Time ran out; played for you: discard X!, add Y!.", "Time ran out: pass!. You were asked: trouble."]);
    expect(decidedWords([unheard], 1, say)).toEqual(["Time ran out: pass!."]);
    expect(decidedWords([discard, pass], 2, say)).toEqual([]);
    const sentences = [discard, add, trouble, pass].flatMap((one) => markDecided(one, 1, (one.events ?? []).flatMap(({ text }) => text ?? [])));
    expect(sentences).toEqual(["You discard X (time ran out).", "You: add Y (played for you).", "You: pass (time ran out)."]);
    const after = entry("move", 1, { how: "bot", move: "pass", parts: { verb: "pass" } });
    expect(markDecided(after, 1, ["Famine leaves the game."])).toEqual(["You: pass (played for you).", "Famine leaves the game."]);
    // A Pass that time made is not one's own doing: what was played before is still news, and no undo of the Pass takes it back.
    expect(absenceIn([discard, pass], 1, false)).toMatchObject({ moves: 1, moved: true });
  });
  it("stands after one has come back, until one plays", () => {
    number = 0;
    const log = [entry("bot", 1, { name: "easy" }), entry("move", 1, { how: "bot" }), entry("back", 1)];
    expect(absenceIn(log, 1, false)).toEqual({ bot: "easy", since: 1000, told: 3, moved: false, moves: 1, made: [log[1]], lasts: false, late: false });
    expect(absenceIn([...log, entry("move", 1, { how: "person" })], 1, false)).toBeNull();
  });
  it("is told again when it ends a second time, with nothing of one's own between", () => {
    number = 0;
    const once = [entry("bot", 1, { name: "easy" }), entry("move", 1, { how: "bot" }), entry("back", 1)];
    const twice = [...once, entry("bot", 1, { name: "easy" }), entry("move", 1, { how: "bot" }), entry("back", 1)];
    expect(absenceIn(once, 1, false)?.told).toBe(3);
    expect(absenceIn(twice, 1, false)).toMatchObject({ told: 6, moves: 2, lasts: false });
  });
  it("is told although the message that ended it was a move, until the next one; that move alone is what an undo takes back", () => {
    number = 0;
    const log = [entry("bot", 1, { name: "easy" }), entry("move", 1, { how: "bot" }), entry("back", 1, { time: 5000 }), entry("move", 1, { how: "person", time: 5000 })];
    expect(absenceIn(log, 1, false)).toMatchObject({ told: 3, moves: 1, moved: true });
    expect(takesBack(log, 1)).toBeNull();
    expect(absenceIn([...log, entry("move", 1, { how: "person" })], 1, false)).toBeNull();
  });
  it("is told while it lasts; if nothing was played, its end is no news", () => {
    number = 0;
    const log = [entry("bot", 1, { name: "easy" })];
    expect(absenceIn(log, 1, true)?.moves).toBe(0);
    expect(absenceIn([...log, entry("back", 1)], 1, false)).toBeNull();
  });
  it("is nothing any more once all have agreed to take it back; what one did oneself before stays", () => {
    number = 0;
    const log = [entry("move", 1, { how: "person" }), entry("bot", 1, { name: "easy" }), entry("move", 1, { how: "bot" }), entry("move", 2, { how: "person" }), entry("move", 1, { how: "bot" }), entry("back", 1)];
    expect(absenceIn(log, 1, false)?.moves).toBe(2);
    const taken = [...log, entry("ask-undo", 1), entry("agree", 2), entry("undo", 1, { to: 4 })];
    expect(absenceIn(taken, 1, false)).toBeNull();
    expect(standing(taken).filter(({ kind }) => kind === "move")).toEqual([log[0]]);
  });
  it("tells of single moves where no bot stays", () => {
    number = 0;
    const late = entry("move", 1, { how: "timeout" });
    expect(absenceIn([late], 1, false)).toEqual({ made: [late], bot: null, since: 1000, told: 1, moved: false, moves: 1, lasts: false, late: true });
  });
});

describe("an undo of what was made for somebody", () => {
  const log = (): Entry[] => [
    entry("move", 1, { how: "person" }),
    entry("bot", 1, { name: "medium:person=otto" }),
    entry("move", 1, { how: "bot", parts: { verb: "play" } }),
    entry("move", 1, { how: "bot", parts: { verb: "pass" } }),
    entry("move", 1, { how: "bot", parts: { verb: "take" } }),
    entry("back", 1),
  ];
  it("is asked about, with who made it and how many moves; passing and consenting are no moves that anybody counts", () => {
    number = 0;
    const made = log();
    expect(takesBack(made, 1)).toEqual({ moves: 2, bot: "medium:person=otto" });
    expect(takesBack([entry("move", 1, { how: "person" }), entry("move", 1, { how: "timeout" })], 1)).toEqual({ moves: 1, bot: null });
    expect(counted([entry("move", 1, { parts: { verb: "pass" } })])).toBe(1);
  });
  it("is one's own move again once one has made one, and nobody's without a seat", () => {
    number = 0;
    const made = log();
    expect(takesBack([...made, entry("move", 1, { how: "person" })], 1)).toBeNull();
    expect(takesBack(made, 2)).toBeNull();
    expect(takesBack(made, null)).toBeNull();
  });
  it("is told as what it was, and nothing is left to tell of those moves", () => {
    number = 0;
    const taken = withMade([...log(), entry("undo", 1, { to: 1 })]);
    expect(undoWords(taken.at(-1)!, "you")).toBe("2 moves made for you were taken back.");
    expect(undoWords(taken.at(-1)!, "Ann")).toBe("2 moves made for Ann were taken back.");
    expect(absenceIn(taken, 1, false)).toBeNull();
    const own = withMade([...taken, entry("undo", 1, { to: 0 })]);
    expect(undoWords(own.at(-1)!, "you")).toBe("Seat 1 took a move back.");
  });
});

describe("who has left a game that runs", () => {
  const parted = (): Entry[] => [entry("move", 2, { how: "person" }), entry("left", 2, { name: "Ben" }), entry("bot-seated", 2, { name: "medium:person=otto", by: 2 })];
  it("is told with who plays on, until that was read", () => {
    number = 0;
    const log = parted();
    expect(partingsIn(log, 1, 0)).toEqual([{ number: 3, seat: 2, name: "Ben", bot: "medium:person=otto" }]);
    expect(partingsIn(log, 1, 3)).toEqual([]);
  });
  it("is no news any more after some own moves, and others' moves are none", () => {
    number = 0;
    const own = (): Entry => entry("move", 1, { how: "person" });
    const log = [...parted(), own(), own(), entry("move", 2, { how: "bot" }), entry("move", 1, { how: "order" })];
    expect(partingsIn(log, 1, 0)).toHaveLength(1);
    expect(partingsIn([...log, own()], 1, 0)).toEqual([]);
  });
  it("is nobody who gave a seat up before the game began, nor a bot that a host put there", () => {
    number = 0;
    expect(partingsIn([entry("left", 2, { name: "Ben" }), entry("bot-seated", 2, { name: "easy", by: 1 })], 1, 0)).toEqual([]);
  });
});

describe("what becomes of the turn of who has no connection", () => {
  it("is what the table's setup makes of it", () => {
    expect(patience(setup("medium", "none"), false)).toContain("a bot plays on in 10 minutes");
    expect(patience(setup("medium", "live"), true)).toContain("a bot plays on in two minutes");
    const slow = setup("medium", "live");
    expect(patience({ ...slow, pace: { kind: "live", move: 300 } }, true)).toContain("a bot plays on in 5 minutes");
    expect(patience(setup("medium", "days"), true)).toContain("when the time is up, a bot");
    expect(patience(setup(null, "live"), true)).toContain("one move is made");
    expect(patience(setup(null, "none"), false)).toContain("when they are back");
  });
});
