// The tables of the games: for each a component, loaded when somebody sits down at it. It gets the store of the table and shows all of
// it but the bar and the log: what lies on the table, the hand, what is asked. A game that is not named here gets the plain table, which
// plays everything by lists; so does everybody who prefers that (settings).
import type { Component } from "svelte";
import type { Table } from "../table/table.svelte";
import { settings } from "../ui/settings.svelte";

export interface GameProps {
  table: Table;
}

interface GameTable {
  load: () => Promise<{ default: Component<GameProps> }>;
  /** it wants the table drawn in text as well */
  board?: boolean;
}

const plain: GameTable = { load: () => import("./generic/Generic.svelte"), board: true };

const tables: Record<string, GameTable> = {
  "one-billion-users": { load: () => import("./one-billion-users/Obu.svelte") },
  "six-billion": { load: () => import("./six-billion/Six.svelte") },
};

export function gameTable(game: string): GameTable {
  return settings.plain ? plain : (tables[game] ?? plain);
}
