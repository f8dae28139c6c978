// One's own mistakes in a game that is over: each open choice is held against the best that is found, the dearest by a quick look first, so that the
// first mistake is there at once and the rest is looked for while one reads.
//
// Must never call a mistake what chance could have made.
import { Stopped } from "../engine/client";
import type { Argument, OwnChoice } from "../engine/types";
import { engine } from "../source/engine";
import type { Replay } from "./replay.svelte";

export interface Mistake extends OwnChoice {
  argument: Argument;
}

/** Parts of a place that are worth calling a mistake, and as many mistakes as one reads. */
const WORTH = 0.1;
const MOST = 8;

/** Whether another move was better by more than chance, and by enough to matter. */
export const isMistake = (choice: OwnChoice, { clear, move, place }: Pick<Argument, "clear" | "move" | "place">): boolean => clear && move !== choice.move && place >= WORTH;

export class Mistakes {
  found = $state.raw<readonly Mistake[]>([]);
  running = $state(false);
  done = $state(0);
  total = $state(0);
  trouble = $state("");
  #ended = false;

  constructor(readonly replay: Replay) {}

  async look(): Promise<void> {
    this.running = true;
    try {
      await engine().weigh(this.replay.record, this.replay.seat, (choice, argument, done, total) => {
        [this.done, this.total] = [done, total];
        if (isMistake(choice, argument)) {
          this.found = [...this.found, { ...choice, argument }];
        }
        return !this.#ended && this.found.length < MOST;
      });
    } catch (why) {
      this.trouble = why instanceof Stopped ? "" : why instanceof Error ? why.message : String(why);
    } finally {
      this.running = false;
    }
  }

  close(): void {
    this.#ended = true;
  }
}
