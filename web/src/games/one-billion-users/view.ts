// What lies in a view of One Billion Users, as the rows of the engine say it (docs/positions.md).
import type { Score, View } from "../../engine/types";
import type { Members } from "../../generated/one-billion-users";

export interface Influencer {
  name: string;
  pokes: number;
  pushes: number;
}

export type Platform = Members["platforms"][number];
export type ObuView = View & Members;

export function influencersOf(platform: Platform): Influencer[] {
  return platform.influencers.map((one) =>
    typeof one === "string" ? { name: one, pokes: 0, pushes: 0 } : { name: one.name ?? "?", pokes: one.pokes ?? 0, pushes: one.pushes ?? 0 },
  );
}

/** On whose platform that Influencer is. */
export function seatOf(view: ObuView, influencer: string): number {
  return view.platforms.findIndex((platform) => influencersOf(platform).some(({ name }) => name === influencer)) + 1;
}

/** Somebody is still asked what the Event on top wants of him: it is not over yet. */
export function eventUnderWay(view: ObuView): boolean {
  return (view.windows ?? []).some(({ window, why }) => ["viral", "give", "take"].includes(window) || (window === "drop" && why !== "hellsite"));
}

/** The card that ends the game is among so many of the last cards, itself counted; 0: the deck is not made up yet. */
export function endsAmong({ cut }: ObuView): number {
  return cut ? cut + 1 : 0;
}

/** What may be known of the deck besides its number, and why that number is larger after the launch (OBU-30). */
export function deckWords(view: ObuView): string {
  const last = endsAmong(view);
  return last === 0
    ? "after the launch Influencers, Events and the end are shuffled in"
    : `Influencers and Events are in it; ${view.deck.length <= last ? "the end is among these: whoever draws it ends the game" : `the end is among the last ${last} cards`}`;
}

/** User icons: one for a hundred million, a half for fifty. */
export function iconsOf(platform: Platform): number {
  return Math.floor(platform.users / 50_000_000) / 2;
}

/** The engine says when the penalty would be due, and what it costs: 0 or less. */
export function penaltyOf(score: Score | undefined): number {
  return score?.items.find((item) => item.label === "Toxicity Penalty")?.points ?? 0;
}

/** How User icons and Toxicity of a platform stand to each other: tipped, so near it that one toxic card more would do, or well. */
export function weigh(platform: Platform, penalty: boolean): "penalty" | "close" | "" {
  return penalty ? "penalty" : platform.toxicity >= 3 && iconsOf(platform) - platform.toxicity <= 1 ? "close" : "";
}

export function millions(users: number): number {
  return Math.floor(users / 1_000_000);
}

/** Of a card, in millions: "150 M"; The Troll has one single User. */
export function usersOf(users: number, unit = "M"): string {
  return users > 0 && users < 1 ? "1 User" : `${users} ${unit}`;
}
