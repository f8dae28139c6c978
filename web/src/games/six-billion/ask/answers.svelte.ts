// What each answer to a question that cuts into another's turn does now, and which of them is clearly best: the engine says it of every
// move, and it stands beside the answers before one is chosen.
//
// Must never recommend what the engine does not.
import type { Asked, Entry, Why } from "../../../engine/types";
import type { Table } from "../../../table/table.svelte";

/** What may have changed while a question was away: it is asked anew when a War has been fought or a card been stopped. */
const CHANGES = new Set(["war", "no-loss", "no-longer", "refused", "kept", "dropped"]);

/** Why the same is asked once more, in the engine's sentences; "" if nothing was told. `since`: the last entry that stood when it was asked before. */
export function whyOnceMore(log: readonly Entry[], since: number): string {
  const told = log.filter(({ number }) => number > since).flatMap((entry) => (entry.events ?? []).flatMap(({ kind, text }) => (CHANGES.has(kind) ? text : [])));
  return told.length > 0 ? `You are asked once more, for something has changed: ${told.join(" ")}` : "";
}

export class Answers {
  /** by the text of the move */
  words = $state.raw(new Map<string, Why>());
  /** that the same was asked before, and what has happened since */
  again = $state("");
  /** the last such question: what it was about, and how long the log was */
  #before: { about: string; number: number } | null = null;

  /** Called whenever the question changes. `about`: what makes it the same question as another. */
  async ask(table: Table, asked: Asked | null, moves: readonly string[], about: string): Promise<void> {
    this.words = new Map();
    this.again = "";
    if (!asked || moves.length === 0) {
      return;
    }
    const before = this.#before;
    this.#before = { about, number: table.log.at(-1)?.number ?? 0 };
    this.again = before?.about === about ? whyOnceMore(table.log, before.number) : "";
    const found = new Map<string, Why>();
    for (const move of moves) {
      const why = await table.weigh(move);
      if (table.asked !== asked) {
        return;
      }
      if (why) {
        found.set(move, why);
      }
    }
    this.words = found;
  }
}
