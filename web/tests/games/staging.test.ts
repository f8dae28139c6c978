// What happenings are worth to who looks: harm is what is done to oneself, a counter stops the table for all, and rounds have a bound.
import { describe, expect, it } from "vitest";
import type { Entry, Look, View } from "../../src/engine/types";
import { highlights, sceneOf, worthTheStage, type Scene, type Weight } from "../../src/games/scene";
import { late, stage } from "../../src/games/one-billion-users/staging";
import { late as lateSix, scenes as scenesSix, SITES, stage as stageSix } from "../../src/games/six-billion/staging";
import { newLead } from "../../src/table/stage/lead";
import { Round } from "../../src/table/stage/round";
import { course } from "../../src/tutorial/one-billion-users";
import { newEngine } from "../engine/engine";

describe("a counter of One Billion Users", () => {
  const engine = newEngine();
  const position = course.lessons.find((lesson) => lesson.id === "safeguards")?.position as unknown as View;
  const { match } = engine.ask("new", { position, players: [null, null, null], seed: "counter" });
  for (const move of ["guard War Chest", "draw deck", "block 1 Bad Press", "counter PR Department"]) {
    engine.ask("play", { match, move });
  }
  const last = (viewer: number): [Entry, Entry] => engine.ask("table", { match, viewer }).log.filter(({ kind }) => kind === "move").slice(-2) as [Entry, Entry];

  it("is harm to whose Blocker it was, and stops the table for the others", () => {
    const [attack, counter] = last(1);
    expect(stage(attack, 1)).toMatchObject({ weight: "harm", card: "Bad Press", target: 1 });
    expect(stage(counter, 1)).toMatchObject({ weight: "grand", card: "PR Department" });
    expect(stage(counter, 1)?.text).toMatch(/you take a full turn\. Seat 3 is passed over\.$/);
    expect(stage(last(2)[1], 2)?.weight).toBe("harm");
    expect(stage(last(3)[1], 3)?.text).toMatch(/Seat 1 takes a full turn\. You are passed over\.$/);
  });
  it("and an attack on somebody else is news", () => {
    expect(stage(last(3)[0], 3)).toMatchObject({ weight: "news", target: 1 });
  });
  it("a turn's steps stand long enough to be followed, an attack longer; one on oneself has been seen before", () => {
    const [, drawn] = engine.ask("table", { match, viewer: 3 }).log.filter(({ kind }) => kind === "move") as [Entry, Entry];
    const [attack] = last(3);
    expect([stage(drawn, 3)?.length, stage(attack, 3)?.length, stage(attack, 1)?.length]).toEqual([600, 1000, undefined]);
  });
});

