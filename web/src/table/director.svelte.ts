// Lets each step of the others stand for as long as it is worth, before the next one comes.
//
// Must never change what is shown, only when.
import { settings } from "../ui/settings.svelte";
import type { Scene } from "../games/scene";
import { Round, ROUND } from "./round";

const THOUGHT = 1500;

export class Director {
  /** the others play, and a press goes at once to where one is asked again */
  playing = $state(false);
  /** how long a round of this game lasts at most */
  most = ROUND;
  #round = new Round();
  /** when the last step had stood long enough */
  #shown = 0;
  #hurries = false;
  #wake: (() => void) | null = null;

  get hurries(): boolean {
    return this.#hurries;
  }

  /** A round begins: who looks has decided, or has been asked. */
  begin(): void {
    this.#round = new Round(this.most);
    this.#shown = performance.now();
    this.#hurries = false;
    this.#wake?.();
  }

  /** To the next question at once. */
  skip(): void {
    if (this.playing) {
      this.#hurries = true;
      this.#wake?.();
    }
  }

  /** Waits while the step stands, or until it is skipped. `since`: when showing it began. */
  async show(scene: Scene | null, own: boolean, since: number): Promise<void> {
    // A bot that thinks uses up the round as well; a person may think for days.
    this.#round.spend(Math.min(THOUGHT, since - this.#shown));
    this.#hurries ||= this.#round.isOver(settings.pace);
    const length = this.#hurries ? 0 : this.#round.lengthOf(scene?.weight ?? "nothing", settings.plain ? 0 : settings.pace, own, scene?.length); // what is read needs no time to be seen
    const least = this.#hurries || settings.plain || settings.pace === 0 ? 0 : (scene?.stands ?? 0);
    if (length > 0 || least > 0) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, Math.max(length, least));
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
      this.#wake = null;
    }
    this.#shown = performance.now();
    this.#round.spend(this.#shown - since);
  }
}
