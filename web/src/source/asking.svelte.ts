// A press that changes something at the server over HTTP: it waits until somebody answers, is sent then, and says meanwhile how long that takes.
//
// Must never repeat what would do more the second time than the first.
import { answered } from "../ui/frame/unloaded";
import { Silence } from "./http";

const AGAIN = 1000;

interface Manner {
  /** an answer that was lost is asked for again: the second time it changes nothing more */
  repeats?: boolean;
  /** it changes nothing, so it need not wait until somebody answers */
  reads?: boolean;
  /** whether anybody still waits for it */
  waits?: () => boolean;
}

export class Asking {
  /** for how long the server has been asked, in seconds; null: it is not */
  seconds = $state<number | null>(null);
  /** it has not left this page */
  unsent = $state(false);
  /** why it could not be done */
  trouble = $state("");
  #closed = false;

  get busy(): boolean {
    return this.seconds !== null;
  }

  /** `what` hears whether it was sent before and the answer was lost. Rejects with a sentence. */
  async run<T>(what: (doubted: boolean) => Promise<T>, { repeats = false, reads = false, waits = () => true }: Manner = {}): Promise<T> {
    const wanted = (): boolean => waits() && !this.#closed;
    const began = Date.now();
    this.seconds = 0;
    this.unsent = !reads;
    const counting = setInterval(() => (this.seconds = Math.round((Date.now() - began) / 1000)), AGAIN);
    try {
      for (let doubted = false; ; doubted = true) {
        if (doubted) {
          await new Promise((done) => setTimeout(done, AGAIN)); // it may fail at once
        }
        if (!reads) {
          await answered(wanted);
        }
        if (!wanted()) {
          throw new Silence("");
        }
        this.unsent = false;
        try {
          return await what(doubted);
        } catch (why) {
          if (!(repeats && why instanceof Silence && wanted())) {
            throw why;
          }
        }
      }
    } finally {
      clearInterval(counting);
      this.seconds = null;
    }
  }

  /** The same for a press, which counts once until it is done; what goes wrong stays here as `trouble`. */
  async press(what: (doubted: boolean) => Promise<unknown>, manner: Manner = { repeats: true }): Promise<void> {
    if (this.busy) {
      return;
    }
    this.trouble = "";
    try {
      await this.run(what, manner);
    } catch (why) {
      this.trouble = why instanceof Error ? why.message : String(why);
    }
  }

  /** Nobody waits for it any more. */
  close(): void {
    this.#closed = true;
  }
}
