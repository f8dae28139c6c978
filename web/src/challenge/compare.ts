// Several finished playings of one challenge side by side: each one's own decisions in order, where they part, points over time.
//
// As long as two have decided alike their games are the same to the last card, for deal and bots are: so the first decision that differs
// is where the ways part. Must never be given a game that is not over.
import type { MoveParts } from "../engine/types";
import { totalsOf } from "../replay/totals";
import { engine } from "../source/engine";

export interface Decision {
  ply: number;
  /** as records write it */
  move: string;
  parts: MoveParts;
}

export interface Playing {
  name: string;
  seat: number;
  points: number;
  place: number;
  decisions: Decision[];
  plies: number;
  /** one's own points, and at which part of the game, from 0 to 1 */
  course: { at: number; points: number }[];
  /** address of its replay, to which "@PLY" may be added */
  replay: string;
}

export interface Row {
  /** from 1 */
  number: number;
  /** of each playing; null: it has no such decision any more */
  moves: (Decision | null)[];
  same: boolean;
}

/** The decisions side by side. */
export function rowsOf(playings: { decisions: Decision[] }[]): Row[] {
  const most = Math.max(0, ...playings.map(({ decisions }) => decisions.length));
  return Array.from({ length: most }, (_, i) => {
    const moves = playings.map(({ decisions }) => decisions[i] ?? null);
    return { number: i + 1, moves, same: moves.every((one) => one !== null && one.move === moves[0]?.move) };
  });
}

/** The index of the first row in which not all have decided alike; -1: there is none. */
export function partingOf(rows: Row[]): number {
  return rows.findIndex(({ same }) => !same);
}

export async function playingOf(name: string, record: string, seat: number, replay: string): Promise<Playing> {
  const { match } = await engine().loadRecord(record, "the record of this game");
  try {
    const [table, look] = await Promise.all([engine().ask("table", { match, viewer: seat }), engine().ask("look", { match, viewer: "all" })]);
    const decisions = table.log.flatMap((entry) => (entry.kind === "move" && entry.seat === seat && entry.move ? [{ ply: entry.ply ?? 0, move: entry.move, parts: entry.parts ?? { verb: entry.move } }] : []));
    const totals = await totalsOf(record);
    const score = look.scores.find((one) => one.seat === seat);
    return {
      name,
      seat,
      points: score?.total ?? 0,
      place: score?.place ?? 0,
      decisions,
      plies: totals.plies,
      course: totals.samples.map((sample) => ({ at: sample.ply / Math.max(1, totals.plies), points: sample.totals[seat - 1] ?? 0 })),
      replay,
    };
  } finally {
    await engine().ask("free", { match });
  }
}
