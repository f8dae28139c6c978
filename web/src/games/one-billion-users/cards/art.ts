// How each card's picture is composed: the ground it stands on, its colours, and how its figures stand there. Drawn by Art.svelte.
import type { Kind } from "./cards";

export type Ground =
  | "hills" | "night" | "rays" | "stage" | "blueprint" | "dots" | "waves" | "city" | "room" | "flames" | "talk" | "screen" | "tiles" | "shelf" | "hazard" | "shield" | "burst" | "arch" | "rings";
/** Where the first figure stands, and the second: centre and size in a picture of 100 by 60. */
export type Pose = readonly (readonly [x: number, y: number, size: number])[];

const POSES = {
  alone: [[50, 31, 44], [74, 44, 24]],
  pair: [[42, 30, 42], [70, 42, 30]],
  duet: [[32, 33, 38], [69, 33, 38]],
  over: [[50, 36, 40], [74, 18, 26]],
  low: [[50, 38, 40], [22, 20, 24]],
} as const satisfies Record<string, Pose>;

export interface Art {
  ground: Ground;
  /** behind, in the middle, in front */
  colours: readonly [string, string, string];
  pose: Pose;
  /** the clothes of somebody whose face is the first figure */
  clothes?: string;
}

type Row = readonly [Ground, string, string, string, keyof typeof POSES];

const COMMUNITIES: Record<string, Row> = {
  "Birdwatching Log": ["hills", "#bfe6ff", "#7cc46a", "#4f9e4a", "alone"],
  "Sourdough Swap": ["room", "#ffe3b8", "#c98b4b", "#fff4dd", "alone"],
  "Lighthouse Keepers": ["waves", "#22386b", "#2f6fae", "#ffe07a", "pair"],
  "Vintage Synth Forum": ["tiles", "#3b2a63", "#ff6fb1", "#54e0e8", "alone"],
  "Local Lost & Found": ["city", "#d9ecf7", "#8fb3c9", "#f6c453", "duet"],
  "Parking Dispute Board": ["city", "#ffd9c9", "#7d8794", "#ffffff", "pair"],
  "Hot Take Foundry": ["flames", "#4a1720", "#e2572b", "#ffc145", "pair"],
  "Anonymous Alley": ["city", "#2b2f4a", "#171a2e", "#f2c94c", "alone"],
  "Plant Parents": ["room", "#e4f3d8", "#93b98a", "#ffffff", "alone"],
  "Backyard Astronomers": ["night", "#16204a", "#2c4a36", "#ffeaa0", "low"],
  "Knit Night": ["dots", "#f7d6e3", "#e58fb1", "#fff2f7", "alone"],
  "Library Card Club": ["shelf", "#f3e2c3", "#9a6a3c", "#c9503f", "alone"],
  "Home Chefs": ["tiles", "#fff1d6", "#f4b860", "#ffffff", "alone"],
  "Retro Arcade": ["screen", "#221a4d", "#ff4fa3", "#42e6c8", "alone"],
  "Fan Theory Lab": ["blueprint", "#1d3f74", "#7fb2f0", "#ffe07a", "duet"],
  "Neighborhood Lookout": ["hills", "#ffe9c4", "#8fbf7a", "#c2684a", "over"],
  "Conspiracy Corner": ["night", "#1b1533", "#31523b", "#b7ff8a", "alone"],
  "Pet Pictures": ["dots", "#d7f0ff", "#8fd0f5", "#ffffff", "pair"],
  "Study Buddies": ["shelf", "#dfe9f7", "#5878a8", "#f2b84b", "alone"],
  "Language Exchange": ["talk", "#e0f5ea", "#7cc9a4", "#ffffff", "duet"],
  "Budget Travelers": ["waves", "#cdeeff", "#f5d79a", "#2fa3c9", "duet"],
  "Stan Brigade": ["rays", "#ffd1ea", "#ff8ac4", "#ffffff", "alone"],
  "Armchair Referees": ["stage", "#d6efcf", "#4f9e4a", "#ffffff", "pair"],
  "Coin Evangelists": ["rays", "#fff0b8", "#ffc93d", "#8a5a00", "duet"],
  "Miracle Cure Circle": ["rings", "#e9e0ff", "#b79cf2", "#ffffff", "alone"],
  "Craft Tutorials": ["tiles", "#ffe8ec", "#f5a3b3", "#ffffff", "duet"],
  "Family Photos": ["room", "#fbe6d4", "#c98f6a", "#fffaf2", "duet"],
  "Meme Workshop": ["dots", "#fff3a8", "#ffd23f", "#ffffff", "pair"],
  "Celebrity Gossip": ["stage", "#5a1440", "#c4377f", "#ffd36b", "pair"],
  "Ranked Gamers": ["screen", "#10243a", "#31c4f3", "#ffcf4d", "duet"],
  "Pundit Arena": ["stage", "#dfe3ea", "#7888a3", "#ffffff", "duet"],
  "Outrage Engine": ["flames", "#ffd9c4", "#f0603a", "#b3202c", "alone"],
  "Short Dance Clips": ["rings", "#2a1247", "#ff5fb0", "#ffe45c", "alone"],
  "Sports Superfans": ["stage", "#cfeecb", "#3f9a4c", "#ffffff", "duet"],
  "Prank Channels": ["dots", "#e8fbd0", "#a7df6a", "#ffffff", "duet"],
  "Rage Livestreams": ["screen", "#3a0f16", "#e23b3b", "#ff9c5a", "duet"],
  "Pop Fandom United": ["rays", "#e6d3ff", "#b27cf7", "#fff", "pair"],
  "Breaking News Brawl": ["burst", "#0f2a4d", "#e23b3b", "#ffd23f", "pair"],
  "Comment Section Prime": ["talk", "#ffe1d6", "#f28b6b", "#ffffff", "pair"],
};

