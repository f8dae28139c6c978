// What stands on the cards: figures out of the edition in force, and the short words and pairs that the page shows beside them. What a
// card does is decided by the engine; the words here only remind.
import { engine } from "../../source/engine";
import type { EditionDocument, View } from "../../engine/types";

export type Kind = "community" | "blocker" | "hotfix" | "safeguard" | "influencer" | "action" | "event" | "network" | "back";

export interface Card {
  name: string;
  kind: Kind;
  users: number;
  toxicity: number;
  words: string;
  /** the Blocker that belongs to it: they share a sign */
  pair: string | null;
  reconstructed: boolean;
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

const LIMITS: Record<string, string> = {
  "Low on Funds": "no Community",
  "Toxic Culture": "only 3+ Toxicity",
  "Overzealous Mods": "only 0 Toxicity",
  "Server Overload": "only 50 M",
  "Bad Press": "no Community",
};

const PAIRS: Record<string, string> = {
  Fundraising: "Low on Funds",
  "New Advertisers": "Low on Funds",
  "Troll Crackdown": "Toxic Culture",
  "Mod Training": "Overzealous Mods",
  "Server Upgrade": "Server Overload",
  "PR Response": "Bad Press",
  "Appeals Board": "Overzealous Mods",
  "PR Department": "Bad Press",
  "Cloud Backup": "Server Overload",
  "War Chest": "Low on Funds",
};

const WORDS: Record<string, string> = {
  Push: "moves an Influencer",
  Poke: "lets one choose anew",
  "Social Shuffle": "all Influencers choose anew",
  "Tech Bubble": "no Low on Funds, no Bad Press",
  "Data Portability": "the smallest may take from the largest",
  "Patch Day": "every active Blocker is resolved",
  "Moral Panic": "the most toxic lose their worst",
  "Talent Poaching": "one card to the left",
  "Viral Moment": "add a Community at once",
  "Funding Winter": "no Fundraising, no New Advertisers",
  "Brand-Safety Scare": "no Community with 3+ Toxicity",
  "Grassroots Spurt": "50 M Communities come in pairs",
  "Volunteer Drive": "two cards grind a Blocker",
  "Creator Strike": "no Push, no Poke",
  "Underdog Week": "the smallest gets no Blocker",
};

const CRITERIA: Record<string, string> = {
  most_users: "likes most Users",
  fewest_users: "likes fewest Users",
  most_toxicity: "likes most Toxicity",
  least_toxicity: "likes least Toxicity",
  most_communities: "likes most Communities",
  fewest_communities: "likes fewest Communities",
  most_influencers: "likes most Influencers",
  fewest_influencers: "likes fewest Influencers",
  most_blockers_received: "likes most Blockers received",
  fewest_blockers_received: "likes fewest Blockers received",
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
    found = engine()
      .ask("edition", typeof view.edition === "string" ? { game: view.game } : { edition: view.edition })
      .then((facts) => read(facts.edition));
    kept.set(key, found);
  }
  return found;
}

function read(edition: EditionDocument): Box {
  const cards = new Map<string, Card>();
  const rows = (key: string): Row[] => (edition[key] as Row[] | undefined) ?? [];
  const put = (kind: Kind, row: Row, words: string): void => {
    const name = row.name ?? row.card ?? row.network ?? "?";
    const users = row.single_user ? 1e-6 : (row.users ?? 0);
    const pair = kind === "blocker" ? name : (PAIRS[name] ?? null);
    cards.set(name, { name, kind, users, toxicity: row.toxicity ?? 0, words, pair, reconstructed: row.status === "reconstructed" });
  };
  rows("communities").forEach((row) => put("community", row, ""));
  rows("blockers").forEach((row) => put("blocker", row, LIMITS[row.card ?? ""] ?? ""));
  rows("hotfixes").forEach((row) => put("hotfix", row, `against ${PAIRS[row.card ?? ""] ?? "a Blocker"}`));
  rows("safeguards").forEach((row) => put("safeguard", row, `keeps off ${PAIRS[row.card ?? ""] ?? "a Blocker"}`));
  rows("actions").forEach((row) => put("action", row, WORDS[row.card ?? ""] ?? ""));
  rows("influencers").forEach((row) => put("influencer", row, CRITERIA[row.criterion ?? ""] ?? ""));
  rows("events").forEach((row) => put("event", row, WORDS[row.card ?? ""] ?? ""));
  rows("networks").forEach((row) => put("network", row, ""));
  put("event", { name: "Game Over" }, "the game ends");
  const milestones = (edition["milestones"] ?? {}) as Record<string, number[]>;
  return { cards, milestonePoints: (seats) => milestones[`points_with_${seats}_seats`] ?? [] };
}

export function cardOf(box: Box, name: string): Card {
  return (
    box.cards.get(name) ?? { name, kind: "back", users: 0, toxicity: 0, words: "", pair: null, reconstructed: false }
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

/** A card in words, in the order in which its face says them, so that who speaks to the page can name what is seen. */
export function describe(card: Card, pokes = 0): string {
  if (card.kind === "back") {
    return "A hidden card";
  }
  const figures = card.kind === "community" || card.kind === "influencer" ? `, ${pokes ? `+${50 * pokes} ${amountOf(card, pokes)} M` : usersWords(card)}, Toxicity ${card.toxicity}` : "";
  const words = card.words ? `, ${card.words}` : "";
  return `${KIND_NAMES[card.kind]} ${card.name}${figures}${words}${card.reconstructed ? " (reconstructed)" : ""}`;
}
