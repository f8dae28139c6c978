// The text view says what a view shows: in positions out of whole games, seen by players and spectators, every open card and every figure is
// named, and no card that the viewer may not know.
import { describe, expect, it, vi } from "vitest";
import type { Look, MoveParts } from "../../src/engine/types";
import { CARDS as OBU } from "../../src/generated/one-billion-users";
import { textOf as obuText } from "../../src/games/one-billion-users/text";
import { cardLook, cardTitle, siteName } from "../../src/games/six-billion/words";
import { boardOf, countOf, limitWords, type SixView } from "../../src/games/six-billion/view";
import type { ObuView } from "../../src/games/one-billion-users/view";
import { textOf as sixText } from "../../src/games/six-billion/text";
import type { Moment, Part, Row, TextOfGame } from "../../src/games/text";
import { newEngine } from "../engine/engine";

vi.mock("../../src/source/engine", async () => {
  const { newEngine: make } = await import("../engine/engine");
  const engine = make();
  return { engine: () => ({ ask: (what: "edition", about: object) => Promise.resolve(engine.ask(what, about)) }) };
});

const NAMES = (seat: number): string => `Person ${seat}`;
function momentOf(look: Look, you: number | null): Moment {
  return { view: look.view, look, you, state: look.over ? "over" : "playing", nameOf: (seat) => (seat === you ? "You" : NAMES(seat)), whoIs: (seat) => `face ${seat}` };
}
const linesOf = (rows: readonly Row[]): string[] => rows.flatMap(({ text, rows: under }) => [text, ...linesOf(under ?? [])]);
const wordsOf = (part: Part | undefined): string => (part ? [part.title, ...linesOf(part.rows)].join("\n") : "");

