// What a person has typed and nobody has taken yet: it is there again when the tab is loaded again.
//
// Must never be given a passphrase, nor keep the link of a seat.
import { SEAT_LINK } from "../source/tokens";
import { readTab, writeTab } from "../storage/tab";

interface Kept {
  text: string;
  /** it was sent when this was the last entry of the log, and no answer has come */
  after?: number;
}

export class Draft {
  #text = $state("");
  /** "": it is not kept */
  readonly #key: string;
  #after = $state<number | null>(null);

  constructor(what: string) {
    this.#key = what && `billions.typed.${what}`;
    const kept = this.#key ? (readTab(this.#key) as Kept | null) : null;
    this.#text = typeof kept?.text === "string" ? kept.text : "";
    this.#after = typeof kept?.after === "number" ? kept.after : null;
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#note(null);
  }

  /** It leaves the page now; null: the server does not want it. */
  protected sentAfter(number: number | null): void {
    this.#note(number);
  }

  /** Of what was sent before the page was loaded again: the first number at which it can stand in a log; null: it was not sent. */
  protected get after(): number | null {
    return this.#after;
  }

  #note(after: number | null): void {
    this.#after = after;
    if (this.#key) {
      writeTab(this.#key, this.#text === "" || SEAT_LINK.test(this.#text) ? null : ({ text: this.#text, ...(after === null ? {} : { after }) } satisfies Kept));
    }
  }
}

/** So many entries later nobody expects any more what one has meant to say. */
const EXPECTED = 60;

/** From then on it is told that what was said is on its way: on a good line it is there before. */
const LATE = 400;

/** What is typed for the chat of a table, whichever part of the page shows it; and why it was refused. */
export class ChatDraft extends Draft {
  #sending = $state(false);
  /** for longer than a good line takes */
  late = $state(false);
  refused = $state("");

  constructor(table: string | undefined) {
    super(table ? `chat.${table}` : "");
  }

  /** It was sent, its table was left before the server answered, and no log has shown it: it is said once more, unless that was long ago. */
  get doubtful(): boolean {
    return this.after !== null && !this.#sending;
  }
  /** The log shows up to that number that it has not come, and it can still be said. */
  mayFollow(number: number): boolean {
    return this.doubtful && number - (this.after ?? 0) <= EXPECTED;
  }
  /** Somebody should look at it. */
  get waits(): boolean {
    return this.late || this.doubtful || this.refused !== "";
  }

  /** For the address, where the browser keeps nothing: "40.Hello"; "": nothing is on its way. */
  get inWords(): string {
    return this.after === null || SEAT_LINK.test(this.text) ? "" : `${this.after}.${this.text}`;
  }
  /** What the address has kept so. */
  restore(words: string): void {
    const [, after, text] = /^(\d+)\.(.+)$/s.exec(words) ?? [];
    if (text !== undefined && this.text === "") {
      this.text = text;
      this.sentAfter(Number(after));
    }
  }

  get sending(): boolean {
    return this.#sending;
  }
  set sending(now: boolean) {
    this.#sending = now;
    this.late = false;
    clearTimeout(this.#doubt);
    this.#doubt = now ? setTimeout(() => (this.late = true), LATE) : undefined;
  }
  #doubt: ReturnType<typeof setTimeout> | undefined;

  /** It stays until the server has it. `number`: the latest entry that is known; `late`: the server is known not to answer. */
  async send(number: number, send: (text: string) => Promise<void>, late = false): Promise<void> {
    this.sending = true;
    this.late = late;
    this.refused = "";
    this.sentAfter(number);
    try {
      await send(this.text.trim());
      this.text = "";
    } catch (why) {
      this.refused = why instanceof Error ? why.message : String(why);
      this.sentAfter(null);
    }
    this.sending = false;
  }

  /** Empties it if it was sent before the page was loaded again, and the log shows that it has come. */
  settle(said: readonly { number: number; text: string }[]): void {
    const { after } = this;
    if (after !== null && !this.sending && said.some(({ number, text }) => number > after && text === this.text.trim())) {
      this.text = "";
    }
  }
}
