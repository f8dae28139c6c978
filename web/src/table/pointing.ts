// Where a move that is spoken of lies on the table: the card in the hand, the pile, the site, as a selector for rings round them.
//
// Must never say more than the move's own parts do.
import type { MoveParts } from "../engine/types";

/** Slots that name a card of one's own hand, and those that name something that lies on the table. */
const HELD = ["community", "communities", "blocker", "hotfix", "safeguard", "card", "cards", "cancel", "response"];
const SITES = ["site", "from", "to"];
/** Cards of 6 Billion that are called by what they do and how far. */
const BY_DISTANCE = ["colony", "migrants"];
const LYING = ["sacrifice", "take", "drop"];
const PILES: Record<string, string> = { "draw-deck": "deck", "draw-discard": "discard", deck: "deck" };

const words = (parts: MoveParts, slots: readonly string[]): string[] =>
  slots.flatMap((slot) => {
    const value = parts[slot];
    return typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  });
const quoted = (word: string): string => `"${word.replace(/["\\]/g, "\\$&")}"`;

/** "" where nothing on the table can be pointed at. */
export function ringOf(parts: MoveParts | undefined): string {
  if (!parts) {
    return "";
  }
  const held = words(parts, HELD);
  const far = BY_DISTANCE.includes(parts.verb) ? `${parts.verb}${String(parts["distance"] ?? "")}` : "";
  const pile = PILES[parts.verb];
  return [
    ...held.map((card) => `.hand [data-card=${quoted(card)}]`),
    // Another card moves the people of others.
    ...(far ? [parts["faction"] ? `.hand [data-card^=${quoted(`${far}-`)}]` : `.hand [data-card=${quoted(far)}]`] : []),
    ...(parts.verb === "take" ? words(parts, ["card"]) : []).map((card) => `[data-fly^="o-"][data-card=${quoted(card)}]`),
    // What is given or taken away lies on a platform, not in a hand.
    ...[...words(parts, ["influencer"]), ...(LYING.includes(parts.verb) ? held : [])].map((card) => `.platform [data-card=${quoted(card)}]`),
    ...[...new Set(words(parts, SITES))].map((site) => `.rail[data-site=${quoted(site)}], .sky [data-site=${quoted(site)}] .half`), // a whole track of the map would ring its neighbours
    ...(typeof parts["seat"] === "number" ? [`.rivals [data-anchor="seat-${parts["seat"]}"], .strip [data-anchor="seat-${parts["seat"]}"]`] : []),
    ...(pile ? [`[data-anchor=${pile}]`] : []),
  ].join(", ");
}
