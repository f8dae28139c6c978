// Names and signs of sites, cards and colours for people. What a card does in numbers comes from the edition.
import { CARDS, type CardWords } from "../../generated/six-billion";
import { count } from "../text";
import { capital } from "../../ui/words";
import { SYMBOLS } from "./map/shapes";
import type { CardFacts } from "./view";

export { capital }; // said as often as the rest of these

const SITE_NAMES: Record<string, string> = { belt: "Asteroid Belt" };

/** What a Discovery card costs to reveal, where that is more than an Action (SIX-127). */
export const bothActions = (site: string): string => (["mercury", "pluto"].includes(site) ? ", both Actions" : "");

export function siteName(site: string): string {
  return SITE_NAMES[site] ?? capital(site);
}

export type Kind = CardWords["kind"];

export interface CardLook {
  name: string;
  kind: Kind;
  /** what it does, in a few words */
  does: string;
  code: string;
  base: string;
  target: "own" | "other" | "neutral";
  distance: number | null;
  points: number;
  symbol: string;
  symbols: number;
}

export function cardLook(code: string, facts: CardFacts | undefined): CardLook {
  const [plain = code, whose] = code.split("-");
  const base = plain.replace(/\d+$/, "");
  const words = CARDS[code] ?? CARDS[plain];
  return {
    name: words?.name ?? code,
    kind: words?.kind ?? "action",
    does: words?.brief ?? "",
    code,
    base,
    target: whose === "other" || whose === "neutral" ? whose : "own",
    distance: facts?.distance ?? null,
    points: facts?.points ?? 0,
    symbol: facts?.symbol ?? "",
    symbols: facts?.symbols ?? 1,
  };
}

/** "New Colony 6, another player" */
export const KINDS = { action: "Action", cancel: "Cancel", response: "Response" };

/** Whom a card is about, or what it does: the last line of its face. */
export function footOf(look: CardLook, small: boolean): string {
  return { own: "", other: "another player", neutral: "a Neutral" }[look.target] || (small ? "" : look.does);
}

/** What a card's face says, in that order. */
export function cardName(look: CardLook, small: boolean): string {
  const foot = footOf(look, small);
  return `${KINDS[look.kind]} ${look.name}${look.distance === null ? "" : ` ${look.distance}`}${foot ? `, ${foot}` : ""}${look.points > 0 ? `, +${look.points}` : ""}`;
}

export function cardTitle(look: CardLook): string {
  const whose = look.target === "other" ? ", another player" : look.target === "neutral" ? ", a Neutral" : "";
  return `${look.name}${look.distance === null ? "" : ` ${look.distance}`}${whose}`;
}

/** What a card is and does, in a sentence. */
export function cardAbout(look: CardLook): string {
  const says = (CARDS[look.code] ?? CARDS[look.code.split("-")[0] ?? look.code])?.about ?? look.does;
  return `${cardTitle(look)}: ${says}${/[.!]$/.test(says) ? "" : "."}`;
}

/** What the marks on a card's face mean. `track`: its sign is of use in this game. */
export function marksAbout(look: CardLook, track: boolean): string {
  const sign = SYMBOLS[look.symbol] ?? "";
  return [
    look.distance === null ? "" : `${look.distance}: so far it reaches.`,
    look.target === "other" ? "It is for the people of another player." : look.target === "neutral" ? "It is for the people of a Neutral, who belong to nobody." : "",
    look.points > 0 ? `+${look.points}: you score ${count(look.points, "point")} at once for playing it.` : "",
    sign === "" ? "" : track ? `${sign.repeat(look.symbols)}: it can be played for a step on the ${capital(look.symbol)} track instead.` : `${sign.repeat(look.symbols)} (${capital(look.symbol)}) is of use only in games with Discovery Tracks, not in this one.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** A reason of the engine as the end of a sentence: without the move that it is about, and without numbers of rules. */
export function reasonOf(why: string): string {
  return why.replace(/^You can't\b[^:]*: /, "").replace(/^not now: /i, "").replace(/ \((?:SIX-\d+(?:, )?)+\)/g, "");
}

export const STEPS: Record<string, string> = {
  dollar: "the Dollar power",
  smiley: "the Smiley power",
  leaf: "the Leaf power",
  grow: "free doubling",
  settle: "establishment",
  act: "Actions",
  discard: "discard",
  draw: "drawing",
  migrant: "its migrants",
  end: "the end",
};
