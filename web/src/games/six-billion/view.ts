// What a view of 6 Billion holds (docs/positions.md) and what the edition says about the board, as the page draws them.
//
// Must never hold a number of the game: lengths, limits, worths and symbols come out of the edition, the rest out of the view.
import type { EditionDocument, Entry, Look, View } from "../../engine/types";
import type { Members, Parts } from "../../generated/six-billion";

export interface Box {
  colonies: number;
  migrants: number;
}

export type SixView = View & Members;

export interface Site {
  site: string;
  last: number;
  /** null: nothing limits growth here */
  limit: number | null;
  worth: [number, number, number];
  /** what of it is reconstructed */
  reconstructed: string[];
}

export interface CardFacts {
  card: string;
  distance?: number;
  points: number;
  symbol: string;
  symbols: number;
}

export interface Board {
  sites: Site[];
  cards: Map<string, CardFacts>;
  /** last place of the Discovery Tracks */
  trackLast: number;
}

interface EditionSite {
  site: string;
  last: number;
  limit: number | null;
  first: number;
  second: number;
  third: number;
  reconstructed?: string[];
}

export function boardOf(edition: EditionDocument, options: Record<string, string>): Board {
  const earth = Number(options["earth-limit"]);
  const sites = (edition.sites as EditionSite[]).map((one) => ({
    site: one.site,
    last: one.last,
    limit: one.site === "earth" && earth > 0 ? earth : one.limit,
    worth: [one.first, one.second, one.third] as [number, number, number],
    reconstructed: one.reconstructed ?? [],
  }));
  const cards = new Map((edition.cards as CardFacts[]).map((card) => [card.card, card]));
  return { sites, cards, trackLast: (edition.track as { last: number }).last };
}

/** 1, 2, 4 ... up to the last number of a track. */
export function stationsOf(site: Site): number[] {
  const all: number[] = [];
  for (let people = 1; people <= site.last; people *= 2) {
    all.push(people);
  }
  return all;
}

export const COLOURS = ["red", "blue", "green", "black", "orange", "pink"];

/** The seat that plays a colour; 0: a Neutral, or none. */
export function seatOf(view: SixView, colour: string): number {
  return playersOf(view).indexOf(colour) + 1;
}

/** The colour that a seat plays; "": nobody sits there. */
export function colourOf(view: SixView, seat: number | null | undefined): string {
  return playersOf(view)[(seat ?? 0) - 1] ?? "";
}

/** What a colour would have if the game ended now, or has at the end, as far as who looks may know. */
export function totalOf(look: Look | null | undefined, view: SixView, colour: string): number | undefined {
  return look?.scores.find(({ seat }) => seat === seatOf(view, colour))?.total;
}

/** The number of the sign (ui/SeatMark) of a colour. */
export function markOf(colour: string): number {
  return COLOURS.indexOf(colour) + 1;
}

/** The turn after which the game is scored in any case, where the rules that were chosen name one (SIX-251). */
export function lastTurnOf(view: SixView): number | null {
  return Number(view.options["turn-cap"]) || null;
}

/** Colours of the players, by seat: they and only they have points. */
export function playersOf(view: SixView): string[] {
  return Object.keys(view.points);
}

export function neutralsOf(view: SixView): string[] {
  const players = playersOf(view);
  return view.order.filter((colour) => !players.includes(colour));
}

/** Those who stand on one place of a track, in the order of colours. */
export function standing(view: SixView, site: string, people: number): string[] {
  const track = view.tracks[site] ?? {};
  return COLOURS.filter((colour) => track[colour] === people);
}

/** Who of a heap is seen: who can be pointed at, then oneself. */
export const frontOf = (colours: readonly string[], points: (colour: string) => boolean, own: string): string | undefined =>
  colours.findLast(points) ?? colours.find((colour) => colour === own) ?? colours.at(-1);

/** How full a track is, in quarters of its growth limit: what the board shows as its sum. Null: it has no limit. */
export function fullness(view: SixView, { site, limit }: Site): number | null {
  if (limit === null) {
    return null;
  }
  // A token on the limit is the whole of it, one and two places below it a half and a quarter.
  const weigh = (people: number): number => (people >= limit ? 4 : people * 2 === limit ? 2 : people * 4 === limit ? 1 : 0);
  return Object.values(view.tracks[site] ?? {}).reduce((sum, people) => sum + weigh(people), 0);
}

const FULL = ["empty", "a quarter full", "half full", "three quarters full"];

