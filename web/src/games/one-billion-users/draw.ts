// "Draw for me": the deck's card comes by itself, once a ring on the pile is full; a touch on either pile comes before it.
//
// Must never draw where one has more to choose from than the two piles, what one has just taken back, or what one cannot see coming.
import { untrack } from "svelte";
import { everyFrame } from "../../ui/frames";
import { settings } from "../../ui/settings.svelte";
import type { Table } from "../../table/table.svelte";
import type { Choice } from "./choice.svelte";
import type { Move } from "./moves";

/** in milliseconds */
export const FILLS = 1500;
/** A picture that comes so late came after a pause, in which nobody could look. */
const PAUSE = 500;

/** What is drawn by itself now; null: nothing is. */
export function drawnForMe(table: Table, choice: Choice): Move | null {
  const { all, card } = choice;
  const undone = table.log.findLast(({ kind }) => kind === "move" || kind === "undo")?.kind === "undo";
  const asked = settings.drawsForMe && !table.source.teaches && !undone && card === null && all.every(({ pile }) => pile);
  return (asked && all.find(({ pile }) => pile === "deck")) || null;
}

/** Something else has one's eyes: the ring begins again when it is gone. */
function looksElsewhere({ director }: Table): boolean {
  return document.hidden || director.staged !== null || director.playing || document.querySelector("dialog[open], .over-log") !== null;
}

/** Shows how much of the ring is full, until that is all; ends when what is returned is called. */
export function fillRing(table: Table, show: (part: number) => void, draw: () => void): () => void {
  let [filled, last] = [0, performance.now()];
  const follow = (): void => {
    const now = performance.now();
    filled = looksElsewhere(table) || now - last > PAUSE ? 0 : filled + now - last;
    last = now;
    show(Math.min(1, filled / FILLS));
    if (filled >= FILLS) {
      filled = 0;
      draw();
    }
  };
  return everyFrame(() => untrack(follow));
}
