// The secret launch: what one is asked to open with, and, as the log tells it, who launched which Communities, all in one entry.
import type { Entry, MoveParts } from "../../engine/types";
import type { Table } from "../../table/table.svelte";

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

/** The cards of each answer, where one opens a platform with cards of the hand, or several are put back at once; empty: something else is asked. */
export function openings(parts: readonly MoveParts[] = []): string[][] {
  const sets = parts.map(({ verb, communities, cards }) => (verb === "launch" || verb === "return" ? ((communities ?? cards ?? []) as string[]) : []));
  return sets.every((set) => set.length > 0) && (parts[0]?.verb === "launch" || (sets[0]?.length ?? 0) > 1) ? sets : [];
}

/** One chooses them, or has chosen: what comes of it is not shown yet. In lessons the hand alone does it. */
export const isOpening = (table: Table): boolean => table.state === "playing" && !table.bygone && !table.source.teaches && openings(table.asked?.you?.parts).length > 0;
