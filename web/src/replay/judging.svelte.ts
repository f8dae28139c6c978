// The analysis of the game that is shown: asked of the second worker, so that the table stays quick; stopped whenever one likes.
//
// Must never draw a figure that the analysis does not hold.
import { Stopped } from "../engine/client";
import type { Analysis, Judgement } from "../engine/types";
import { engine } from "../source/engine";
import type { Replay } from "./replay.svelte";

export type Measure = "places" | "points";

/** How often every choice is tried. */
export const DEPTHS = [{ words: "quick", tries: 50 }, { words: "thorough", tries: 200 }, { words: "very thorough", tries: 800 }];

export interface Point {
  ply: number;
  value: number;
}

/** What a choice lost against the best that was found; may be less than nothing, since both are estimates. */
export function lossOf(choice: Judgement, measure: Measure): number {
  const [before, after] = [choice.before[measure][choice.seat - 1] ?? 0, choice.after[measure][choice.seat - 1] ?? 0];
  return measure === "places" ? after - before : before - after;
}

/** What a seat could expect of itself, before and after each of its choices, and what it had in the end. */
export function lineOf(analysis: Analysis, seat: number, measure: Measure, plies: number): Point[] {
  const points = analysis.choices
    .filter((choice) => choice.seat === seat)
    .flatMap((choice) => [
      { ply: choice.ply, value: choice.before[measure][seat - 1] ?? 0 },
      { ply: choice.ply + 1, value: choice.after[measure][seat - 1] ?? 0 },
    ]);
  const end = analysis.seats.find((one) => one.seat === seat)?.end[measure];
  return end === undefined ? points : [...points, { ply: plies, value: end }];
}

/** Where signs stand on the line of the nth of so many seats, so that it can be followed without colour: some way apart, and elsewhere for
    every seat. A line of few points has fewer. */
export function signsOn(points: Point[], nth: number, seats: number, plies: number): Point[] {
  const found: Point[] = [];
  for (let share = (nth + 0.5) / seats / 4; share < 0.97; share += 0.25) {
    const point = points.findLast((one) => one.ply <= share * plies);
    if (point && point.ply !== found.at(-1)?.ply) {
      found.push(point);
    }
  }
  return found;
}

/** The choices that lost most, the worst first. */
export function worstOf(analysis: Analysis, measure: Measure, most: number): Judgement[] {
  return analysis.choices
    .filter((choice) => choice.judged && lossOf(choice, measure) > 0)
    .sort((a, b) => lossOf(b, measure) - lossOf(a, measure))
    .slice(0, most);
}

export class Judging {
  analysis = $state.raw<Analysis | null>(null);
  running = $state(false);
  done = $state(0);
  total = $state(0);
  tries = $state(DEPTHS[0]?.tries ?? 50);
  /** how thorough what is shown was */
  tried = $state(0);
  measure = $state<Measure>("places");
  trouble = $state("");
  /** seconds that are left, as far as one can tell */
  left = $state<number | null>(null);

  constructor(readonly replay: Replay) {}

  async run(): Promise<void> {
    if (this.running) {
      return;
    }
    this.running = true;
    this.trouble = "";
    this.done = 0;
    this.left = null;
    const { tries } = this;
    const began = performance.now();
    try {
      this.analysis = await engine().analyse(this.replay.record, { bot: `search:iterations=${tries}:depth=0`, seed: "1" }, (done, total) => {
        this.done = done;
        this.total = total;
        const spent = (performance.now() - began) / 1000;
        this.left = done > 4 ? Math.ceil((spent / done) * (total - done)) : null;
      });
      this.tried = tries;
    } catch (why) {
      if (!(why instanceof Stopped)) {
        this.trouble = why instanceof Error ? why.message : String(why);
      }
    } finally {
      this.running = false;
    }
  }

  stop(): void {
    if (this.running) {
      engine().stopThinking();
    }
  }
}
