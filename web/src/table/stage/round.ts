// How long each step of a round stands: what is routine goes by, what is news is seen. A round, all that happens between two questions to who
// looks, lasts as long as there is something to see, and never much longer than it may (`most`). What is grand has time of its own beside that.
import type { Weight } from "../../games/scene";

/** Milliseconds, at the usual pace. What is grand has been seen before the table shows what came of it. */
const LENGTH: Record<Weight, number> = { nothing: 0, routine: 150, news: 400, grand: 400, harm: 400 };
/** One's own step: one knows it. */
const OWN = 150;
/** What was done before a turn that begins with something grand: it has come to lie where it belongs. */
export const FIRST = 400;
/** So long a round lasts at most, where its game says nothing else. */
export const ROUND = 6000; // drawing costs time as well
/** While so much of the round is left, steps have their whole length. */
const EASY = 4000;

/** So long something grand has the middle of the table; less, if one did it oneself. */
export const GRAND = 900;
export const OWN_GRAND = 500;
/** So many a round one after the other; what comes after them is shown together. */
export const MOST_GRAND = 3;

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
    const share = Math.min(1, rest / (EASY * pace || 1));
    return Math.min(rest, full * (weight === "routine" ? share * share : share));
  }
}
