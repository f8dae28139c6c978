// The one notice that a table shows, and for how long: what has become of what one has pressed.
//
// Must never tell what happens at the table: that has the middle of it (stage/).

export interface Notice {
  text: string;
  kind: "info" | "trouble";
}

/** A trouble that is told. */
export const TROUBLE_STAYS = 10_000;

export class Notices {
  now = $state.raw<Notice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `unseen`: the table is not shown, so nobody has read what was told meanwhile */
  constructor(readonly unseen: () => boolean) {}

  show(notice: Notice): void {
    clearTimeout(this.#timer);
    this.now = notice;
    this.#timer = setTimeout(() => {
      if (!this.unseen()) {
        this.now = null;
      }
    }, TROUBLE_STAYS);
  }

  /** What is not true any more, or was read; without words: whatever it is. */
  drop(words = ""): void {
    this.now = this.now?.text.startsWith(words) ? null : this.now;
  }

  readonly close = (): void => clearTimeout(this.#timer);
}
