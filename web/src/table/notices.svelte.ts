// The one notice that a table shows, and for how long.
//
// Must never let what became of one's own press be lost behind what others did: it is told once more after that.
import type { Scene } from "../games/scene";

/** A window that is open, in one line, or what has just happened that everybody must notice. */
export interface Notice {
  text: string;
  kind: "info" | "trouble" | "counter" | "harm";
  /** of something that was done to who looks: the own total before and after */
  total?: { before: number; after: number } | undefined;
  scene?: Scene | undefined;
}

/** A trouble that is told. */
export const TROUBLE_STAYS = 10_000;

export class Notices {
  now = $state.raw<Notice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #covered: Notice | null = null;

  /** `unseen`: the table is not shown, so nobody has read what was told meanwhile */
  constructor(readonly unseen: () => boolean) {}

  show(notice: Notice, stays = TROUBLE_STAYS): void {
    clearTimeout(this.#timer);
    this.#covered = notice.kind !== "counter" && notice.kind !== "harm" ? null : this.now?.kind === "trouble" ? this.now : this.#covered;
    this.now = notice;
    this.#timer = setTimeout(() => this.#end(), stays);
  }
  /** Of a scene what everybody must notice; of what was done to oneself, also what it cost: the own total before and after, null where that is
   *  not known. Returns what it has turned out to be worth. */
  announce(scene: Scene | null, before: number | null, after: number | null): Scene | null {
    const total = before !== null && after !== null && after < before ? { before, after } : undefined;
    const shown: Scene | null = scene?.costs && total && scene.weight !== "halt" ? { ...scene, weight: "harm" } : scene;
    if (shown?.weight === "halt") {
      this.show({ text: shown.text, kind: "counter", scene: shown }, 3500);
    } else if (shown?.weight === "harm") {
      this.show({ text: shown.text, kind: "harm", scene: shown, total }, 4500);
    }
    return shown;
  }
  #end(): void {
    if (this.#covered) {
      this.show(this.#covered);
    } else if (!this.unseen()) {
      this.now = null;
    }
  }

  /** What is not true any more, or was read; without words: whatever it is. */
  drop(words = ""): void {
    this.now = this.now?.text.startsWith(words) ? null : this.now;
  }

  readonly close = (): void => clearTimeout(this.#timer);
}
