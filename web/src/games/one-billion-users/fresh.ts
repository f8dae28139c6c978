// Which cards of the hand came into it since one's last play: drawn, taken, or given by somebody. Read from what the table has told, so that
// it is the same after loading again.
import type { Entry, Happening } from "../../engine/types";
import { standing } from "../../table/since";

/** What one does before one's play. */
const BEFORE = ["draw-deck", "draw-discard", "sacrifice", "done", "claim"];

const drawnBy = ({ kind, seat }: Happening, you: number | null): boolean => ["drew", "took"].includes(kind) && seat === you;
const comesTo = (event: Happening, you: number): boolean => drawnBy(event, you) || (event.kind === "passed-on" && event.b === you - 1);

/** Their names, as often as they came; what has left the hand since is not among them. */
export function freshIn(hand: readonly string[], log: readonly Entry[], you: number | null): string[] {
  const rest = [...hand];
  const found: string[] = [];
  for (const entry of you === null ? [] : standing(log).reverse()) {
    const own = entry.kind === "move" && entry.seat === you;
    const played = own && !BEFORE.includes(String(entry.parts?.["verb"] ?? ""));
    for (const { text = "" } of (entry.events ?? []).filter((event) => comesTo(event, you ?? 0))) {
      const [name] = rest.filter((one) => text.includes(one)).sort((a, b) => b.length - a.length);
      if (name !== undefined) {
        rest.splice(rest.indexOf(name), 1);
        found.push(name);
      }
    }
    if (played || entry.kind === "began") {
      break;
    }
  }
  return found;
}

/** "You draw Ranked Gamers from the deck, without a choice." Where there is none the engine draws. "": one chose. */
export function drawnUnasked(log: readonly Entry[], you: number | null): string {
  const own = (event: Happening): boolean => drawnBy(event, you);
  const entry = standing(log).findLast(({ events }) => events?.some(own));
  const chosen = entry?.seat === you && /^draw/.test(String(entry?.parts?.["verb"]));
  return chosen ? "" : (entry?.events?.findLast(own)?.text ?? "").replace(/\.$/, ", without a choice.");
}
