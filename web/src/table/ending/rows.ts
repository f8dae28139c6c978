// The lines of the scores as an ending tells them: one after the other, the game open for as long as it was, the line that decides last.
//
// Must never reckon a point: all of them are the engine's.
import type { Score } from "../../engine/types";
import { capital } from "../../ui/words";

export interface Share {
  seat: number;
  points: number;
  /** the line above it, where it belongs to one: of each seat another ("Earth") */
  of: string;
}

/** One line, and what each seat has of it; who has nothing is not among them. */
export interface Row {
  label: string;
  shares: Share[];
}

/** A line of a seat's score; `of`: the line that it belongs to, which it is indented below; "": it is one for itself. */
export interface Line {
  label: string;
  rule: string;
  of: string;
  points: number;
}

export function linesOf({ items }: Score): Line[] {
  let above = "";
  return items.map(({ label, rule, points }) => {
    const inner = label.startsWith(" ");
    above = inner ? above : label;
    return { label: label.trim(), rule, of: inner ? above : "", points };
  });
}

/** What is indented is told together, whatever line of a seat it belongs to: "Again, by the Hidden Agenda". */
export function rowsOf(scores: readonly Score[]): Row[] {
  const rows = new Map<string, Row>();
  for (const score of scores) {
    for (const { label, of, points } of linesOf(score)) {
      const name = capital(label);
      const row = rows.get(name) ?? { label: name, shares: [] };
      rows.set(name, row);
      if (points !== 0) {
        row.shares.push({ seat: score.seat, points, of: of || label });
      }
    }
  }
  return [...rows.values()].filter(({ shares }) => shares.length > 0);
}

/** What each seat has by these lines. */
export function sumOf(rows: readonly Row[], seat: number): number {
  return rows.flatMap(({ shares }) => shares).reduce((sum, share) => sum + (share.seat === seat ? share.points : 0), 0);
}

/** By how much the winner is ahead of the best of the others by these lines; less than nothing: somebody else leads. */
export function leadOf(rows: readonly Row[], winner: number, seats: readonly number[]): number {
  return sumOf(rows, winner) - Math.max(...seats.filter((seat) => seat !== winner).map((seat) => sumOf(rows, seat)));
}

/** In the order of telling: last what decides most, before it what decides most of the rest, and so on. */
export function inOrder(rows: readonly Row[], winner: number, seats: readonly number[]): Row[] {
  const rest = [...rows];
  const told: Row[] = [];
  while (rest.length > 0) {
    const left = rest.map((row) => leadOf(rest.filter((one) => one !== row), winner, seats));
    told.unshift(...rest.splice(left.indexOf(Math.min(...left)), 1));
  }
  return told;
}

/** The line without which somebody else would have won, the smallest of them; null: there is none. */
export function deciderOf(rows: readonly Row[], winner: number, seats: readonly number[]): Row | null {
  const sizeOf = ({ shares }: Row): number => shares.reduce((sum, { points }) => sum + Math.abs(points), 0);
  return rows.filter((row) => leadOf(rows.filter((one) => one !== row), winner, seats) < 0).sort((a, b) => sizeOf(a) - sizeOf(b))[0] ?? null;
}
