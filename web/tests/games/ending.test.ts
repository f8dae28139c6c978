// 6 Billion says when the next step ends the game, and the engine agrees; passing in others' turns costs nothing.
import { describe, expect, it } from "vitest";
import type { Parts } from "../../src/generated/six-billion";
import { doItWords, needsWords, passIsFree } from "../../src/games/six-billion/ask/asking";
import { askedEnds, ENDS, endsWhen, moveEnds, nearEnd, UNSTOPPED, warningsOf } from "../../src/games/six-billion/ending";
import { boardOf, limitWords, type SixView } from "../../src/games/six-billion/view";
import type { View } from "../../src/engine/types";
import { newEngine, read } from "../engine/engine";

const engine = newEngine();
const { edition } = engine.ask("edition", { game: "six-billion" });
function at(position: object): { match: number; view: SixView } {
  const { match } = engine.ask("new", { position: { format: 1, game: "six-billion", seats: 2, ...position } as unknown as View, players: [null, null], seed: "ending" });
  return { match, view: engine.ask("look", { match, viewer: 1 }).view as SixView };
}
const TRACKS = { earth: { red: 2, blue: 2 } };
const sites = boardOf(edition, {}).sites;
const last = (name: string): number => sites.find(({ site }) => site === name)?.last ?? 0;
const COLOUR = (colour: string): string => colour;

describe.each(["earth", "belt"])("a token one before the end of %s", (site) => {
  const position = { step: "grow", to_move: "red", tracks: { ...TRACKS, mars: { red: 4 }, [site]: { ...(site === "earth" ? { blue: 2 } : {}), red: last(site) / 2 } } };
  const grow = { verb: "grow", site } as Parts;
  it("ends the game by its doubling, as the engine says too", () => {
    const { view, match } = at(position);
    // The limit of Earth lets nobody grow freely there: then only a card does it.
    const move = engine.ask("look", { match, viewer: 1 }).asked?.you?.moves?.find((text) => text === `grow ${site}`);
    expect(moveEnds(view, sites, grow)).toBe(true);
    if (move) {
      engine.ask("play", { match, move });
    }
    expect(site === "earth" || move !== undefined).toBe(true);
    expect(moveEnds(view, sites, { verb: "double", faction: "blue", site } as Parts)).toBe(false);
    expect(moveEnds(view, sites, { verb: "grow", site: "mars" } as Parts)).toBe(false);
  });
  it("is told all the time", () => {
    const [line, ...more] = nearEnd(at(position).view, sites, COLOUR);
    expect(line).toContain(`red stands on ${last(site) / 2}`);
    expect(more).toEqual([]);
    expect(endsWhen(at(position).view, sites)).toContain(`(now ${last(site) / 2})`);
    // On the Belt nothing limits growth; a track that is full grows by cards alone.
    expect(line?.endsWith("by itself at the start of a turn.")).toBe(site === "belt");
    expect(warningsOf(at(position).view, sites, COLOUR)).toEqual([line]);
    expect(warningsOf(at(position).view, sites, COLOUR, grow)).toEqual([ENDS]);
    expect(warningsOf(at(position).view, sites, COLOUR, { verb: "pass" } as Parts)).toEqual([]);
  });
  it("is told to whoever is asked about it", () => {
    const { view } = at(position);
    const asked = { ...view, windows: [{ window: "cancel", asked: "blue" }], event: { faction: "red", site } };
    expect(askedEnds(asked, sites)).toBe(true);
    expect(askedEnds({ ...asked, event: { faction: "blue", site: "mars" } }, sites)).toBe(false);
    expect(askedEnds({ ...asked, event: { card: "colony6", faction: "red", site } }, sites)).toBe(false);
    expect(askedEnds({ ...asked, windows: [] }, sites)).toBe(false);
  });
});

