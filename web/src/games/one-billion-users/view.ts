// What lies in a view of One Billion Users (docs/positions.md), as far as the table shows it.
import type { View } from "../../engine/types";

export interface Influencer {
  name: string;
  pokes: number;
  pushes: number;
}

export interface Platform {
  network: string;
  users: number;
  toxicity: number;
  communities: string[];
  influencers: (string | Partial<Influencer>)[];
  blocker: string | null;
  ground: string[];
  stack: string[];
  buried: string[];
  received: number;
  safeguards: string[];
  countered: string[];
  milestones: number[];
  hand: string[];
}

export interface ObuView extends View {
  turn: number;
  phase: string;
  platforms: Platform[];
  deck: string[];
  discard: string[];
  event_pile: string[];
  cut?: number;
}

export function influencersOf(platform: Platform): Influencer[] {
  return platform.influencers.map((one) =>
    typeof one === "string" ? { name: one, pokes: 0, pushes: 0 } : { name: one.name ?? "?", pokes: one.pokes ?? 0, pushes: one.pushes ?? 0 },
  );
}

/** User icons: one for a hundred million, a half for fifty. */
export function iconsOf(platform: Platform): number {
  return Math.floor(platform.users / 50_000_000) / 2;
}

export function millions(users: number): number {
  return Math.floor(users / 1_000_000);
}
