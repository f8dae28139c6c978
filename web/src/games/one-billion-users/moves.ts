// Legal moves of One Billion Users as the table lights them up: which card of the hand one uses, and what it points at.
//
// Must never read the text of a move: the engine gives its parts.
import type { Entry } from "../../engine/types";
import { within } from "../../ui/words";
import { CARDS, type Parts, type Verb } from "../../generated/one-billion-users";

export interface Move {
  text: string;
  verb: Verb;
  /** the card of the hand that is used; "?" if one may not know it */
  card?: string;
  /** a Community or Influencer on a platform that is meant */
  thing?: string;
  seat?: number;
  pile?: "deck" | "discard";
  milestone?: number;
  /** several cards of the hand in one answer, as a launch or what goes back into the deck may need */
  several?: readonly string[];
}

/** The last move of a log, as the table marks what it brought. */
export function lastMove(log: readonly Entry[]): (Move & { by: number }) | null {
  const entry = log.findLast((one) => one.kind === "move" && one.parts);
  return entry?.parts ? { ...moveOf(entry.move ?? "", entry.parts as unknown as Parts), by: entry.seat } : null;
}

/** What a move brought to the platform of that seat, by name. */
export function broughtTo(seat: number, move: Move | null): string | null {
  return move && (move.verb !== "block" || move.seat === seat) ? (move.thing ?? move.card ?? null) : null;
}

const CARDLESS: readonly Verb[] = ["draw-deck", "draw-discard", "done", "pass", "claim"];
const OF_A_PLATFORM: readonly Verb[] = ["sacrifice", "take", "drop"];
/** The Action card that a verb is called after. */
const actionOf = (verb: Verb): string | undefined => Object.keys(CARDS).find((card) => CARDS[card]?.kind === "action" && verb.endsWith(card.toLowerCase()));

export function moveOf(text: string, parts: Parts): Move {
  const { verb, community, communities, influencer, seat, milestone } = parts;
  const onPlatform = OF_A_PLATFORM.includes(verb);
  const thing = influencer ?? (onPlatform ? community : undefined);
  const named = communities ?? parts.cards ?? [];
  const card = actionOf(verb) ?? parts.blocker ?? parts.hotfix ?? parts.safeguard ?? parts.card ?? community ?? (named.join(", ") || "?");
  return {
    text,
    verb,
    ...(onPlatform || CARDLESS.includes(verb) ? {} : { card }),
    ...(thing === undefined ? {} : { thing }),
    ...(seat === undefined ? {} : { seat }),
    ...(verb === "draw-deck" ? { pile: "deck" as const } : verb === "draw-discard" ? { pile: "discard" as const } : {}),
    ...(milestone === undefined ? {} : { milestone }),
    ...(named.length > 1 ? { several: named } : {}),
  };
}

/** What is used up by another way of playing a card: not what it is for. */
export function isAside(move: Move): boolean {
  return move.verb === "discard" || move.verb === "grind";
}

/** What a card of the hand can do now: what it is for, only to be put away or ground, or nothing. */
export type Use = "play" | "aside" | "none";
export function useOf(card: string, moves: readonly Move[]): Use {
  const own = moves.filter((move) => move.card === card || move.several?.includes(card));
  return own.some((move) => !isAside(move)) ? "play" : own.length > 0 ? "aside" : "none";
}

/** What the table offers besides the play of a turn, and what costs something: it stands behind all else, and is not the button to press. */
export function isBesides(move: Move, all: readonly Move[]): boolean {
  return move.verb === "sacrifice" && move.thing !== undefined && all.some(({ verb }) => verb !== "sacrifice" && verb !== "done");
}

/** What else a card that cannot be played as it is meant is good for, in a sentence; "": nothing, or only to be discarded. */
export function otherUse(verbs: readonly Verb[]): string {
  return verbs.includes("grind") ? "You can grind your Blocker with it." : "";
}

/** Pushes by use: to oneself first, between rivals next, away from oneself, and last what leaves an Influencer where it is. Behind all what a card is
 *  not for, and sacrifices. */
export function inOrder(moves: readonly Move[], platforms: readonly { influencers: readonly (string | { name?: string | null })[] }[], you: number): Move[] {
  const homeOf = (thing = ""): number => platforms.findIndex(({ influencers }) => influencers.some((one) => (typeof one === "string" ? one : one.name) === thing)) + 1;
  const use = (move: Move): number => {
    const { verb, thing, seat } = move;
    const home = homeOf(thing);
    return verb === "sacrifice" ? 5 : isAside(move) ? 4 : verb !== "push" ? 0 : home === seat ? 3 : seat === you ? 0 : home === you ? 2 : 1;
  };
  return [...moves].sort((a, b) => use(a) - use(b));
}

/** A button's words. `nameOf` says "you" as "You". */
export function wordsOf({ verb, card, thing, seat, milestone }: Move, nameOf: (seat: number) => string): string {
  const to = seat === undefined ? "" : within(nameOf(seat));
  const WORDS: Record<Verb, string> = {
    launch: `Launch with ${card}`,
    return: `Return ${card}`,
    "draw-deck": "Draw from the deck",
    "draw-discard": "Take the discard",
    add: "Add it to your platform",
    block: `Put it on ${to}`,
    fix: "Fix your Blocker",
    grind: "Grind it",
    guard: "Set it up on your platform",
    poke: `Poke ${thing}`,
    push: `Push ${thing} to ${to}`,
    discard: "Discard it",
    sacrifice: thing ? `Sacrifice ${thing}` : "End the Blocker for nothing",
    done: "Done: the Blocker ends",
    "counter-guard": `Counter with ${card}`,
    "counter-push": `Answer with a Push: to ${to}`,
    pass: "Pass",
    give: `Give away ${card}`,
    take: `Take ${thing}`,
    drop: `Let go of ${thing}`,
    claim: `Claim ${["", "One", "Two", "Three"][milestone ?? 0] ?? ""} Billion`,
  };
  return WORDS[verb];
}

/** In words that need no table beside them: "Low on Funds on Seat 2". */
export function sayMove(text: string, parts: Parts, names: (seat: number) => string): string {
  const move = moveOf(text, parts);
  const { verb, card = "", seat = 0 } = move;
  const SAID: Partial<Record<Verb, string>> = {
    add: `Add ${card}`,
    block: `${card} on ${names(seat)}`,
    fix: `Fix your Blocker with ${card}`,
    grind: card === "?" ? "Grind your Blocker" : `Grind your Blocker with ${card}`,
    guard: `Set up ${card}`,
    discard: `Discard ${card}`,
  };
  return SAID[verb] ?? wordsOf(move, names);
}

/** What a card of the hand is for, as a move to ask the engine about: its reason names the rule. Null: that depends on too much. */
export function attemptOn(card: string, kind: string, own: number, seats: number): string | null {
  const rival = Array.from({ length: seats }, (_, i) => i + 1).find((seat) => seat !== own);
  const verbs: Record<string, string> = { community: "add", hotfix: "fix", safeguard: "guard", blocker: `block ${rival}` };
  return verbs[kind] ? `${verbs[kind]} ${card}` : null;
}