describe("steps of 6 Billion", () => {
  const event = (kind: string, parts: object): Entry => ({ number: 1, kind: "move", seat: 2, time: 0, parts: { verb: "pass" }, events: [{ text: kind, kind, seat: 2, ...parts }] });
  it.each<[string, object, Weight]>([
    ["drew", {}, "routine"],
    ["sent", {}, "news"],
    ["lost", { a: 0 }, "harm"],
    ["lost", { a: 2 }, "news"],
    ["failed", { b: 0 }, "harm"],
    ["no-longer", { seat: 1 }, "harm"],
    ["responds", { c: 0 }, "harm"],
    ["responds", { c: 1 }, "grand"],
    ["turn", {}, "nothing"],
  ])("%s %j is %s", (kind, parts, weight) => {
    expect(stageSix(event(kind, parts), 1)?.weight).toBe(weight);
  });
  it("harm nobody who did them", () => {
    expect(stageSix({ ...event("failed", { b: 0, seat: 1 }), seat: 1 }, 1)?.weight).toBe("news");
  });
  it("harm although one passed last oneself, where another's card did it", () => {
    expect(stageSix({ ...event("failed", { b: 0 }), seat: 1 }, 1)?.weight).toBe("harm");
  });
  it("harm whose token is halved by another's card, and say by which", () => {
    const entry = event("sent", { b: 0 });
    const both: Entry = { ...entry, events: [...(entry.events ?? []), { kind: "spent", text: "That halves your Earth token to 4.", seat: 0, a: 0, b: 2, c: 3 }] };
    expect(stageSix(both, 1)).toMatchObject({ weight: "harm", text: "sent That halves your Earth token to 4." });
    expect(stageSix(both, 3)).toMatchObject({ weight: "news", text: "sent" });
    expect(stageSix({ ...both, seat: 1 }, 1)?.weight).toBe("news");
  });
  it("may cost points: that is seen when they have been reckoned", () => {
    expect(stageSix(event("settled", { a: 1 }), 1)).toMatchObject({ weight: "routine", costs: true });
    expect(stageSix({ ...event("settled", { a: 0 }), seat: 1 }, 1)?.costs).toBeUndefined();
    expect(stageSix(event("grew", { a: 1 }), 1)?.costs).toBeUndefined();
  });
  it("wear the sign of whom they happen to, not of who passed last", () => {
    expect(stageSix(event("no-longer", { seat: 1 }), 1)).toMatchObject({ seat: 1, target: null, weight: "harm" });
    expect(stageSix(event("failed", { b: 0 }), 1)).toMatchObject({ seat: 1, target: null });
    expect(stageSix(event("failed", { b: 2 }), 1)).toMatchObject({ seat: 3 });
    expect(stageSix({ ...event("cancels", {}), parts: { verb: "cancel", cancel: "death" } }, 1)).toMatchObject({ seat: 2 });
  });
  it("wear the sign of who acts in what is told, a Neutral too, and never one's own where one only let it happen", () => {
    const told = (text: string, parts: object, seat = 1): Scene | null => stageSix({ number: 1, kind: "move", seat, time: 0, parts: { verb: "pass" }, events: [{ text, kind: "failed", seat: 3, ...parts }] }, 1);
    expect(told("Green's Famine stops it: Neutral Orange's Earth token does not double.", { b: 4 })?.mark).toBe(3);
    expect(told("Neutral Pink's Belt token doubles freely to 8.", { kind: "grew", seat: 0, a: 4 })?.mark).toBe(6);
    expect(told("Your Famine stops it: Blue's Earth token does not double.", { seat: 1, b: 1 })?.mark).toBeUndefined();
    expect(stageSix({ number: 1, kind: "move", seat: 1, time: 0, parts: { verb: "consent" }, events: [{ text: "A new deck of 40 cards is shuffled.", kind: "failed", seat: 0, b: 4 }] }, 1)?.mark).toBe(0);
  });
  it("draw no place where there is no sign of a card to lie it beside", () => {
    const entry = { ...event("grew", { a: 1 }), parts: { verb: "grow", site: "mars" } };
    expect(stageSix(entry, 1)).toMatchObject({ card: null, place: null });
    expect(stageSix({ ...event("sent", {}), parts: { verb: "send", to: "mars" } }, 1)).toMatchObject({ card: "migrants", place: "mars" });
  });
  it("are the game's alone: what is said at the table is no scene", () => {
    expect(stageSix({ number: 1, kind: "chat", seat: 2, time: 0, text: "Hello" }, 1)).toBeNull();
    expect(sceneOf({ number: 1, kind: "move", seat: 2, time: 0 }, 1, {}, () => ({ card: null, place: null }))?.weight).toBe("nothing");
  });
});

describe("the middle of the table in 6 Billion", () => {
  const view = { points: { red: 0, blue: 0 }, agendas: {}, tracks: { mars: { blue: 4 }, venus: {} } } as unknown as View;
  const at = (kind: string, b: number, c: number): Scene | null => stageSix({ number: 1, kind: "move", seat: 2, time: 0, events: [{ text: `Blue ${kind}.`, kind, seat: 2, a: 1, b, c }] }, 1, view);

  it("belongs to a world that somebody is the first to settle, with what stands there now", () => {
    expect(at("settled", 1, 2)).toMatchObject({ weight: "grand", place: "venus", detail: "blue 2", seat: 2, mark: 2, to: ['[data-token="blue@venus"]', '[data-site="venus"]'] });
    expect(at("settled", 3, 2)?.weight).toBe("routine");
  });
  it("belongs to a token that becomes 512 or more, whoever doubles it", () => {
    expect(["grew", "doubled"].map((kind) => at(kind, 3, 10)?.detail)).toEqual(["blue 512", "blue 512"]);
    expect(at("doubled", 3, 11)?.detail).toBe("blue 1024");
    expect(at("doubled", 3, 9)?.weight).toBe("routine");
  });
  it("belongs to each thing of an entry that is worth it, and of the others to none", () => {
    const [harm, dear, plain] = [scene(1, "harm"), { ...scene(2, "routine"), costs: true }, scene(3, "news")];
    expect(worthTheStage(null, [harm, dear, plain], false).map(({ number }) => number)).toEqual([1]);
    expect(worthTheStage(null, [harm, dear, plain], true).map(({ number, weight }) => [number, weight])).toEqual([[1, "harm"], [2, "harm"]]);
    expect(worthTheStage(scene(4, "grand"), [plain], false).map(({ number }) => number)).toEqual([4]);
    expect(worthTheStage(plain, [], true)).toEqual([]);
  });
});

