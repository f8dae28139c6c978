// When somebody speaks: finds the big moments in what has happened, and lets at most one person say one line, and not soon another.
//
// Must never speak of what only some seats know: it sees the log, the score and the end as the one who looks does.
import type { Entry, Look, Over } from "../../engine/types";
import type { Scene } from "../../games/scene";
import { MOMENTS, type Moment } from "./remarks";

/** Between two remarks, in milliseconds; moments in between pass in silence. */
export const QUIET = 10_000;
const COUNTERS = new Set(["countered", "push-countered", "cancels", "responds"]);
const LAUNCHES = new Set(["launched", "settled"]);

export interface Speaking {
  seat: number;
  moment: Moment;
}

/** Who is moved by what, by one entry. `speakers`: the seats of persons; `all`: how many seats there are. */
export function momentsOf(entry: Entry, speakers: readonly number[], all: number, stage: (entry: Entry, you: number | null) => Scene | null): Speaking[] {
  if (entry.kind !== "move") {
    return [];
  }
  const seats = Array.from({ length: all }, (_, i) => i + 1);
  // What comes out of the deck is nobody's deed: who drew it does not boast of it.
  const hurt = seats.filter((seat) => seat !== entry.seat && stage(entry, seat)?.weight === "harm");
  const events = entry.events ?? [];
  return speakers.flatMap((seat): Speaking[] => {
    const own = entry.seat === seat;
    const moments: Record<string, boolean> = {
      counters: own && events.some(({ kind }) => COUNTERS.has(kind)),
      harmed: hurt.includes(seat),
      harms: own && hurt.some((seat) => !stage(entry, seat)?.fated),
      launches: events.some((event) => LAUNCHES.has(event.kind) && event.seat === seat),
    };
    return MOMENTS.filter((moment) => moments[moment]).map((moment) => ({ seat, moment }));
  });
}

/** Who alone has the most points; null: nobody. */
export function leaderOf(look: Look | null): number | null {
  const best = Math.max(...(look?.scores ?? []).map(({ total }) => total));
  const leaders = (look?.scores ?? []).filter(({ total }) => total === best);
  return leaders.length === 1 ? (leaders[0]?.seat ?? null) : null;
}

/** Who is moved by a new leader. Nobody leads before there was one. */
export function changeOfLead(before: number | null, after: number | null, speakers: readonly number[]): Speaking[] {
  if (before === null || after === null || before === after) {
    return [];
  }
  return [
    ...(speakers.includes(before) ? [{ seat: before, moment: "passed" as const }] : []),
    ...(speakers.includes(after) ? [{ seat: after, moment: "leads" as const }] : []),
  ];
}

export function momentsOfEnd(over: Over, speakers: readonly number[]): Speaking[] {
  return speakers.flatMap((seat): Speaking[] => (over.places[seat - 1] === 1 ? [{ seat, moment: "wins" }] : over.places[seat - 1] === over.places.length ? [{ seat, moment: "loses" }] : []));
}

/** Lets one of them speak, if it was quiet for long enough: the most pressing moment, then whoever has spoken least. */
export class Floor {
  #last = -Infinity;
  readonly #spoke = new Map<number, number>();
  readonly #said = new Map<string, number>();

  choose(moved: readonly Speaking[], now: number): (Speaking & { turn: number }) | null {
    if (moved.length === 0 || now - this.#last < QUIET) {
      return null;
    }
    const spoke = (seat: number): number => this.#spoke.get(seat) ?? 0;
    const [first] = [...moved].sort((a, b) => MOMENTS.indexOf(a.moment) - MOMENTS.indexOf(b.moment) || spoke(a.seat) - spoke(b.seat) || a.seat - b.seat);
    if (!first) {
      return null;
    }
    const key = `${first.seat} ${first.moment}`;
    const turn = this.#said.get(key) ?? 0;
    this.#last = now;
    this.#spoke.set(first.seat, spoke(first.seat) + 1);
    this.#said.set(key, turn + 1);
    return { ...first, turn };
  }
}

// ---------------------------------------------------------------- where

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const meets = (a: Box, b: Box): boolean => a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Within the speaker's own place, from its far end to its near one, at its foot and a little higher. */
function inOwn(who: Box, size: { width: number; height: number }, edge: number): [number, number][] {
  const right = who.left + who.width - size.width - edge;
  const foot = who.top + who.height - size.height - edge;
  return [foot, foot - size.height / 2].flatMap((top) => [1, 0.75, 0.5, 0.25].map((share): [number, number] => [who.left + edge + (right - who.left - edge) * share, top])).filter(([left, top]) => left >= who.left && top >= who.top);
}

/**
 * Where a bubble of that size stands: inside the screen, on nothing that is asked or must be read. First in a place that the game keeps free
 * (`floors`), then at the speaker's own place where that has room (`roomy`: it is worth a look), then beside it; null: there is no such
 * place, and nothing is said.
 */
export function placeFor(who: Box, size: { width: number; height: number }, screen: { width: number; height: number }, asked: readonly Box[], floors: readonly Box[] = [], roomy = false): Box | null {
  const GAP = 6;
  const EDGE = 8;
  const { width, height } = size; // what the browser measures cannot be spread
  const within = (left: number): number => Math.max(EDGE, Math.min(left, screen.width - size.width - EDGE));
  const fits = floors.filter((floor) => floor.width >= width && floor.height >= height);
  const places: [number, number][] = [
    ...fits.map((floor): [number, number] => [Math.max(floor.left, Math.min(who.left, floor.left + floor.width - width)), Math.max(floor.top, Math.min(who.top, floor.top + floor.height - height))]),
    ...(roomy ? [...inOwn(who, size, EDGE)] : []),
    [within(who.left + 24), who.top + who.height + GAP], // below
    [within(who.left + 24), who.top - size.height - GAP], // above
    [who.left - size.width - GAP, who.top + GAP], // to the left
    [who.left + who.width + GAP, who.top + GAP], // to the right
    [within(who.left + who.width - size.width - EDGE), who.top + who.height - size.height - EDGE], // at its foot
  ];
  for (const [left, top] of places) {
    const box = { left, top, width, height };
    const inside = left >= EDGE && top >= EDGE && left + size.width <= screen.width - EDGE && top + size.height <= screen.height - EDGE;
    if (inside && !asked.some((one) => meets(one, box))) {
      return box;
    }
  }
  return null;
}
