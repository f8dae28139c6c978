// Which Pass of one's own is only the end of a window's time. A server does not say so: who says nothing looks to the others like one who
// passes (docs/protocol.md, "Windows").
//
// Must never name an answer that this page has sent, or that the server keeps.
import type { Asked, Entry, Setup } from "../engine/types";

/** The server's clock begins a moment before the entry of the move that is answered. */
const EARLY = 500;

export class Lapses {
  #pace: Setup["pace"] = { kind: "none" };
  /** the last move that was no Pass: a window is about it */
  #before: Entry | null = null;
  #asked: Asked | null = null;
  /** one has passed oneself */
  #passed = false;

  setPace(pace: Setup["pace"]): void {
    this.#pace = pace;
    this.#before = null;
  }
  setAsked(asked: Asked | null): void {
    this.#passed = asked?.you?.held === "pass" || (this.#passed && asked?.decision === this.#asked?.decision);
    this.#asked = asked;
  }
  noteAnswer(move: string): void {
    this.#passed = move === "pass";
  }

  /** The entry, with the move that it answers where time made it. */
  mark(entry: Entry, you: number | null): Entry {
    if (entry.kind !== "move") {
      return entry;
    }
    const before = this.#before;
    const { window = 0, window_hours = 0 } = this.#pace;
    const length = window * 1000 || window_hours * 3_600_000;
    const pass = entry.parts?.verb === "pass";
    const question = this.#asked?.you;
    // Of a question that never came here, only the moves tell.
    const offered = question ? this.#asked?.window && question.moves.length > 1 : before?.seat !== you;
    const own = entry.seat === you;
    const lapsed = own && pass && entry.how === "person" && !this.#passed && offered && length > 0 && before && entry.time - before.time >= length - EARLY;
    if (own) {
      [this.#asked, this.#passed] = [null, false];
    }
    this.#before = pass ? before : entry;
    return lapsed ? { ...entry, lapsed: before } : entry;
  }
}
