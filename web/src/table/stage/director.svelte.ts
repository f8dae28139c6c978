// Lets each step of the others stand for as long as it is worth, before the next one comes; what is grand has the middle of the table to itself.
//
// Must never change what is shown, only when.
import type { Look } from "../../engine/types";
import { settings } from "../../ui/settings.svelte";
import { heavier, weighed, worthTheStage, type Scene } from "../../games/scene";
import { GRAND, MOST_GRAND, OWN_GRAND, Round, ROUND } from "./round";

const THOUGHT = 1500;

/** What the middle of the table shows. */
export interface Staged {
  /** one, or what is left of a round in which much was grand */
  scenes: readonly Scene[];
  fall?: Fall | undefined;
}

/** The own points before and after what has cost some of them. */
export interface Fall {
  before: number;
  after: number;
}

export function fallOf(seat: number | null, was: Look | null, is: Look | null): Fall | undefined {
  const [before, after] = [was, is].map((look) => look?.scores.find((one) => one.seat === seat)?.total);
  return before !== undefined && after !== undefined && after < before ? { before, after } : undefined;
}

export class Director {
  /** the others play, and a press goes at once to where one is asked again */
  playing = $state(false);
  /** how long a round of this game lasts at most */
  most = ROUND;
  staged = $state.raw<Staged | null>(null);
  /** the last that was said of a new lead, for who listens or reads */
  lead = $state("");
  /** of what has happened since the table last stood the heaviest, and all that may be worth the stage */
  #scene: Scene | null = null;
  #scenes: { staged: Scene | null; scenes: Scene[] }[] = [];
  #round = new Round();
  /** what was grand beyond what a round has room for: shown together before one is asked */
  #kept: Scene[] = [];
  #grand = 0;
  /** when the last step had stood long enough */
  #shown = 0;
  /** its time is over */
  #late = false;
  /** somebody has pressed */
  #skips = false;
  #wake: (() => void) | null = null;

  get hurries(): boolean {
    return this.#late || this.#skips;
  }

  /** A round begins: who looks has decided, or has been asked. */
  begin(): void {
    this.#round = new Round(this.most);
    this.#shown = performance.now();
    this.#late = this.#skips = false;
    this.#grand = 0;
    this.#kept = [];
    this.#wake?.();
  }

  /** To the next question at once. */
  skip(): void {
    if (this.playing || this.staged) {
      this.#skips = true;
      this.#wake?.();
    }
  }

  /** It has happened, and the table does not show it yet: as what it counts all in all, and each thing of it. */
  note(staged: Scene | null, scenes: Scene[]): void {
    this.#scene = heavier(this.#scene, staged);
    this.#scenes.push({ staged, scenes });
  }

  /** Somebody has taken the lead. */
  noteLead(lead: Scene | null): void {
    this.lead = lead?.text ?? this.lead;
    if (lead) {
      this.note(null, [lead]);
    }
  }

  /** It is not told any more. */
  forget(): void {
    this.#scene = null;
    this.#scenes = [];
  }

  /** What of that is grand, one after the other, before the table shows what came of it; the last of it stays until then. `asked`: a question to
   *  who looks comes next, so nothing is kept any more. Returns the heaviest of all. */
  async perform(you: number | null, asked: boolean, fall?: Fall): Promise<Scene | null> {
    const fell = fall !== undefined;
    const heaviest = weighed(this.#scene, fell);
    const scenes = this.#scenes.flatMap((one) => worthTheStage(one.staged, one.scenes, fell));
    this.forget();
    this.playing ||= scenes.length > 0;
    for (const scene of scenes) {
      if (this.#grand < MOST_GRAND) {
        this.#grand++;
        await this.#hold({ scenes: [scene], fall: scene.weight === "harm" && scene === scenes.at(-1) ? fall : undefined }, scene.stands ?? (scene.seat === you && !scene.fated ? OWN_GRAND : GRAND));
      } else {
        this.#kept.push(scene);
      }
    }
    if (asked && this.#kept.length > 0) {
      await this.#hold({ scenes: this.#kept.splice(0) }, GRAND);
    }
    this.#shown = performance.now();
    return heaviest;
  }

  async #hold(staged: Staged, length: number): Promise<void> {
    if (!this.#skips && !settings.plain && settings.pace > 0) {
      this.staged = staged;
      await this.#wait(length * settings.pace);
    }
  }

  /** The table shows what came of it. */
  clear(): void {
    this.staged = null;
  }

  #wait(length: number): Promise<void> {
    return new Promise<void>((done) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = setTimeout(end, length);
      this.#wake = end;
    });
  }

  /** Waits while the step stands, or until it is skipped. `since`: when showing it began. */
  async show(scene: Scene | null, own: boolean, since: number): Promise<void> {
    // A bot that thinks uses up the round as well; a person may think for days.
    this.#round.spend(Math.min(THOUGHT, since - this.#shown));
    this.#late ||= this.#round.isOver(settings.pace);
    const length = this.hurries ? 0 : this.#round.lengthOf(scene?.weight ?? "nothing", settings.plain ? 0 : settings.pace, own, scene?.length); // what is read needs no time to be seen
    if (length > 0) {
      await this.#wait(length);
    }
    this.#shown = performance.now();
    this.#round.spend(this.#shown - since);
  }
}
