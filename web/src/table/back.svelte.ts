// What is told when somebody comes back, or the server does: one line of what time decided, what was missed, what has arrived; and whether what has
// happened since one's turn opens by itself (SinceTurn.svelte).
//
// Must never stay so long that it covers a question that is new.
import { LETTER_STAYS } from "./bubbles.svelte";
import { MOVE_ARRIVED, NOTHING } from "./returned";
import { ARRIVED } from "./unconfirmed";

/** How long it is told that the server answers again. */
const STAYS = 8000;
/** The same of what time has decided: who looked away looks again. */
export const LAPSE_STAYS = 30_000;

/** Who has not seen the page for so long comes back. */
const AWAY = 30_000;

export class Back {
  /** until one has decided something */
  opens = $state(false);
  #left = 0;
  words = $state<string | null>(null);
  #timer = 0;
  #since = 0;

  /** The page is before somebody's eyes, or is not any more. */
  seen(visible: boolean): void {
    if (!visible) {
      this.#left = Date.now();
    } else if (Date.now() - this.#left > AWAY) {
      this.opens = true;
    }
  }

  /** For as long as it takes to read. */
  tell(line: string, stays = STAYS): void {
    this.words = line;
    this.#since = Date.now();
    this.#ends(stays);
  }

  #ends(stays: number): void {
    clearTimeout(this.#timer);
    const left = this.#since + stays + (this.words ?? "").length * LETTER_STAYS - Date.now();
    this.#timer = window.setTimeout(() => (this.words = null), left);
  }

  /** Besides what is told already. */
  add(more: string, stays = STAYS): void {
    this.tell([this.words ?? [], more].flat().join(" "), stays);
  }

  /** The server answers again. What has arrived is told behind it. */
  returns(line: string): void {
    this.tell(line + (this.words?.startsWith(ARRIVED) ? ` ${this.words}` : ""));
  }

  arrived(what: string): void {
    this.words = this.words?.replace(MOVE_ARRIVED, "").replace(NOTHING, "").trim() || null;
    this.add(`${ARRIVED} ${what}.`);
  }

  /** It is true only until something is told. */
  something(happened: boolean): void {
    this.words = happened && this.words?.endsWith(NOTHING) ? this.words.slice(0, -NOTHING.length).trim() : this.words;
  }

  /** There is another question: it stays no longer than to be read. */
  makesRoom(): void {
    this.#ends(STAYS);
  }

  readonly close = (): void => clearTimeout(this.#timer);
}
