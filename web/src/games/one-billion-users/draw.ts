// What is done by itself after a moment in which one sees it coming: "Draw for me", and a pass that is the only answer among bots.
//
// Must never do what one has just taken back, or what one cannot see coming; draw where one has more to choose from than the two piles; or pass
// where another person could learn from when it comes what one holds.
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

/** Nothing is just taken back, looked at or taught. */
function mayCome(table: Table, { card }: Choice): boolean {
  const undone = table.log.findLast(({ kind }) => kind === "move" || kind === "undo")?.kind === "undo";
  return !table.source.teaches && !undone && card === null;
}

/** What is drawn by itself now; null: nothing is. */
export function drawnForMe(table: Table, choice: Choice): Move | null {
  const asked = settings.drawsForMe && mayCome(table, choice) && choice.all.every(({ pile }) => pile);
  return (asked && choice.all.find(({ pile }) => pile === "deck")) || null;
}

/** The pass that is made by itself now; null: there is another answer, or somebody who could learn from it. */
export function passedForMe(table: Table, choice: Choice): Move | null {
  const [only, other] = choice.all;
  const alone = table.local && table.seats.every(({ kind, seat }) => kind === "bot" || seat === table.you);
  return only?.verb === "pass" && !other && alone && !settings.asksAll && mayCome(table, choice) ? only : null;
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
