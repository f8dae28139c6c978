// What everybody at the table must notice, and the engine's sentences for it.
//
// Must never find out by itself what happened: `kind`, `a`, `b` and `c` of events are the engine's (docs/protocol.md: "the game's own").
import type { Entry } from "../../engine/types";
import type { Parts } from "../../generated/one-billion-users";

const ALWAYS = new Set(["event", "game-over", "countered", "push-countered", "milestone"]);

export interface Told {
  text: string;
  /** the Safeguard of a counter */
  guard: string | null;
}

export function told(entry: Entry, you: number | null): Told | null {
  const events = entry.events ?? [];
  const said = events.filter(({ kind, b }) => ALWAYS.has(kind) || (kind === "blocked" && b !== undefined && b + 1 === you));
  if (said.length === 0) {
    return null;
  }
  const words = said.slice(0, 2).flatMap(({ text }) => text ?? []);
  const countered = said.find(({ kind }) => kind === "countered");
  const guard = countered ? ((entry.parts as Parts | undefined)?.safeguard ?? null) : null;
  return { text: words.join(" "), guard };
}

