// How long each step of a round stands: what is routine goes by, what is news is seen, what harms who looks is felt. A round, all that
// happens between two questions to who looks, lasts as long as there is something to see, and never much longer than ROUND.
import type { Weight } from "../games/scene";

/** Milliseconds, at the usual pace. */
const LENGTH: Record<Weight, number> = { nothing: 0, routine: 150, news: 400, halt: 1200, harm: 1500 };
/** One's own step: one knows it. */
const OWN = 150;
const ROUND = 7000;
/** What must not be missed stands at least so long. */
const LEAST: Partial<Record<Weight, number>> = { halt: 200, harm: 600 };
/** While so much of the round is left, steps have their whole length. */
const EASY = 4000;

export class Round {
  #spent = 0;

  /** So many milliseconds of it have gone. */
  spend(time: number): void {
    this.#spent += time;
  }

  /** The longer the round has lasted, the shorter: what is left is shared out, and never used up. */
  lengthOf(weight: Weight, pace: number, own = false): number {
    const full = (own ? Math.min(OWN, LENGTH[weight]) : LENGTH[weight]) * pace;
    const rest = Math.max(0, ROUND * pace - this.#spent);
    if (full === 0) {
      return 0;
    }
    return Math.min(full, Math.max((LEAST[weight] ?? 0) * pace, (rest * full) / (EASY * pace)));
  }
}
