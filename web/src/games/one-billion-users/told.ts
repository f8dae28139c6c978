// What everybody at the table must notice, and the words for it: the engine's sentences, and for a counter also why it could be made and
// what follows from it for the order of play.
//
// Must never find out by itself what happened: `kind`, `a`, `b` and `c` of events are the engine's (docs/protocol.md: "the game's own").
import type { Entry, Happening } from "../../engine/types";
import type { Parts } from "../../generated/one-billion-users";

const ALWAYS = new Set(["event", "game-over", "countered", "push-countered", "milestone"]);

/** Who would have had a turn between the attacker and whoever countered, clockwise. */
export function skipped(attacker: number, counterer: number, seats: number): number[] {
  const between: number[] = [];
  for (let seat = (attacker % seats) + 1; seat !== counterer && between.length < seats; seat = (seat % seats) + 1) {
    between.push(seat);
  }
  return between;
}

function aboutCounter({ seat, b }: Happening, seats: number, you: number | null): string {
  const who = seat === you ? "you" : `Seat ${seat}`;
  const gone = b === undefined ? [] : skipped(b + 1, seat, seats).map((one) => (one === you ? "you" : `Seat ${one}`));
  const passed = gone.length > 0 ? ` ${gone.join(" and ").replace(/^you/, "You")} ${gone.length > 1 || gone[0] === "you" ? "are" : "is"} passed over.` : "";
  return `Whoever holds the Safeguard against a Blocker may answer with it (OBU-91); play goes on from ${who} (OBU-95).${passed}`;
}

export interface Told {
  text: string;
  /** the Safeguard of a counter */
  guard: string | null;
}

export function told(entry: Entry, seats: number, you: number | null): Told | null {
  const events = entry.events ?? [];
  const said = events.filter(({ kind, b }) => ALWAYS.has(kind) || (kind === "blocked" && b !== undefined && b + 1 === you));
  if (said.length === 0) {
    return null;
  }
  const words = said.slice(0, 2).flatMap(({ text }) => text ?? []);
  const countered = said.find(({ kind }) => kind === "countered");
  if (countered) {
    words.push(aboutCounter(countered, seats, you));
  } else if (said.some(({ kind }) => kind === "push-countered")) {
    words.push("Whom a Push or Poke concerns may answer with a Push (OBU-108); when all have passed, the last one counts (OBU-112).");
  }
  const guard = countered ? ((entry.parts as Parts | undefined)?.safeguard ?? null) : null;
  return { text: words.join(" "), guard };
}

