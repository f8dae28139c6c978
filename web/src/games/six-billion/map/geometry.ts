// Where things lie on the map of the Solar System: the Sun at the left edge, the five inner sites as arcs round it, the outer ones as
// strips to the right. Every track begins below, with its holding box, and grows upwards.
//
// Must never know how long a track is: that is the edition's.
import { stationsOf, type Site } from "../view";

export interface Point {
  x: number;
  y: number;
}

export interface Station extends Point {
  people: number;
  /** where its number stands when tokens hide it */
  label: Point;
}

export interface TrackLayout {
  site: string;
  arc: boolean;
  /** the line of the track, from its first station to the last */
  line: string;
  stations: Station[];
  /** where its planet hangs; null: it has none */
  planet: Point | null;
  /** the middle of an arc and its radius, for what lies along it */
  orbit: (Point & { r: number; from: number; to: number }) | null;
  /** the middles of the two halves of the holding box, or null: nothing can be sent there */
  docks: { colonies: Point; migrants: Point } | null;
  name: Point;
}

export interface MapLayout {
  width: number;
  height: number;
  sun: Point & { r: number };
  tracks: TrackLayout[];
}

export const STATION = 20;
export const DOCK = { width: 42, height: 40 };
const WIDTH = 984;
const HEIGHT = 680;
const SUN: Point = { x: -130, y: 320 };
const FOOT = HEIGHT - 70; // the middle of the holding boxes
const TOP = 34;
const ARCS = [238, 334, 432, 534, 646];
const STRIPS = { first: 624, step: 78 };
/** What an outer site has for what stands below its name. */
export const STRIP = STRIPS.step - 3;
/** Earth has no box in use: everybody stands there from the beginning. */
const WITHOUT_BOX = new Set(["earth"]);
/** Boxes that ask for two billion where others ask for one. */
export const DOUBLE = new Set(["mercury", "pluto"]);

function on(radius: number, angle: number): Point {
  return { x: SUN.x + radius * Math.cos(angle), y: SUN.y + radius * Math.sin(angle) };
}

function arcTrack(site: Site, radius: number): TrackLayout {
  // As far round as there is room above and below, and before the edge beside the Sun.
  const leftmost = Math.acos((60 - SUN.x) / radius);
  const down = Math.min(leftmost, Math.asin(Math.min(1, (FOOT - SUN.y) / radius)));
  const up = Math.min(leftmost, Math.asin(Math.min(1, (SUN.y - TOP) / radius)));
  const numbers = stationsOf(site);
  const boxed = !WITHOUT_BOX.has(site.site);
  // The box takes as much of the arc as it is high.
  const from = down - (boxed ? 60 / radius : 0);
  const step = (from + up) / Math.max(1, numbers.length - 1);
  const wide = site.limit === null ? 40 : 33;
  const stations = numbers.map((people, i) => {
    const angle = from - step * i;
    return { people, ...on(radius, angle), label: on(radius + wide, angle) };
  });
  const [first, last] = [on(radius, from), on(radius, -up)];
  const foot = on(radius, down);
  const dockX = Math.max(foot.x, DOCK.width + 6);
  const planet = site.limit === null ? null : { x: dockX, y: foot.y + (boxed ? -4 : 26) };
  return {
    site: site.site,
    arc: true,
    line: `M${first.x} ${first.y}A${radius} ${radius} 0 0 0 ${last.x} ${last.y}`,
    stations,
    planet,
    orbit: { ...SUN, r: radius, from: down, to: -up },
    docks: boxed ? { colonies: { x: dockX - DOCK.width / 2, y: foot.y }, migrants: { x: dockX + DOCK.width / 2, y: foot.y } } : null,
    name: { x: dockX, y: foot.y + (boxed ? 38 : 40) },
  };
}

function stripTrack(site: Site, x: number): TrackLayout {
  const numbers = stationsOf(site);
  const from = FOOT - DOCK.height - 46;
  const step = Math.min(64, (from - TOP) / Math.max(1, numbers.length - 1));
  const stations = numbers.map((people, i) => {
    const y = from - step * i;
    return { people, x, y, label: { x: x + 30, y: y - 14 } };
  });
  const top = stations.at(-1)?.y ?? TOP;
  return {
    site: site.site,
    arc: false,
    line: `M${x} ${from}L${x} ${top}`,
    stations,
    planet: { x, y: FOOT - 6 },
    orbit: null,
    docks: { colonies: { x, y: FOOT - DOCK.height / 2 - 6 }, migrants: { x, y: FOOT + DOCK.height / 2 - 6 } },
    name: { x, y: FOOT + DOCK.height + 12 },
  };
}

