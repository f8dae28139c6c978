// What stands on the cards: figures out of the edition in force, words and pairs out of the engine's rows.
import { editionOf } from "../../edition";
import type { EditionDocument, View } from "../../../engine/types";
import { CARDS } from "../../../generated/one-billion-users";

export type Kind = "community" | "blocker" | "hotfix" | "safeguard" | "influencer" | "action" | "event" | "network" | "back";

export interface Card {
  name: string;
  kind: Kind;
  users: number;
  toxicity: number;
  words: string;
  /** what it does, in a sentence or two; of a Community there is nothing to say */
  about: string;
  /** the Blocker that belongs to it: they share a sign */
  pair: string | null;
  /** of an Event: it holds until the next one */
  lasts: boolean;
  reconstructed: boolean;
  /** of a Network: millions of Users that a Milestone takes beyond what others need */
  more: number;
}

export const KIND_NAMES: Record<Kind, string> = {
  community: "Community",
  blocker: "Blocker",
  hotfix: "Hotfix",
  safeguard: "Safeguard",
  influencer: "Influencer",
  action: "Action",
  event: "Event",
  network: "Network",
  back: "Hidden card",
};

const LISTS: Record<string, Kind> = {
  communities: "community",
  blockers: "blocker",
  hotfixes: "hotfix",
  safeguards: "safeguard",
  actions: "action",
  influencers: "influencer",
  events: "event",
  networks: "network",
};

interface Row {
  name?: string;
  card?: string;
  network?: string;
  users?: number;
  single_user?: boolean;
  toxicity?: number;
  criterion?: string;
  status?: string;
  more_users_for_milestones?: number;
}

export interface Box {
  cards: Map<string, Card>;
  milestonePoints(seats: number): number[];
}

const kept = new Map<string, Promise<Box>>();

/** The cards of the edition that a view names. */
export function boxOf(view: View): Promise<Box> {
  const key = typeof view.edition === "string" ? "" : JSON.stringify(view.edition);
  let found = kept.get(key);
  if (!found) {
    found = editionOf(view).then(read);
    kept.set(key, found);
  }
  return found;
}

function read(edition: EditionDocument): Box {
  const cards = new Map<string, Card>();
  const rows = (key: string): Row[] => (edition[key] as Row[] | undefined) ?? [];
  const put = (kind: Kind, row: Row): void => {
    const word = row.card ?? row.network ?? row.name ?? "?";
    const name = row.name ?? word;
    const users = row.single_user ? 1e-6 : (row.users ?? 0);
    const said = CARDS[row.criterion ?? word];
    const reconstructed = row.status === "reconstructed";
    cards.set(name, { name, kind, users, toxicity: row.toxicity ?? 0, words: said?.brief ?? "", about: said?.about ?? "", pair: said?.pair ?? null, lasts: said?.lasts ?? false, reconstructed, more: row.more_users_for_milestones ?? 0 });
  };
  for (const [list, kind] of Object.entries(LISTS)) {
    rows(list).forEach((row) => put(kind, row));
  }
  Object.values(CARDS).forEach((card) => card?.kind === "end" && put("event", { name: card.name }));
  const milestones = (edition["milestones"] ?? {}) as Record<string, number[]>;
  return { cards, milestonePoints: (seats) => milestones[`points_with_${seats}_seats`] ?? [] };
}

export function cardOf(box: Box, name: string): Card {
  return (
    box.cards.get(name) ?? { name, kind: "back", users: 0, toxicity: 0, words: "", about: "", pair: null, lasts: false, reconstructed: false, more: 0 }
  );
}

/** "250 M", "1" for the Troll's one user. */
export function usersWords(card: Card): string {
  return card.users > 0 && card.users < 1 ? "1 user" : `${card.users} M`;
}

/** The figure that stands on a card with its Pokes: the one user of the Troll is too few to count beside millions. */
export function amountOf(card: Card, pokes = 0): number {
  const amount = card.users + 50 * pokes;
  return amount > 0 && amount < 1 ? 1 : Math.floor(amount);
}

const figuresOf = (card: Card, pokes: number): string => `${pokes ? `${amountOf(card, pokes)} M, ${50 * pokes} by Poke` : usersWords(card)}, Toxicity ${card.toxicity}`;

/** What a card does; of an Influencer also what it wants, and what a Poke does to it. "": nothing is to be said. */
export function purposeOf(card: Card): string {
  return card.kind === "influencer" ? `${card.words ? `It ${card.words}. ${card.about} ` : ""}A Poke adds 50 M Users to it for good and makes it choose anew.` : card.about;
}

/** The same for who looks at the card where it lies: what it is worth there belongs to it. */
export function explain(card: Card, pokes = 0): string {
  return card.kind === "influencer" ? `${figuresOf(card, pokes)}. ${purposeOf(card)}` : purposeOf(card) || describe(card, pokes);
}

/** A card in words, in the order in which its face says them, so that who speaks to the page can name what is seen. */
export function describe(card: Card, pokes = 0): string {
  if (card.kind === "back") {
    return "A hidden card";
  }
  const figures = card.kind === "community" || card.kind === "influencer" ? `, ${figuresOf(card, pokes)}` : "";
  const words = card.words ? `, ${card.words}` : "";
  return `${KIND_NAMES[card.kind]} ${card.name}${figures}${words}${card.reconstructed ? " (reconstructed)" : ""}`;
}
