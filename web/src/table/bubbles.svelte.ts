// What seats at a table online have just said, and the signs they gave: seen beside them at once, and gone by itself.
//
// Must never wait for what is being shown.

/** How long a sign is shown; and how much longer something that is said, for each letter to read. */
const STAYS = 4500;
export const LETTER_STAYS = 45;

interface Bubble {
  key: number;
  seat: number;
}
interface Sign extends Bubble {
  sign: string;
  /** one's own, which nobody else has seen yet */
  waits?: boolean;
}
interface Words extends Bubble {
  text: string;
}

export class Bubbles {
  signs = $state.raw<Sign[]>([]);
  said = $state.raw<Words[]>([]);
  #last = 0;

  sign(seat: number, sign: string): void {
    const shown = this.#put({ key: ++this.#last, seat, sign });
    setTimeout(() => this.#drop(shown), STAYS);
  }

  /** One's own sign is seen at once, as one that waits until the server has it. */
  async own(seat: number, sign: string, sent: Promise<void>): Promise<void> {
    const shown = this.#put({ key: ++this.#last, seat, sign, waits: true });
    await sent;
    this.#drop(shown);
  }

  /** In the log it comes when the moves before it have been shown. */
  speak(seat: number, text: string): void {
    const shown = { key: ++this.#last, seat, text };
    this.said = [...this.said.filter((one) => one.seat !== seat), shown];
    setTimeout(() => (this.said = this.said.filter((one) => one !== shown)), STAYS + text.length * LETTER_STAYS);
  }

  #put(shown: Sign): Sign {
    this.signs = [...this.signs.filter(({ seat }) => seat !== shown.seat), shown];
    return shown;
  }
  #drop(shown: Sign): void {
    this.signs = this.signs.filter((one) => one !== shown);
  }
}
