// The sentences of 6 Billion's table: what a number, a box and a site say, the goal, and why one decides for a Neutral.
import { describe, expect, it } from "vitest";
import { bandTip, controlReason, dockTip, goalOf, peopleOf, siteTip, stationTip } from "../../src/games/six-billion/tips";
import { boardOf, type SixView } from "../../src/games/six-billion/view";
import { newEngine } from "../engine/engine";

const engine = newEngine();
const PLAYERS = [{ name: "You" }, { bot: "greedy" }, { bot: "greedy" }];
const { match } = engine.ask("new", { game: "six-billion", seats: 3, seed: "tips", players: PLAYERS });
const view = engine.ask("look", { match, viewer: 1 }).view as SixView;
const board = boardOf(engine.ask("edition", { game: "six-billion" }).edition, view.options);
const [own = "", other = "", third = ""] = Object.keys(view.points);
const site = (name: string) => board.sites.find((one) => one.site === name) ?? board.sites[0]!;
const called = (colour: string): string => (colour === own ? "You" : colour);
/** The same view with these people on tracks and in boxes. */
const settled = (tracks: SixView["tracks"], boxes: SixView["boxes"] = {}, points: Record<string, number> = {}): SixView => ({ ...view, tracks, boxes, points: { ...view.points, ...points } });

describe("a number of a track", () => {
  it("says what leaving it costs, as the rings do", () => {
    expect(stationTip(site("mars"), 1, [], called)).toContain("too few");
    expect(stationTip(site("mars"), 4, [], called)).toContain("is halved");
    expect(stationTip(site("mars"), 8, [], called)).toContain("one billion may leave");
    expect(stationTip(site("earth"), 32, [], called)).toContain("two billion may leave");
  });
  it("names the growth limit there and nowhere else", () => {
    for (const one of board.sites) {
      const told = [1, 2, 4, 8, 16, 32, 64].filter((people) => stationTip(one, people, [], called).includes("growth limit"));
      expect(told).toEqual(one.limit === null ? [] : [one.limit]);
    }
  });
  it("ends the game where the game ends, and only there", () => {
    expect(stationTip(site("belt"), site("belt").last, [], called)).toContain("ends the game");
    expect(stationTip(site("mars"), site("mars").last, [], called)).not.toContain("ends the game");
  });
  it("names the ring that it is about, and the band behind it its shade", () => {
    expect(stationTip(site("mars"), 8, [], called)).toContain("blue ring");
    expect(stationTip(site("mars"), 32, [], called)).toMatch(/red ring.*orange ring/);
    expect(dockTip("pluto", "colonies", true, view, called)).toContain("×2");
    expect(bandTip(site("mars"), settled({ mars: { [own]: site("mars").limit ?? 0 } }))).toMatch(/shade says how full it is\..*It is full now\.$/);
    expect(bandTip(site("belt"), view)).toContain("Nothing limits growth here.");
  });
  it("names who stands there", () => {
    expect(stationTip(site("mars"), 2, [other], called)).toContain(`${other} stands here`);
    expect(stationTip(site("mars"), 2, [own, other, third], called)).toContain(`You, ${other} and ${third} stand here`);
  });
});

describe("a box and a site", () => {
  it("say who waits and for what", () => {
    const waits = settled({}, { mars: { [other]: { colonies: 2, migrants: 0 } } });
    expect(dockTip("mars", "colonies", false, waits, called)).toContain(`${other} with 2`);
    expect(dockTip("mars", "migrants", false, waits, called)).not.toContain(other);
    expect(dockTip("pluto", "colonies", true, waits, called)).toContain("two billion together");
  });
  it("say what they are worth, to whom, and whose Agenda they are", () => {
    const tip = siteTip(site("mars"), [{ colour: own, points: 8 }], "mars", called);
    expect(tip).toContain(site("mars").worth.slice(0, 2).join(", "));
    expect(tip).toContain("You 8");
    expect(tip).toContain("count double");
    expect(siteTip(site("venus"), [], "mars", called)).not.toContain("count double");
  });
});

describe("a site's points", () => {
  it("say how who ties shares, and whose Agenda is counted", () => {
    const tip = siteTip(site("mars"), [], "mars", called);
    expect(tip).toContain("one point less for every other there");
    expect(tip).toContain("only you see them so");
  });
});

describe("the goal", () => {
  it("names one's own Agenda, and nobody else's", () => {
    const agenda = view.agendas[own] ?? "";
    expect(goalOf(view, own, board.sites)).toMatch(/Hidden Agenda is (Earth|Mars|the Asteroid Belt): your points there count double/);
    expect(goalOf(view, own, board.sites).toLowerCase()).toContain(agenda === "belt" ? "asteroid belt" : agenda);
    expect(goalOf(view, own, board.sites)).not.toContain("at the latest");
    expect(goalOf({ ...view, options: { ...view.options, "turn-cap": "5" } }, own, board.sites)).toMatch(/settled, and after turn 5 at the latest\.$/);
    expect(goalOf(view, other, board.sites)).not.toContain("Agenda");
    expect(goalOf(view, "", board.sites)).not.toContain("Agenda");
  });
});

describe("people", () => {
  it("are counted on tracks and in boxes", () => {
    const there = settled({ earth: { [own]: 8 }, mars: { [own]: 2, [other]: 4 } }, { belt: { [own]: { colonies: 1, migrants: 2 } } });
    expect(peopleOf(there, own)).toEqual({ billions: 10, sites: 2, waiting: 3 });
    expect(peopleOf(there, third)).toEqual({ billions: 0, sites: 0, waiting: 0 });
  });
});

describe("why one decides for a Neutral", () => {
  const two = { earth: { [own]: 1, [other]: 1, [third]: 1 }, mars: { [other]: 1, [third]: 1 } };
  const level = { earth: { [own]: 1, [other]: 1, [third]: 1 } };
  it.each([
    ["fewest sites", settled(two), "you live on the fewest sites"],
    ["then fewest in boxes", settled(level, { mars: { [other]: { colonies: 1, migrants: 0 }, [third]: { colonies: 0, migrants: 1 } } }), "fewest tokens waiting"],
    ["then fewest in boxes, where a box of two counts each of them", settled(level, { pluto: { [own]: { colonies: 1, migrants: 0 }, [other]: { colonies: 2, migrants: 0 }, [third]: { colonies: 1, migrants: 1 } } }), "fewest tokens waiting"],
    ["then fewest points of cards, as those at sites do not count", settled(level, {}, { [own]: 1, [other]: 2, [third]: 3 }), "fewest points from cards"],
    ["else it falls to one", settled(level, {}, { [own]: 2, [other]: 2, [third]: 3 }), "falls to you"],
  ])("%s", (_, there, words) => {
    expect(controlReason(there, own)).toContain(words);
  });
});