/** How much may still grow on a track: it is full at four quarters, and people beyond that change nothing. */
export function limitWords(view: SixView, site: Site): string {
  const quarters = fullness(view, site);
  return quarters === null || site.limit === null ? "Nothing limits growth here" : `The track is full with one token on ${site.limit}, two on ${site.limit / 2} or four on ${site.limit / 4}; then nobody doubles here freely. It is ${FULL[quarters] ?? "full"} now`;
}

/** A player who lives on Earth alone: others ask before they touch that token. */
export function underTreaty(view: SixView, colour: string): boolean {
  const homes = Object.keys(view.tracks).filter((site) => view.tracks[site]?.[colour]);
  return playersOf(view).includes(colour) && homes.length === 1 && homes[0] === "earth";
}

export interface Docked {
  colour: string;
  billions: number;
}

export function docked(view: SixView, site: string, half: keyof Box): Docked[] {
  const box = view.boxes[site] ?? {};
  return COLOURS.flatMap((colour) => {
    const billions = box[colour]?.[half] ?? 0;
    return billions > 0 ? [{ colour, billions }] : [];
  });
}

export function countOf(pile: number | string[] | undefined): number {
  return typeof pile === "number" ? pile : (pile?.length ?? 0);
}

/** The cards of a hand that one may see. */
export function handOf(view: SixView, colour: string): string[] {
  const held = view.hands[colour];
  return Array.isArray(held) ? held : [];
}

/** What stands otherwise than before: "red@mars" for a token, "red@mars:colonies" for whoever waits in a box. */
function changedSince(before: SixView, now: SixView): Set<string> {
  const changed = new Set<string>();
  for (const [site, there] of Object.entries(now.tracks)) {
    for (const [colour, people] of Object.entries(there)) {
      if ((before.tracks[site]?.[colour] ?? 0) !== people) {
        changed.add(`${colour}@${site}`);
      }
    }
  }
  for (const [site, there] of Object.entries(now.boxes)) {
    for (const [colour, box] of Object.entries(there)) {
      for (const half of ["colonies", "migrants"] as const) {
        if (box[half] > 0 && box[half] !== (before.boxes[site]?.[colour]?.[half] ?? 0)) {
          changed.add(`${colour}@${site}:${half}`);
        }
      }
    }
  }
  return changed;
}

/** Of view after view: what the last change of the board has brought. It is marked until the next one. */
export function changeKeeper(): (now: SixView) => Set<string> {
  let stood: SixView | null = null;
  let recent = new Set<string>();
  return (now) => {
    const changed = stood && stood !== now ? changedSince(stood, now) : null;
    recent = changed && changed.size > 0 ? changed : recent;
    stood = now;
    return recent;
  };
}

/** Who would get points for a site if the game ended now. */
export interface Leader {
  colour: string;
  points: number;
  /** by what they count double, where they do as far as who looks knows */
  twice?: string;
}

/** By site, the most points first: as the engine scores it, with ties, Hidden Agendas and Discovery cards. What counts double follows its site there. */
export function leadersOf(view: SixView, board: Board, look: Look | null, nameOf: (site: string) => string): Map<string, Leader[]> {
  const players = playersOf(view);
  return new Map(
    board.sites.map(({ site }) => {
      const here = (look?.scores ?? []).map(({ seat, items }): Leader => {
        const at = items.findIndex(({ label }) => label === nameOf(site));
        const again = /^\s*again, by (.+)$/.exec(items[at + 1]?.label ?? "");
        const points = items[at]?.points ?? 0;
        return { colour: players[seat - 1] ?? "", points: points + (again ? (items[at + 1]?.points ?? 0) : 0), ...(again?.[1] ? { twice: again[1] } : {}) };
      });
      return [site, here.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points)];
    }),
  );
}

/** People on their way from a token to a box. */
export interface Flight {
  number: number;
  colour: string;
  from: string;
  to: string;
  half: keyof Box;
}

export function flightOf(entry: Entry | null, view: SixView): Flight | null {
  const { verb, from, to, faction } = (entry?.parts ?? {}) as Partial<Parts>;
  const colour = faction ?? colourOf(view, entry?.seat);
  const sent = entry?.events?.some(({ kind }) => kind === "sent") ?? false;
  return entry && sent && colour && from && to ? { number: entry.number, colour, from, to, half: verb === "colony" ? "colonies" : "migrants" } : null;
}
