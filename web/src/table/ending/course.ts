// How the points of a game that is over went, for its end.
//
// Must never keep an end from being shown: without a record, as at a server that is gone, there is none.
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