interface Stop {
  look: Look;
  you: number | null;
  /** everything, which nobody at the table may see */
  all: Look;
}
/** Moments of a game that bots play, each as a player or a spectator sees it. */
function* stops(game: string, seats: number, options: Record<string, string>, seed: string): Generator<Stop> {
  const engine = newEngine();
  const { match } = engine.ask("new", { game, seats, options, seed, players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
  for (let i = 0; ; i++) {
    const { over } = engine.ask("look", { match, viewer: 0 });
    if (i % 7 === 0 || over) {
      const viewer = over ? 0 : (i / 7) % (seats + 1);
      yield { look: engine.ask("look", { match, viewer }), you: viewer || null, all: engine.ask("look", { match, viewer: 0 }) };
    }
    if (over) {
      return;
    }
    engine.ask("step", { match });
  }
}

const GAMES: [string, number, Record<string, string>][] = [
  ["one-billion-users", 2, {}],
  ["one-billion-users", 4, { networks: "random" }],
  ["six-billion", 2, { "turn-cap": "5" }],
  ["six-billion", 5, { track: "on", "turn-cap": "4" }],
];

describe.each(GAMES)("%s, %d seats, %o", (game, seats, options) => {
  const textOf = game === "six-billion" ? sixText : obuText;

  it("names everything that the view shows", async () => {
    let text: TextOfGame | null = null;
    let moments = 0;
    for (const { look, you } of stops(game, seats, options, `text ${seats}`)) {
      text ??= await textOf(look.view);
      const parts = text.parts(momentOf(look, you));
      expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
      const part = (id: string): string => wordsOf(parts.find((one) => one.id === id));
      (game === "six-billion" ? seesSix : seesObu)(look, you, part);
      for (const { seat, total, place, items } of look.scores) {
        const line = parts.find(({ id }) => id === "scores")?.rows.find((row) => row.text.includes(seat === you ? "You," : `${NAMES(seat)},`));
        expect(line?.text).toContain(`Place ${place}:`);
        expect(line?.text).toContain(`${total.toLocaleString("en")} point`);
        expect(line?.rows?.map((row) => row.text)).toEqual(items.filter(({ points }) => points !== 0).map(({ label, points }) => `${label.trim()}: ${points.toLocaleString("en")}`));
      }
      moments++;
    }
    expect(moments).toBeGreaterThan(5);
  });

  it("says each answer in a sentence of its own", async () => {
    const engine = newEngine();
    const { match } = engine.ask("new", { game, seats, options, seed: `answers ${seats}`, players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
    const verbs = new Set<string>();
    let text: TextOfGame | null = null;
    for (let i = 0; i < 260; i++) {
      const { asked, over } = engine.ask("look", { match, viewer: 0 });
      if (over || !asked) {
        break;
      }
      const you = asked.seats[0] ?? 1;
      const look = engine.ask("look", { match, viewer: you });
      const moment = momentOf(look, you);
      text ??= await textOf(look.view);
      const { moves = [], parts = [] } = look.asked?.you ?? {};
      const answers = moves.map((move, n) => (text as TextOfGame).answer(move, parts[n] as MoveParts, moment));
      parts.forEach(({ verb }) => verbs.add(verb));
      expect(new Set(answers.map((one) => one.text)).size, JSON.stringify(answers)).toBe(answers.length);
      for (const { text: words } of answers) {
        expect(words).not.toMatch(/undefined|null|NaN|\?|[a-z]+-(other|neutral)|^$/);
        expect(words[0]).toBe(words[0]?.toUpperCase());
      }
      engine.ask("step", { match });
    }
    expect(verbs.size).toBeGreaterThan(6);
  });
});

function seesObu(look: Look, you: number | null, part: (id: string) => string): void {
  const view = look.view as ObuView;
  view.platforms.forEach((platform, i) => {
    const seat = i + 1;
    const words = part(seat === you ? "own" : `seat-${seat}`);
    const influencers = platform.influencers.map((one) => (typeof one === "string" ? { name: one, pokes: 0, pushes: 0 } : one));
    const open = [...platform.communities, ...influencers.map(({ name }) => name), ...platform.safeguards, ...platform.countered, ...platform.stack, ...(platform.blocker ? [platform.blocker] : [])];
    for (const name of open) {
      expect(words).toContain(name);
    }
    expect(words).toContain(`${Math.floor(platform.users / 1e6).toLocaleString("en")} million Users`);
    expect(words).toContain(`Toxicity ${platform.toxicity} `);
    if (platform.network && platform.network !== "none") {
      expect(words).toContain(`Network ${platform.network}`);
    }
    for (const { pokes, pushes } of influencers) {
      expect(words).toContain(pokes > 0 ? `${pokes} Poke` : "");
      expect(words).toContain(pushes > 0 ? `${pushes} Push` : "");
    }
    expect(words).toContain(platform.ground.length > 0 && platform.blocker ? `${platform.ground.length} card` : "");
    expect(words).toContain(["", "One Billion", "Two Billion", "Three Billion"][platform.milestones[0] ?? 0] ?? "?");
    if (seat === you) {
      const hand = part("hand");
      platform.hand.forEach((name) => expect(hand).toContain(name));
    } else {
      expect(words).toContain(`${platform.hand.length} card`);
      // Of a card that nobody may know there is no word beside those that lie open.
      const named = new Set([...open, platform.network, ...platform.ground].flatMap((name) => [name, OBU[name]?.pair ?? name]));
      for (const { name, kind } of Object.values(OBU).flatMap((card) => card ?? [])) {
        if (["blocker", "hotfix", "safeguard"].includes(kind) && !named.has(name) && !open.some((one) => OBU[one]?.brief.includes(name))) {
          expect(words).not.toContain(name);
        }
      }
    }
  });
  const middle = part("middle");
  expect(middle).toContain(`${view.deck.length} card`);
  expect(middle).toContain(view.discard.at(-1) ?? "The discard pile is empty.");
  expect(middle).toContain(view.event_pile.at(-1) ?? "No Event yet.");
}

function seesSix(look: Look, you: number | null, part: (id: string) => string): void {
  const view = look.view as SixView;
  const { edition } = newEngine().ask("edition", { game: "six-billion" });
  const board = boardOf(edition, view.options);
  const players = Object.keys(view.points);
  const title = (code: string): string => cardTitle(cardLook(code, board.cards.get(code)));
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const map = part("map").split(/\n(?=(?:Mercury|Venus|Earth|Mars|Asteroid Belt|Jupiter|Saturn|Uranus|Neptune|Pluto):)/);
  for (const site of board.sites) {
    const words = map.find((one) => one.startsWith(`${siteName(site.site)}:`)) ?? "";
    expect(words).toContain(site.worth.join(", "));
    expect(words).toContain(limitWords(view, site));
    for (const [colour, people] of Object.entries(view.tracks[site.site] ?? {})) {
      expect(words).toContain(people > 0 ? `${capital(colour)} ${people.toLocaleString("en")}` : "");
    }
    for (const [colour, box] of Object.entries(view.boxes[site.site] ?? {})) {
      expect(words).toContain(box.colonies + box.migrants > 0 ? "in the box" : "");
      expect(words).toContain(capital(colour));
    }
    for (const { seat, items } of look.scores) {
      const at = items.findIndex(({ label }) => label === siteName(site.site));
      const again = items[at + 1]?.label.includes("again, by") ? items[at + 1]?.points : 0; // what counts double stands behind it
      const points = (items[at]?.points ?? 0) + (again ?? 0);
      expect(words).toContain(points > 0 ? `${capital(players[seat - 1] ?? "")} gets ${points}` : "");
    }
  }
  players.forEach((colour, i) => {
    const own = i + 1 === you;
    const words = part(own ? "own" : colour);
    expect(words).toContain(`${view.points[colour]} point`);
    expect(words).toContain(`${countOf(view.hands[colour])} card`);
    for (const [symbol, place] of Object.entries(view.markers?.[colour] ?? {})) {
      expect(words).toContain(`${capital(symbol)} ${place}`);
    }
    expect(words).toContain(view.agendas[colour] === "?" ? "not known" : view.agendas[colour] ? siteName(view.agendas[colour]) : "");
    if (own) {
      const hand = part("hand");
      (view.hands[colour] as string[]).forEach((code) => expect(hand).toContain(title(code)));
    }
  });
  const middle = part("middle");
  view.open.forEach((code) => expect(middle).toContain(code ? title(code) : "An empty place."));
  expect(middle).toContain(`Deck: ${countOf(view.deck)} card`);
  expect(middle).toContain(view.discard[0] ? `${view.discard.length} card` : "The discard pile is empty.");
  const order = part("order");
  view.order.forEach((colour, i) => expect(order).toContain(`${i + 1}. ${capital(colour)}`));
  expect(order).toContain(`Game turn ${view.turn}`);
}

describe("one's hand in words", () => {
  it("asks why not only of cards that cannot be played", async () => {
    let [can, cannot] = [0, 0];
    for (const [game, seats] of [["one-billion-users", 3], ["six-billion", 3]] as const) {
      const engine = newEngine();
      const { match } = engine.ask("new", { game, seats, seed: "why not", players: Array.from({ length: seats }, () => ({ bot: "greedy" })) });
      for (let i = 0; i < 120; i++) {
        const { asked, over } = engine.ask("look", { match, viewer: 0 });
        if (over || !asked) {
          break;
        }
        const you = asked.seats[0] ?? 1;
        const look = engine.ask("look", { match, viewer: you });
        const { moves = [], parts = [] } = look.asked?.you ?? {};
        const choices = moves.map((text, n) => ({ text, parts: parts[n] as MoveParts }));
        const hand = (await (game === "six-billion" ? sixText : obuText)(look.view)).parts({ ...momentOf(look, you), choices }).find(({ id }) => id === "hand");
        for (const { about } of hand?.rows ?? []) {
          // What a card is for is no legal move where one may ask.
          expect((about?.tries ?? []).filter((move) => moves.includes(move))).toEqual([]);
          can += about?.tries?.length ? 0 : 1;
          cannot += about?.tries?.length ? 1 : 0;
        }
        engine.ask("step", { match });
      }
    }
    expect(Math.min(can, cannot)).toBeGreaterThan(20);
  });

  it("warns of a sacrifice that wastes, and says once that numbers are reconstructed", async () => {
    const engine = newEngine();
    const position = { format: 1, game: "one-billion-users", seats: 2, phase: "play", platforms: [{ communities: ["Outrage Engine", "Conspiracy Corner", "Miracle Cure Circle", "Breaking News Brawl"], blocker: "Toxic Culture", hand: ["Poke", "Push"] }, { communities: ["Sports Superfans"], hand: ["Poke", "Push"] }] };
    const { match } = engine.ask("new", { position: position as never, players: [null, null], seed: "waste" });
    const look = engine.ask("look", { match, viewer: 1 });
    const { moves = [], parts = [] } = look.asked?.you ?? {};
    const choices = moves.map((text, n) => ({ text, parts: parts[n] as MoveParts }));
    const text = await obuText(look.view);
    const moment = { ...momentOf(look, 1), choices };
    const warnings = choices.filter(({ parts: { verb } }) => verb === "sacrifice").map((one) => text.answer(one.text, one.parts, moment).warning ?? "");
    expect(warnings.filter((one) => one.includes("would be enough")).length).toBeGreaterThan(0);
    expect(warnings.some((one) => one.includes("lose 100 M Users for good"))).toBe(true);
    expect(text.note?.text).toContain("reconstructed");
    expect(text.parts(moment).map(wordsOf).join("\n")).not.toContain("reconstructed");
  });
});