describe("the last empty site", () => {
  const full = Object.fromEntries(sites.map(({ site }) => [site, { red: 1 }]));
  const { view } = at({ tracks: TRACKS });
  const nearly = { ...view, tracks: { ...full, pluto: {} } } as SixView;
  it("ends the game when it is settled, and is named before", () => {
    expect(moveEnds(nearly, sites, { verb: "settle", site: "pluto" } as Parts)).toBe(true);
    expect(nearEnd(nearly, sites, COLOUR)).toEqual(["Only Pluto is empty: whoever settles there ends the game."]);
  });
  it("and no other does", () => {
    expect(moveEnds(view, sites, { verb: "settle", site: "pluto" } as Parts)).toBe(false);
    expect(nearEnd(view, sites, COLOUR)).toEqual([]);
  });
  it("is counted all the time, as is how far the longest token is", () => {
    expect(endsWhen(view, sites)).toBe(`Ends at ${last("earth")} on Earth or Belt (now 2), or all 10 sites (now 1)`);
    expect(endsWhen(nearly, sites)).toContain("(now 9)");
    expect(nearEnd({ ...view, turn: 6, options: { ...view.options, "turn-cap": "6" } }, sites, COLOUR)).toEqual(["This turn is the last one: then the game ends."]);
  });
});

describe("what is answered", () => {
  it("costs nothing to pass in a window, whatever was done before; only a turn without any Action needs a second thought", () => {
    const none = new Set<Parts["verb"]>(["pass"]);
    expect(passIsFree(true, none, 0)).toBe(true);
    expect(passIsFree(false, none, 0)).toBe(false);
    expect(passIsFree(false, none, 1)).toBe(true);
    expect(passIsFree(false, new Set<Parts["verb"]>(["pass", "discard"]), 0)).toBe(true);
  });
  it("is named on its button", () => {
    expect(doItWords({ verb: "colony" } as Parts)).toBe("Do it");
  });
  it("tells whom it asks first, and nothing else that its reason says as well", () => {
    expect(needsWords(["You offer New Colony (distance 6, another player), from Earth to Mercury, which needs Green's consent."])).toBe("It needs Green's consent. ");
    expect(needsWords(["You play Double on your Venus token.", "Your Venus token doubles to 4."])).toBe("");
  });
});

describe("a pass that lets the game end", () => {
  const puzzle = read("puzzles/six-billion.jsonl").split("\n").filter(Boolean).map((line) => JSON.parse(line) as { position: SixView }).find(({ position }) => askedEnds(position, sites));
  it("is warned of beside the question, and of itself", () => {
    const view = puzzle?.position;
    expect(view).toBeDefined();
    if (view) {
      expect(warningsOf(view, sites, COLOUR)).toEqual([UNSTOPPED]);
      expect(warningsOf(view, sites, COLOUR, { verb: "pass" } as Parts)).toEqual([UNSTOPPED]);
      expect(warningsOf(view, sites, COLOUR, { verb: "cancel" } as Parts)).toEqual([]);
    }
  });
});

describe("a growth limit", () => {
  const mars = sites.find(({ site }) => site === "mars");
  it("is said by how full it is, and full is full", () => {
    expect(mars?.limit).toBeGreaterThan(4);
    const limit = mars?.limit ?? 0;
    const words = (...people: number[]): string => {
      const view = { tracks: { mars: Object.fromEntries(people.map((one, i) => [`faction${i}`, one])) } } as unknown as SixView;
      return mars ? limitWords(view, mars) : "";
    };
    const said = (full: string): string => `The track is full with one token on ${limit}, two on ${limit / 2} or four on ${limit / 4}; then nobody doubles here freely. It is ${full} now`;
    expect([words(), words(limit / 4), words(limit / 2), words(limit / 2, limit / 4)]).toEqual(["empty", "a quarter full", "half full", "three quarters full"].map(said));
    expect([words(limit), words(limit, limit / 2, limit / 4)]).toEqual(Array(2).fill(said("full")));
  });
});
