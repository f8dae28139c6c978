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

export const STATION = 20;
export const DOCK = { width: 42, height: 40 };
/** The map is drawn so large at least; where there is more room, in width or in height, its tracks are further apart and longer. */
const LEAST = { width: 984, height: 694 };
const TOP = 34;
/** how far the middle of the holding boxes is from the lower edge */
const FOOT = 84;
const SUN = { x: -130, r: 175 };
const ARCS = [238, 334, 432, 534, 646];
const STRIPS = { first: 624, step: 78, longest: 64 };
/** What an outer site has for what stands below its name. */
export const STRIP = STRIPS.step - 3;
/** Earth has no box in use: everybody stands there from the beginning. */
const WITHOUT_BOX = new Set(["earth"]);
/** Boxes that ask for two billion where others ask for one. */
export const DOUBLE = new Set(["mercury", "pluto"]);

interface Room {
  width: number;
  height: number;
  /** how much wider than at least */
  wider: number;
  foot: number;
  sun: Point;
}

/** What a place of so many pixels has room for, in the units of the map. */
function roomOf({ width, height }: { width: number; height: number }): Room {
  const unit = Math.min(width / LEAST.width, height / LEAST.height);
  const room = unit > 0 ? { width: width / unit, height: height / unit } : LEAST;
  const foot = room.height - FOOT;
  return { ...room, wider: room.width / LEAST.width, foot, sun: { x: SUN.x, y: (TOP + foot) / 2 } };
}

/** Where a number begins that tokens of a station have pushed aside. */
const beside = (at: Point, count: number): Point => ({ x: at.x + stationRadius(count) + 4, y: at.y });

function arcTrack(site: Site, least: number, count: (people: number) => number, { wider, foot: bottom, sun }: Room): TrackLayout {
  const radius = (least + sun.x) * wider - sun.x;
  const on = (angle: number): Point => ({ x: sun.x + radius * Math.cos(angle), y: sun.y + radius * Math.sin(angle) });
  // As far round as there is room above and below, and before the edge beside the Sun.
  const leftmost = Math.acos((60 - sun.x) / radius);
  const down = Math.min(leftmost, Math.asin(Math.min(1, (bottom - sun.y) / radius)));
  const up = Math.min(leftmost, Math.asin(Math.min(1, (sun.y - TOP) / radius)));
  const numbers = stationsOf(site);
  const boxed = !WITHOUT_BOX.has(site.site);
  // The box takes as much of the arc as it is high.
  const from = down - (boxed ? 60 / radius : 0);
  const step = (from + up) / Math.max(1, numbers.length - 1);
  const stations = numbers.map((people, i) => {
    const at = on(from - step * i);
    return { people, ...at, label: beside(at, count(people)) };
  });
  const [first, last] = [on(from), on(-up)];
  const foot = on(down);
  const dockX = Math.max(foot.x, DOCK.width + 6);
  const planet = site.limit === null ? null : { x: dockX, y: foot.y + (boxed ? -4 : 26) };
  return {
    site: site.site,
    arc: true,
    line: `M${first.x} ${first.y}A${radius} ${radius} 0 0 0 ${last.x} ${last.y}`,
    stations,
    planet,
    orbit: { ...sun, r: radius, from: down, to: -up },
    docks: boxed ? { colonies: { x: dockX - DOCK.width / 2, y: foot.y }, migrants: { x: dockX + DOCK.width / 2, y: foot.y } } : null,
    name: { x: dockX, y: foot.y + (boxed ? 38 : 46) },
  };
}

function stripTrack(site: Site, x: number, count: (people: number) => number, { foot }: Room): TrackLayout {
  const numbers = stationsOf(site);
  const from = foot - DOCK.height - 46;
  // Tracks are as long as they have numbers, the longest as long as there is room.
  const step = Math.min(STRIPS.longest * Math.max(1, foot / (LEAST.height - FOOT)), (from - TOP) / Math.max(1, numbers.length - 1));
  const stations = numbers.map((people, i) => {
    const at = { x, y: from - step * i };
    return { people, ...at, label: beside(at, count(people)) };
  });
  const top = stations.at(-1)?.y ?? TOP;
  return {
    site: site.site,
    arc: false,
    line: `M${x} ${from}L${x} ${top}`,
    stations,
    planet: { x, y: foot - 6 },
    orbit: null,
    docks: { colonies: { x, y: foot - DOCK.height / 2 - 6 }, migrants: { x, y: foot + DOCK.height / 2 - 6 } },
    name: { x, y: foot + DOCK.height + 12 },
  };
}

/** `place`: where it is drawn, in pixels. `count`: how many stand on a station. */
export function layout(sites: readonly Site[], place = LEAST, count: (site: string, people: number) => number = () => 0) {
  const room = roomOf(place);
  const tracks = sites.map((site, i) => {
    const radius = ARCS[i];
    const here = (people: number): number => count(site.site, people);
    return radius === undefined ? stripTrack(site, (STRIPS.first + STRIPS.step * (i - ARCS.length)) * room.wider, here, room) : arcTrack(site, radius, here, room);
  });
  return { width: room.width, height: room.height, sun: { ...room.sun, r: SUN.r }, tracks };
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
const SIZES_BY_COUNT = [0, 1.5, 0.94, 0.9, 0.9];
const RINGS_BY_COUNT = [0, 0, 0.62, 0.7, 0.8];

/** Where the tokens on one station stand round its middle, and how large they are: a small ring, so that none touches another. More than four are a
 *  heap, of which one is seen, above how many more there are. */
export function ring(count: number, station: number): (Point & { size: number })[] {
  if (isHeap(count)) {
    return [{ x: 0, y: -station * 0.42, size: station * 1.1 }];
  }
  const size = station * (SIZES_BY_COUNT[count] ?? 0);
  const radius = station * (RINGS_BY_COUNT[count] ?? 0);
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - (count === 2 ? Math.PI : count === 4 ? Math.PI / 4 : Math.PI / 2);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), size };
  });
}
export const isHeap = (count: number): boolean => count >= SIZES_BY_COUNT.length;

/** How large a station is drawn: round all who stand there. */
export function stationRadius(count: number): number {
  return Math.max(isHeap(count) ? 1.2 * STATION : STATION, ...ring(count, STATION).map(({ x, y, size }) => Math.hypot(x, y) + size / 2 + 1));
}

/** What several tokens on one station of a rail stand in: two below each other; of more one, and below it how many more there are. */
export const CELL = 14;
export function cells(count: number): { places: Point[]; width: number; height: number; heap: boolean } {
  const heap = count > 2;
  const rows = Math.min(count, 2);
  const places = Array.from({ length: heap ? 1 : count }, (_, i) => ({ x: 0, y: CELL * (i - (rows - 1) / 2) }));
  return { places, width: CELL + 2, height: rows * CELL + 2, heap };
}

const SIZES = [16, 14, 13, 12, 11];
const AIR = 2;
/** What a figure is wide and high, as parts of the size of its letters. */
const FIGURE = { width: 0.58, height: 0.72 };

/**
 * Ships in lines round the middle of half a box, as large as none touches another; each with its number if there is room for all of
 * them, else only those that are more than one billion: of each its middle, its size, and whether its number is said. Null: they do not fit,
 * and are drawn as a heap.
 */
export function mooring(billions: readonly number[], width: number, height: number, letters: number): (Point & { size: number; numbered: boolean })[] | null {
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
