// An undo or a sign that was on its way when its page was loaded again: it is not sent once more, as a move is (sent.ts), but told of.
//
// Must never be told of twice.
import { readTab, writeTab } from "../storage/tab";

const UNHEARD = "unheard";
let unheard: object | null = null;

/** `after`: the latest entry that was known. */
export async function untilHeard(table: string, what: "undo" | "sign", after: number, done: Promise<void>): Promise<void> {
  const note = (unheard = { table, what, after });
  writeTab(UNHEARD, note);
  try {
    await done;
  } finally {
    if (unheard === note) {
      writeTab(UNHEARD, null);
    }
  }
}

/** What of these was on its way when the page was loaded again, once. */
export function unheardBefore(table: string): { what: string; after: number } | null {
  const kept = readTab(UNHEARD) as { table: string; what: string; after: number } | null;
  if (kept?.table !== table) {
    return null;
  }
  writeTab(UNHEARD, null);
  return kept;
}
