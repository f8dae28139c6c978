// The switch between the table with pictures and the text view. A page cannot find out whether a screen reader is in use; so the switch is
// the first thing that keys and screen readers meet at a table, and what was chosen is remembered.
import { keepSettings, settings } from "./settings.svelte";

let wanted = false;

export function switchText(): void {
  settings.plain = !settings.plain;
  wanted = settings.plain;
  keepSettings();
}

/** Whether the text view was asked for just now: then whoever reads begins at its beginning. Answers yes once. */
export function takeWanted(): boolean {
  const was = wanted;
  wanted = false;
  return was;
}