export function layout(sites: readonly Site[]): MapLayout {
  const tracks = sites.map((site, i) => {
    const radius = ARCS[i];
    return radius === undefined ? stripTrack(site, STRIPS.first + STRIPS.step * (i - ARCS.length)) : arcTrack(site, radius);
  });
  // The points below the names reach a little beyond the foot.
  return { width: WIDTH, height: HEIGHT + 14, sun: { ...SUN, r: 175 }, tracks };
}

/** Who leads at a site, below its name: a sign, and the points behind it. */
export const LEADER = { sign: 12, digit: 9, gap: 5, most: 12 + 2 * 9 + 6 };
/** Where each of them begins, from the middle of the name: as wide as its figures, and closer together where there is little room. */
export function inRow(points: readonly number[], room: number): number[] {
  const wide = points.map((figure) => LEADER.sign + 1 + LEADER.digit * String(figure).length);
  const all = wide.reduce((sum, one) => sum + one, 0);
  const gap = points.length > 1 ? Math.max(0, Math.min(LEADER.gap, (room - all) / (points.length - 1))) : 0;
  let x = -(all + gap * (points.length - 1)) / 2;
  return wide.map((one) => {
    const at = x;
    x += one + gap;
    return at;
  });
}

/** By how many stand there: how large each of them is, and how far from the middle, in parts of a station. */
const SIZES_BY_COUNT = [0, 1.5, 1.06, 0.98, 0.94, 0.92, 0.9];
const RINGS_BY_COUNT = [0, 0, 0.58, 0.68, 0.76, 0.88, 1];

/** Where the tokens on one station stand round its middle, and how large they are: a small ring, so that none hides another. */
export function ring(count: number, station: number): (Point & { size: number })[] {
  const many = Math.min(6, count);
  const size = station * (SIZES_BY_COUNT[many] ?? 0);
  const radius = station * (RINGS_BY_COUNT[many] ?? 0);
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - (count === 2 ? Math.PI : Math.PI / 2);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), size };
  });
}

/** How large a station is drawn: round all who stand there. */
export function stationRadius(count: number): number {
  return Math.max(STATION, ...ring(count, STATION).map(({ x, y, size }) => Math.hypot(x, y) + size / 2 + 1));
}

/** What several tokens on one station of a rail stand in: two below each other, more in two columns, each large enough to tell the signs apart. */
export const CELL = 13.6;
export function cells(count: number): { places: Point[]; width: number; height: number } {
  const columns = count > 2 ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, i) => {
    const alone = columns === 1 || (i === count - 1 && count % 2 === 1);
    return { x: alone ? 0 : CELL * (i % 2 === 0 ? -0.5 : 0.5), y: CELL * (Math.floor(i / columns) - (rows - 1) / 2) };
  });
  return { places, width: columns * CELL + 2, height: rows * CELL + 2 };
}

/** A ship in half a box: its middle, and whether the number beside it is said. */
export interface Moored extends Point {
  size: number;
  numbered: boolean;
}

const SIZES = [16, 14, 13, 12, 11, 10, 9];
const AIR = 2;
/** What a figure is wide and high, as parts of the size of its letters. */
const FIGURE = { width: 0.58, height: 0.72 };

/**
 * Ships in lines round the middle of half a box, as large as none touches another; each with its number if there is room for all of
 * them, else only those that are more than one billion. Null: they do not fit.
 */
export function mooring(billions: readonly number[], width: number, height: number, letters: number): Moored[] | null {
  for (const all of [true, false]) {
    for (const size of SIZES.filter((one) => one <= letters + 2)) {
      const line = Math.max(size * 1.1, letters * FIGURE.height) + AIR;
      const wide = (n: number): number => size * 1.1 + (all || n > 1 ? letters * FIGURE.width * String(n).length + 1 : 0);
      const lines: number[][] = [[]];
      let room = width - AIR;
      for (const [i, n] of billions.entries()) {
        if (wide(n) > room && lines.at(-1)?.length) {
          lines.push([]);
          room = width - AIR;
        }
        room -= wide(n) + AIR;
        lines.at(-1)?.push(i);
      }
      const fits = lines.length * line <= height && billions.every((n) => wide(n) <= width - AIR);
      if (fits) {
        return lines.flatMap((here, row) => {
          let x = -here.reduce((sum, i) => sum + wide(billions[i] ?? 1) + AIR, -AIR) / 2;
          return here.map((i) => {
            const n = billions[i] ?? 1;
            const at = { x: x + size * 0.55, y: (row - (lines.length - 1) / 2) * line, size, numbered: all || n > 1 };
            x += wide(n) + AIR;
            return at;
          });
        });
      }
    }
  }
  return null;
}
