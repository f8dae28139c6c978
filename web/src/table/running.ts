// The game that this tab plays, while one looks at other pages of it: kept with the tab, so that it is known without the server, and also where
// the browser keeps nothing.
//
// Must never hold what opens a seat.
import { readTab, writeTab } from "../storage/tab";

const KEY = "running";

export interface Running {
  /** of the page of the table, behind "#/" */
  address: string;
  game: string;
  /** who was asked there last: "your turn", "waiting for Ada"; "": nobody, or it is not known */
  stands?: string;
}

export function running(): Running | null {
  const { address, game, stands = "" } = (readTab(KEY) as Partial<Running> | null) ?? {};
  return typeof address === "string" && typeof game === "string" ? { address, game, stands } : null;
}

/** `runs`: one plays there. The end of another game than the one that is kept changes nothing. */
export function noteRunning(one: Running, runs: boolean): void {
  const there = running();
  if (runs && (there?.address !== one.address || (one.stands ?? there.stands) !== there.stands)) {
    writeTab(KEY, one);
  } else if (!runs && there?.address === one.address) {
    writeTab(KEY, null);
  }
}
