// What a happening is worth to whoever looks, and what is drawn of it: each game says that of its own kinds of events.
//
// Must never find out by itself what happened: `kind`, `a`, `b` and `c` of events are the engine's (docs/protocol.md: "the game's own").
import type { Component } from "svelte";
import type { Entry, Happening, MoveParts, View } from "../engine/types";
import type { Table } from "../table/table.svelte";

/** From what is not worth a look to what one must not miss: what is `grand` has the middle of the table, and so has `harm`, which is done to who
 *  looks (table/stage/). */
export const WEIGHTS = ["nothing", "routine", "news", "grand", "harm"] as const;
export type Weight = (typeof WEIGHTS)[number];

export interface Scene {
  /** the number of the entry in the table's log */
  number: number;
  /** who did it; 0: nobody in particular */
  seat: number;
  /** to whom, where that is one seat */
  target: number | null;
  weight: Weight;
  /** one sentence of the engine */
  text: string;
  /** the sign (ui/SeatMark) of who is drawn as doing it, where that is not the seat's */
  mark?: number;
  /** what is drawn: the game's own name of a card or of a place */
  card: string | null;
  place: string | null;
  /** what more is drawn of it in the middle of the table, in the game's own words */
  detail?: string;
  /** of what another did: it is harm if the own total has fallen by it */
  costs?: boolean;
  /** it concerns who looks, for good or bad */
  mine?: boolean;
  /** of that, what they may least miss */
  dear?: boolean;
  /** chance or another card did it, whoever's move brought it about: it is told of one's own moves as well */
  fated?: boolean;
  /** it waits for an answer, which tells the rest: it is told until that has come */
  asks?: boolean;
  /** stands so long where there is time, in milliseconds at the usual pace; without it, as its weight does */
  length?: number;
  /** has the middle of the table so long, in milliseconds at the usual pace; without it, as all that is grand */
  stands?: number;
  /** where it acts: selectors of what it flies to, the first one that is there; a card finds the way to its own place itself */
  to?: readonly string[];
}

/** What one kind of event is worth. */
export interface Kind {
  weight: Weight;
  /** which part of the event names a seat, counted from 0, to whom it is done; `seat`: to whom it happens; it is harm where that is who looks */
  harms?: "a" | "b" | "c" | "seat";
  /** done by oneself, it harms nobody; `event`: whose doing it is the event says, not the move that brought it about */
  byOthers?: boolean | "event";
  /** done by another, it is harm as well if it has cost who looks points */
  costs?: boolean;
  /** it waits for an answer, and with that it is settled */
  asks?: boolean;
  /** not what a move means to do, but what comes out of the deck and what that does */
  fated?: boolean;
}

export interface Staging {
  /** `view`: the table before it */
  stage: (entry: Entry, you: number | null, view?: View | null) => Scene | null;
  /** the same of each event of the entry that is worth telling afterwards to who sees this `view` */
  scenes: (entry: Entry, you: number | null, view: View | null) => Scene[];
  /** where a line of the scores was earned by a seat: selectors, the dearest first */
  earned: (label: string, seat: number) => string[];
  /** so near to the end that a new lead is worth telling */
  late: (view: View) => boolean;
  /** a move was taken back in the middle of what is one answer on the page: the rest of that goes with it */
  goesBackFurther?: (log: readonly Entry[], you: number | null, choices: readonly { parts: MoveParts }[]) => boolean;
  /** how long a round lasts at most, in milliseconds at the usual pace */
  round?: number | undefined;
  Picture: Component<{ scene: Scene; size: number }>;
  /** the same in the middle of the table, at most so many pixels high; what the game shows there itself is nothing */
  OnStage: Component<{ scene: Scene; high: number; table: Table }>;
}

const rank = (weight: Weight): number => WEIGHTS.indexOf(weight);

export function heavier(a: Scene | null, b: Scene | null): Scene | null {
  return !a || (b && rank(b.weight) > rank(a.weight)) ? b : a;
}

