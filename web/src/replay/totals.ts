// The points of every seat over a whole game, and the moments at which most changed: for the graph at the end.
//
// Must never guess: every figure is what the engine's score was at that moment.
import { engine } from "../source/engine";

export interface Totals {
  plies: number;
  samples: { ply: number; totals: number[] }[];
  turns: Turn[];
}

/** A moment at which somebody gained or lost most against the others. */
export interface Turn {
  ply: number;
  seat: number;
  /** points against the mean of all */
  gain: number;
  text: string;
}

const SAMPLES = 60;
const TURNS = 3;
/** Moments so near to each other, as a part of the game, are one; and so near to the beginning they are only how it was dealt. */
const NEAR = 0.05;
const SENTENCES = 2;

/** Whose turn it is next is no part of what turned the game. */
const TURN = /^(Your|.*'s) turn\b/;

const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** What changed most between two moments: which seat, and by how much against the others. */
export function leapOf(before: number[], after: number[]): { seat: number; gain: number } {
  const [was, is] = [mean(before), mean(after)];
  return after.reduce(
    (best, total, i) => {
      const gain = total - is - ((before[i] ?? 0) - was);
      return Math.abs(gain) > Math.abs(best.gain) ? { seat: i + 1, gain } : best;
    },
    { seat: 1, gain: 0 },
  );
}

/** Which of the moves between these moments made the leap: the one by which that seat gained, or lost, most. */
export function moveOfLeap(moments: readonly number[][], { seat, gain }: { seat: number; gain: number }): { move: number; gain: number } {
  const against = (totals: number[]): number => (totals[seat - 1] ?? 0) - mean(totals);
  return moments.slice(1).reduce(
    (best, after, move) => {
      const one = against(after) - against(moments[move] ?? after);
      return one * Math.sign(gain) > best.gain * Math.sign(gain) ? { move, gain: one } : best;
    },
    { move: 0, gain: 0 },
  );
}

/** `viewer` is who reads the sentences: a seat is called "you" in them and hears what it knows. */
export async function totalsOf(record: string, viewer: number | "all" = "all"): Promise<Totals> {
  const { match } = await engine().loadRecord(record, "the record of this game");
  const known = new Map<number, number[]>();
  async function at(ply: number): Promise<number[]> {
    let totals = known.get(ply);
    if (!totals) {
      totals = (await engine().ask("look", { match, viewer: "all", ply })).scores.map(({ total }) => total);
      known.set(ply, totals);
    }
    return totals;
  }
  try {
    const { plies } = await engine().ask("look", { match, viewer: "all" });
    const moments = [...new Set(Array.from({ length: SAMPLES + 1 }, (_, i) => Math.round((plies * i) / SAMPLES)))];
    const samples: Totals["samples"] = [];
    for (const ply of moments) {
      samples.push({ ply, totals: await at(ply) });
    }
    const spans = samples
      .slice(1)
      .map((sample, i) => ({ from: samples[i]?.ply ?? 0, to: sample.ply, leap: leapOf(samples[i]?.totals ?? [], sample.totals) }))
      .sort((a, b) => Math.abs(b.leap.gain) - Math.abs(a.leap.gain));
    const turns: Turn[] = [];
    for (const { from, to, leap } of spans) {
      if (turns.length === TURNS || leap.gain === 0) {
        break;
      }
      if (from < plies * NEAR || turns.some(({ ply }) => Math.abs(ply - from) < plies * NEAR)) {
        continue;
      }
      const moments: number[][] = [];
      for (let ply = from; ply <= to; ply++) {
        moments.push(await at(ply));
      }
      const { move, gain } = moveOfLeap(moments, leap);
      const ply = from + move + 1; // the moment after it
      const told = await engine().ask("story", { match, viewer, from: ply, until: ply });
      turns.push({ ply, seat: leap.seat, gain, text: told.flatMap(({ text }) => (TURN.test(text) ? [] : text)).slice(0, SENTENCES).join(" ") });
    }
    return { plies, samples, turns: turns.sort((a, b) => a.ply - b.ply) };
  } finally {
    await engine().ask("free", { match });
  }
}

/** Two to four round numbers from the least to the most of a graph. */
export function stepsOf(low: number, high: number): number[] {
  const span = Math.max(1, high - low);
  const size = 10 ** Math.floor(Math.log10(span));
  const step = Math.max(1, span / size >= 4 ? 2 * size : span / size >= 2 ? size : size / 2);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}
