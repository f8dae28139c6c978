// One's own mistakes in a game that is over: each open choice is held against the best that is found, the dearest by a quick look first, so that the
// first mistake is there at once and the rest is looked for while one reads.
//
// Must never call a mistake what chance could have made.
import { Stopped } from "../engine/client";
import type { Replay } from "./replay.svelte";
import { isMistake, weighing, type Weighed } from "./weighing";

/** As many mistakes as one reads. */
const MOST = 8;

export class Mistakes {
  found = $state.raw<readonly Weighed[]>([]);
  running = $state(false);
  done = $state(0);
  total = $state(0);
  trouble = $state("");
  #ended = false;

  constructor(readonly replay: Replay) {}

  async look(): Promise<void> {
    this.running = true;
    try {
      await weighing(this.replay.record, this.replay.seat, async ({ choices, weigh }) => {
        this.total = choices.length;
        for (const choice of choices) {
          const weighed = await weigh(choice);
          this.done++;
          if (isMistake(weighed)) {
            this.found = [...this.found, weighed];
          }
          if (this.#ended || this.found.length >= MOST) {
            break;
          }
        }
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
