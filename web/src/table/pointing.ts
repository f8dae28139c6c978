// Where a move that is spoken of lies on the table: the card in the hand, the pile, the site, as a selector for rings round them.
//
// Must never say more than the move's own parts do.
import type { MoveParts } from "../engine/types";

/** Slots that name a card of one's own hand, and those that name something that lies on the table. */
const HELD = ["community", "communities", "blocker", "hotfix", "safeguard", "card", "cards", "cancel", "response"];
/** Moves that are about the box of a site; others that name one are about the token there. */
const BOXED = ["settle", "trouble", "home"];
/** The cards of moves that do not name one: these are called by what they do, the last three of them by how far and to whom, too. */
const PLAYED: Record<string, string> = { poke: "Poke", push: "Push", "counter-push": "Push", recycle: "recycle", discover: "discovery", trouble: "trouble", home: "home", double: "double", colony: "colony", migrants: "migrants" };
const TARGETED = ["double", "colony", "migrants"];
const LYING = ["sacrifice", "take", "drop"];
const PILES: Record<string, string> = { "draw-deck": "deck", "draw-discard": "discard", deck: "deck" };

const words = (parts: MoveParts, slots: readonly string[]): string[] =>
  slots.flatMap((slot) => {
    const value = parts[slot];
    return typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  });
const quoted = (word: string): string => `"${word.replace(/["\\]/g, "\\$&")}"`;
/** A place of the hand for each card: of equal ones as many as are meant. */
const inHand = (cards: readonly string[]): string[] => cards.map((card, i) => `.hand [data-fly=${quoted(`h-${card}-${cards.slice(0, i).filter((one) => one === card).length}`)}]`);

/** The card that moves others' people is another one for Neutrals; whose they are the table says. */
function played(parts: MoveParts): string[] {
  const name = `${PLAYED[parts.verb] ?? ""}${String(parts["distance"] ?? "")}`;
  const { faction } = parts;
  if (typeof faction !== "string" || !TARGETED.includes(parts.verb)) {
    return name ? inHand([name]) : [];
  }
  const neutral = `[data-neutrals~=${quoted(faction)}]`;
  return [...inHand([`${name}-neutral`]).map((card) => `${neutral} ${card}`), ...inHand([`${name}-other`]).map((card) => `[data-neutrals]:not(${neutral}) ${card}`)];
}

/** The token, and the box or half of it: a whole track would ring its neighbours. Where a move does not say whose token, it is the mover's. */
function sited(parts: MoveParts): string[] {
  const { verb, faction } = parts;
  const token = (site: string): string => (typeof faction === "string" ? `[data-token=${quoted(`${faction}@${site}`)}]` : `[data-mover][data-token$=${quoted(`@${site}`)}]`);
  const box = (site: string, half: string): string => `[data-site=${quoted(site)}] ${half}`;
  return [
    ...words(parts, ["site"]).map((site) => (BOXED.includes(verb) ? box(site, ".half") : token(site))),
    ...words(parts, ["from"]).map(token),
    ...words(parts, ["to"]).map((site) => box(site, `[data-half="${verb === "colony" ? "colonies" : "migrants"}"]`)),
  ];
}

/** "" where nothing on the table can be pointed at. */
export function ringOf(parts: MoveParts | undefined): string {
  if (!parts) {
    return "";
  }
  const held = words(parts, HELD);
  const influencers = words(parts, ["influencer"]);
  const lying = LYING.includes(parts.verb);
  const pile = PILES[parts.verb];
  return [
    ...(lying ? [] : inHand(held)),
    ...played(parts),
    ...(parts.verb === "take" ? words(parts, ["card"]) : []).map((card) => `[data-fly^="o-"][data-card=${quoted(card)}]`),
    // What is given or taken away lies on a platform, not in a hand.
    ...[...influencers, ...(lying ? held : [])].map((card) => `.platform [data-card=${quoted(card)}]`),
    // On a telephone a rival's platform is one line.
    ...influencers.map((name) => `.strip [data-influencers*=${quoted(`|${name}|`)}]`),
    ...sited(parts),
    ...(typeof parts["seat"] === "number" ? [`.rivals [data-anchor="seat-${parts["seat"]}"], .strip [data-anchor="seat-${parts["seat"]}"]`] : []),
    ...(pile ? [`[data-anchor=${pile}]`] : []),
  ].join(", ");
}
