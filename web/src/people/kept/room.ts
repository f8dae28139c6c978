// What goes when this browser has no room for a game or a receipt: games that are over, played here or at a server, the oldest first and one
// at a time; challenges behind all others, for they are compared.
//
// Must never drop a game that is not over or the receipt of one, and never what is just being kept.
import { isOver, overSince, tablesHeld } from "../../source/tokens";
import { changeAll, changeOne, tellOthers, type Changes, type Shelf } from "../../storage/shelves";
import type { KeptGame } from "./kept";

interface Leaving {
  shelf: Shelf;
  key: string;
  /** when it was over; 0: before this browser can tell */
  since: number;
  dear: boolean;
}

function finishedGame(key: string, { over, changed, setup }: KeptGame): Leaving | null {
  return over ? { shelf: "games", key, since: changed, dear: setup.challenge !== undefined } : null;
}

function finishedReceipt(key: string): Leaving | null {
  return tablesHeld().has(key) && !isOver(key) ? null : { shelf: "receipts", key, since: overSince(key) ?? 0, dear: false };
}

/** Those that can go, of what truly lies there: what is only remembered takes no room. */
async function findLeaving<T>(shelf: Shelf, about: (key: string, what: T) => Leaving | null): Promise<Leaving[]> {
  let found: Leaving[] = [];
  await changeAll<T>(shelf, (there): Changes<T> => {
    found = [...there].flatMap(([key, what]) => about(key, what) ?? []);
    return new Map();
  });
  return found;
}

/** Whether one has gone. */
export async function dropOldest(besides: ReadonlySet<string>): Promise<boolean> {
  const all = [...(await findLeaving("games", finishedGame)), ...(await findLeaving("receipts", finishedReceipt))];
  const [next] = all.filter(({ key }) => !besides.has(key)).sort((a, b) => Number(a.dear) - Number(b.dear) || a.since - b.since);
  if (!next || (await changeOne(next.shelf, next.key, () => null)) !== null) {
    return false;
  }
  tellOthers(next.shelf, next.key);
  return true;
}
