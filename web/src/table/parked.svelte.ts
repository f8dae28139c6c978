// Tables at a server that were left while a move was on its way, or anything else that one has said: each stays connected until the server has
// it, or has refused it and its player came back. So it is neither lost nor sent twice.
//
// Must never keep a table that waits for nothing.
import type { Table } from "./table.svelte";

let tables = $state.raw<readonly Table[]>([]);

export const parked = {
  has: (table: Table): boolean => tables.includes(table),
  /** `address`: "t/LETTERS" or "hand/LETTERS" */
  at: (address = ""): Table | null => tables.find(({ source }) => source.table === address.split("/")[1]) ?? null,
  park: (table: Table): void => void (tables = [...tables, table]),
  /** Gives it back to who shows it. */
  take(table: Table | null): Table | null {
    tables = tables.filter((one) => one !== table);
    return table;
  },
};