/** What the middle of the table belongs to: of an entry each thing that is grand or harms who looks, or has cost them points (`fell`). */
export function worthTheStage(staged: Scene | null, scenes: readonly Scene[], fell: boolean): Scene[] {
  const worth = (scene: Scene): boolean => rank(scene.weight) >= rank("grand") || (fell && scene.costs === true);
  const all = scenes.some(worth) ? scenes : [staged].flatMap((scene) => scene ?? []);
  return all.filter(worth).map((scene) => weighed(scene, fell));
}

/** What has cost who looks points was harm. */
export function weighed<Known extends Scene | null>(scene: Known, fell: boolean): Known {
  return scene?.costs && fell && scene.weight !== "grand" ? { ...scene, weight: "harm" } : scene;
}

function harmed(kind: Kind, event: Happening, entry: Entry, you: number | null): boolean {
  const at = kind.harms === "seat" ? event.seat : kind.harms ? (event[kind.harms] ?? -2) + 1 : null;
  const doer = kind.byOthers === "event" ? event.seat || entry.seat : entry.seat;
  return at !== null && at === you && !(kind.byOthers && doer === you);
}

/** The heaviest of what an entry tells; null: it is not about the game. Kinds that no row names are news. */
export function sceneOf(entry: Entry, you: number | null, kinds: Record<string, Kind>, drawn: (event: Happening, entry: Entry) => Pick<Scene, "card" | "place" | "detail" | "to">): Scene | null {
  if (entry.kind !== "move" && entry.kind !== "began") {
    return null;
  }
  let found: Scene = { number: entry.number, seat: entry.seat, target: null, weight: "nothing", text: "", card: null, place: null };
  for (const event of entry.events ?? []) {
    const kind = kinds[event.kind] ?? { weight: "news" };
    const harm = harmed(kind, event, entry, you);
    const weight = harm ? "harm" : kind.weight;
    const costs = (kind.costs ?? false) && entry.seat !== you;
    if (event.text && (found.text === "" || rank(weight) > rank(found.weight) || (costs && !found.costs && weight === found.weight))) {
      const target = harm ? you : kind.harms && kind.harms !== "seat" ? (event[kind.harms] ?? -1) + 1 || null : null;
      found = { ...found, target: target === entry.seat ? null : target, weight, fated: kind.fated ?? false, ...(kind.asks ? { asks: true } : {}), text: event.text, ...drawn(event, entry), ...(costs ? { costs } : {}) };
    }
  }
  return found;
}

/** Each event of an entry by itself: what one move brings about is often more than the heaviest of it. */
export function scenesOf(entry: Entry, you: number | null, kinds: Record<string, Kind>, drawn: (event: Happening, entry: Entry) => Pick<Scene, "card" | "place" | "detail" | "to">): Scene[] {
  return (entry.events ?? []).flatMap((event) => {
    const scene = event.text ? sceneOf({ ...entry, events: [event] }, you, kinds, drawn) : null;
    const kind = kinds[event.kind];
    return scene ? [{ ...scene, seat: event.seat || entry.seat, mine: you !== null && (event.seat === you || scene.target === you || scene.weight === "harm"), fated: kind?.fated ?? false }] : [];
  });
}

const value = ({ weight, mine = false, dear = false }: Scene): number => (weight === "harm" ? 4 : dear ? 3 : mine ? 2 : rank(weight) - rank("news"));

/** What is worth telling afterwards, in its order: first what was done to who looks and what else concerns them, then the heaviest, the latest
 * of equals. */
export function highlights(scenes: Scene[], most: number): Scene[] {
  const worth = scenes.filter(({ weight }) => rank(weight) >= rank("news"));
  const chosen = new Set([...worth].reverse().sort((a, b) => value(b) - value(a)).slice(0, most));
  return worth.filter((scene) => chosen.has(scene));
}
