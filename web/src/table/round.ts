// How long each step of a round stands: what is routine goes by, what is news is seen, what harms who looks is felt. A round, all that
// happens between two questions to who looks, lasts as long as there is something to see, and never much longer than it may (`most`).
import type { Weight } from "../games/scene";

/** Milliseconds, at the usual pace. */
const LENGTH: Record<Weight, number> = { nothing: 0, routine: 150, news: 400, halt: 1200, harm: 1500 };
/** One's own step: one knows it. */
const OWN = 150;
/** So long a round lasts at most, where its game says nothing else. */
export const ROUND = 6300; // the last step before its end may stand a little longer, and drawing costs time
/** What must not be missed stands at least so long, while there is any time at all. */
const LEAST: Partial<Record<Weight, number>> = { halt: 200, harm: 600 };
/** While so much of the round is left, steps have their whole length. */
const EASY = 4000;

export class Round {
  #spent = 0;
  readonly #most: number;

  constructor(most = ROUND) {
    this.#most = most;
  }

  /** So many milliseconds of it have gone. */
  spend(time: number): void {
    this.#spent += time;
  }

  /** It has lasted as long as one may: what is left of it is shown as it stands in the end. */
  isOver(pace: number): boolean {
    return pace > 0 && this.#spent >= this.#most * pace;
  }

  /** The longer the round has lasted, the shorter: what is left is shared out, what is routine gives way first. `length`: what a game says. */
  lengthOf(weight: Weight, pace: number, own = false, length = LENGTH[weight]): number {
    const full = (own ? Math.min(OWN, length) : length) * pace;
    const rest = Math.max(0, this.#most * pace - this.#spent);
    if (full === 0 || rest === 0) {
      return 0;
    }
    const share = Math.min(1, rest / (EASY * pace));
    return Math.max(Math.min((LEAST[weight] ?? 0) * pace, rest), full * (weight === "routine" ? share * share : share));
  }
}
