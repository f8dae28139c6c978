// How the points of a game that is over went, and what ended it.
//
// Must never keep an end from being shown: without a record, as at a server that is gone, there is none.
import type { Look } from "../../engine/types";
import type { Totals } from "../../replay/totals";
import type { Table } from "../table.svelte";

/** Loaded when it is wanted: a table needs nothing of the replay before. */
export async function courseOf({ source, you }: Table): Promise<Totals | null> {
  try {
    return await (await import("../../replay/totals")).totalsOf(await source.record(), you ?? "all");
  } catch {
    return null;
  }
}

/** The rule's event that ended it, in a sentence: a card that somebody drew, perhaps without having been asked, or what the board reached. "": none is known. */
export const endedBy = ({ ending }: Look, { log }: Table): string => (ending ? `The end came with ${ending}.` : (log.flatMap(({ events }) => events?.find(({ kind }) => kind === "game-over")?.text ?? [])[0] ?? ""));
