// Tables at a server that were left while a move was on its way, or anything else that one has said: each stays connected until the server has
// it, or has refused it and its player came back. So it is neither lost nor sent twice.
//
// Must never keep a table that waits for nothing.
import type { Table } from "./table.svelte";

let tables = $state.raw<readonly Table[]>([]);
/** of the table that ended last: what became of what it stayed for */
let ended = $state.raw({ letters: "", words: "" });

export const parked = {
  has: (table: Table): boolean => tables.includes(table),
  /** `address`: "t/LETTERS" or "hand/LETTERS" */
  at: (address = ""): Table | null => tables.find(({ source }) => source.table === address.split("/")[1]) ?? null,
  park: (table: Table): void => void (tables = [...tables, table]),
  toldAt: (address = ""): string => (ended.letters === address.split("/")[1] ? ended.words : ""),
  /** Gives it back to who shows it, or closes it. */
  take(table: Table | null, words = ""): Table | null {
    ended = { letters: table?.source.table ?? "", words };
    tables = tables.filter((one) => one !== table);
    return table;
  },
};
