// The secret launch as the log tells it: who launched which Communities, all in one entry.
import type { Entry } from "../../engine/types";

/** So long the cards lie there when they are turned over, in milliseconds. */
export const REVEAL = 3000;

export interface Launch {
  seat: number;
  cards: string[];
}

/** By seat; empty: nothing was revealed by this entry. Its sentences name the cards, as everybody may know them by then. */
export function launchesOf(entry: Entry | undefined): Launch[] {
  const found = new Map<number, string[]>();
  for (const { kind, seat, text } of entry?.events ?? []) {
    const name = kind === "launched" ? /\blaunch(?:es)? (.+)\.$/.exec(text ?? "")?.[1] : undefined;
    if (name) {
      found.set(seat, [...(found.get(seat) ?? []), name]);
    }
  }
  return [...found].map(([seat, cards]) => ({ seat, cards })).sort((a, b) => a.seat - b.seat);
}
