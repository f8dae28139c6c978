// The move that was on its way when its page was loaded again: kept with the tab, so that it can be sent once more if it is still asked.
import { readTab, writeTab } from "../storage/tab";

const KEY = "sent";

export interface Sent {
  /** the letters of the table */
  table: string;
  decision: number;
  move: string;
}

/** Null: nothing is on its way. */
export function noteSent(sent: Sent | null): void {
  writeTab(KEY, sent);
}

export function sentBefore(table: string): Sent | null {
  const { table: there, decision, move } = (readTab(KEY) as Partial<Sent> | null) ?? {};
  return there === table && typeof decision === "number" && typeof move === "string" ? { table, decision, move } : null;
}