describe("what concerns the own sites in 6 Billion", () => {
  const view = { points: { red: 0, blue: 0 }, agendas: { red: "mars", blue: "?" }, tracks: { mars: { blue: 4 }, venus: { red: 4, blue: 8 }, jupiter: { green: 2 } } } as unknown as View;
  const told = (seat: number, events: object[]): Scene[] => scenesSix({ number: 1, kind: "move", seat, time: 0, parts: { verb: "pass" }, events: events as Entry["events"] & object }, 1, view);
  const settles = { text: "Blue settles on Mars with 2 billion.", kind: "settled", seat: 0, a: 1, b: 3, c: 2 };

  it("is told even where one's own answer let it happen, that of the Hidden Agenda before all", () => {
    expect(told(1, [settles])).toMatchObject([{ text: settles.text, weight: "news", mine: true, dear: true, fated: true, mark: 2, card: "colony" }]);
    expect(told(2, [{ ...settles, b: 1 }])).toMatchObject([{ mine: true, dear: false }]);
    expect(told(2, [{ ...settles, b: 5 }])).toMatchObject([{ weight: "routine" }]);
    expect(told(1, [{ ...settles, a: 0 }])).toMatchObject([{ weight: "routine" }]);
  });
  it("is that somebody has just got ahead at the site of the Hidden Agenda, and no growth behind or far before", () => {
    const there = { ...view, tracks: { mars: { red: 4, blue: 8 }, venus: { red: 4, blue: 8 } } } as unknown as View;
    const grows = (b: number, c: number): Scene[] => scenesSix({ number: 1, kind: "move", seat: 2, time: 0, events: [{ text: "Blue's token doubles freely.", kind: "grew", seat: 0, a: 1, b, c }] }, 1, there);
    expect([3, 4, 5].map((level) => grows(3, level)[0]?.mine ?? false)).toEqual([false, true, false]);
    expect(grows(1, 4)[0]?.mine ?? false).toBe(false);
  });
  it("is that people are on the way there", () => {
    const sent = { text: "Blue plays New Colony.", kind: "sent", seat: 2, a: 2, b: 1 | (2 << 3) | (3 << 8), c: 1 };
    expect(told(2, [sent])).toMatchObject([{ weight: "news", mine: true, dear: true }]);
  });
  it("is nothing that one has played oneself, where another's consent carried it out", () => {
    expect(told(2, [{ text: "You play Migrants (distance 12, another player).", kind: "sent", seat: 1, a: 8, b: 1, c: 1 }])).toEqual([]);
  });
  it("counts sites as the edition does", () => {
    const { edition } = newEngine().ask("edition", { game: "six-billion" });
    expect((edition.sites as { site: string }[]).map(({ site }) => site)).toEqual(SITES);
  });
});

const scene = (number: number, weight: Weight): Scene => ({ number, weight, seat: 2, target: null, text: "", card: null, place: null });