/** Influencers are persons: a face, clothes, and what they carry. */
const CLOTHES: Record<string, readonly [clothes: string, behind: string, light: string]> = {
  "The Investor": ["#2f5d46", "#d8efdf", "#f3fff7"],
  "The Trendsetter": ["#e0529c", "#ffd9ec", "#fff4fa"],
  "The Contrarian": ["#4a4a55", "#dfe0ea", "#f7f7ff"],
  "The Troll": ["#55702c", "#dbe7bd", "#f6fbe6"],
  "Today's Main Character": ["#c4372f", "#ffe0c4", "#fff6ea"],
  "The Archivist": ["#6b4a2c", "#efe0c8", "#fffaf0"],
  "The Clout Chaser": ["#7a3fd0", "#e3d3ff", "#f8f2ff"],
  "The Homebody": ["#3f7ca8", "#d3e9f7", "#f4fbff"],
  "The Drama Reporter": ["#8a2f5e", "#f7d3e3", "#fff2f8"],
};

const KINDS: Record<Kind, Row> = {
  community: ["dots", "#e8f2e4", "#b8d8ac", "#ffffff", "alone"],
  blocker: ["hazard", "#f7c8c4", "#c0353c", "#2a1a1c", "alone"],
  hotfix: ["blueprint", "#d6e6fb", "#86b2ee", "#ffffff", "pair"],
  safeguard: ["shield", "#fdeec2", "#e5b93c", "#fff9e4", "alone"],
  influencer: ["arch", "#eadcff", "#b794f0", "#ffffff", "alone"],
  action: ["rays", "#ffe3c6", "#ffb875", "#ffffff", "alone"],
  event: ["burst", "#3a3943", "#6a6878", "#ffd36b", "alone"],
  network: ["rings", "#d3f1f2", "#7accd0", "#ffffff", "alone"],
  back: ["dots", "#34317f", "#8f8cf0", "#ffffff", "alone"],
};

export function artOf(name: string, kind: Kind): Art {
  const person = kind === "influencer" ? CLOTHES[name] : undefined;
  if (person) {
    return { ground: "arch", colours: [person[1], person[2], person[0]], pose: [[44, 24, 32], [78, 42, 26]], clothes: person[0] };
  }
  const [ground, back, middle, front, pose] = (kind === "community" ? COMMUNITIES[name] : undefined) ?? KINDS[kind];
  return { ground, colours: [back, middle, front], pose: POSES[pose] };
}