describe("what is told afterwards", () => {
  it("is the heaviest, the latest of equals, in its order", () => {
    const all = [scene(1, "news"), scene(2, "harm"), scene(3, "routine"), scene(4, "news"), scene(5, "news"), scene(6, "grand")];
    expect(highlights(all, 3).map(({ number }) => number)).toEqual([2, 5, 6]);
    expect(highlights(all, 9).map(({ number }) => number)).toEqual([1, 2, 4, 5, 6]);
  });
  it("is what concerns oneself before what stops the table, and the dearest of that first", () => {
    const all = [{ ...scene(1, "news"), mine: true, dear: true }, { ...scene(2, "news"), mine: true }, scene(3, "grand"), scene(4, "news")];
    expect(highlights(all, 1).map(({ number }) => number)).toEqual([1]);
    expect(highlights(all, 3).map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});

describe("a round", () => {
  /** Milliseconds that it lasts, where showing costs nothing else. */
  function lengthOf(weights: Weight[], pace = 1): number {
    const round = new Round();
    return weights.reduce((sum, weight) => {
      const length = round.lengthOf(weight, pace);
      round.spend(length);
      return sum + length;
    }, 0);
  }
  it("gives each step its time", () => {
    expect(lengthOf(["nothing", "routine", "news"])).toBe(550);
    expect(lengthOf(["harm"])).toBe(400);
    expect(lengthOf(["harm"], 2)).toBe(800);
    expect(new Round().lengthOf("news", 1, true)).toBe(150);
  });
  it("lasts no longer than it may, however much happens", () => {
    expect(lengthOf(Array<Weight>(80).fill("news"))).toBeLessThan(7000);
    expect(lengthOf(Array<Weight>(300).fill("routine"))).toBeLessThan(7000);
    expect(lengthOf(Array<Weight>(40).fill("harm"))).toBeLessThan(7000);
    expect(lengthOf(Array<Weight>(40).fill("grand"), 2)).toBeLessThan(14000);
  });
  it("hurries on when its time is over, and not before", () => {
    const round = new Round();
    round.spend(5900);
    expect(round.isOver(1)).toBe(false);
    round.spend(200);
    expect(round.isOver(1)).toBe(true);
    expect(round.isOver(2)).toBe(false);
    expect(round.lengthOf("harm", 1)).toBe(0);
    expect(round.isOver(0)).toBe(false);
  });
  it("lasts as long as its game lets it, and a step as long as its game says", () => {
    const round = new Round(7500);
    round.spend(6400);
    expect(round.isOver(1)).toBe(false);
    round.spend(1200);
    expect(round.isOver(1)).toBe(true);
    expect(new Round(7500).lengthOf("routine", 1, false, 600)).toBe(600);
    expect(new Round(7500).lengthOf("routine", 1, true, 600)).toBe(150);
  });
  it("takes time from what is routine first", () => {
    const round = new Round();
    round.spend(4000);
    expect(round.lengthOf("news", 1)).toBe(200);
    expect(round.lengthOf("routine", 1)).toBe(37.5);
  });
  it("is gone at once for who wants no waiting", () => {
    expect(lengthOf(["harm", "news", "grand"], 0)).toBe(0);
  });
});

describe("a new lead", () => {
  const look = (...totals: number[]): Look => ({ scores: totals.map((total, i) => ({ seat: i + 1, total, place: 1 + totals.filter((one) => one > total).length, items: [] })) }) as unknown as Look;

  it("is told with whom it leaves behind, by how much", () => {
    expect(newLead(look(900, 2000, 1500), look(900, 2000, 2050), 1, 7)).toMatchObject({ seat: 3, weight: "grand", number: 7, text: "Seat 3 takes the lead: 2,050 points to 2,000.", to: ['[data-anchor="seat-3"]'] });
    expect(newLead(look(900, 2000), look(2100, 2000), 1, 7)?.text).toBe("You take the lead: 2,100 points to 2,000.");
  });
  it("is told as a tie where only that decides", () => {
    const tied = { scores: [{ seat: 1, total: 2000, place: 2, items: [] }, { seat: 2, total: 2000, place: 1, items: [] }] } as unknown as Look;
    expect(newLead(look(2000, 1500), tied, 1, 7)?.text).toBe("Seat 2 takes the lead: 2,000 points, and the tie.");
  });
  it("is none where two share it, or the same one goes on leading", () => {
    expect(newLead(look(900, 2000), look(2000, 2000), 1, 7)).toBeNull();
    expect(newLead(look(2000, 2000), look(2000, 2100), 1, 7)).toBeNull();
    expect(newLead(look(900, 2000), look(1900, 2000), 1, 7)).toBeNull();
    expect(newLead(null, look(1900, 2000), 1, 7)).toBeNull();
  });
  it("is worth it near the end alone", () => {
    const obu = (left: number, cut: number): View => ({ deck: Array(left).fill("?"), cut }) as unknown as View;
    expect([late(obu(80, 24)), late(obu(25, 24)), late(obu(25, 0))]).toEqual([false, true, false]);
    const six = (more: object): View => ({ turn: 4, options: {}, tracks: { earth: { red: 8 }, mars: {}, venus: {} }, ...more }) as unknown as View;
    expect([lateSix(six({})), lateSix(six({ options: { "turn-cap": "6" } })), lateSix(six({ tracks: { earth: { red: 256 }, mars: {}, venus: {} } })), lateSix(six({ tracks: { earth: { red: 8 }, mars: {} } }))]).toEqual([false, true, true, true]);
  });
});
