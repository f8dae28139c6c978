// One Billion Users: what each kind of event is worth to who looks, and what is drawn of it.
//
// Must never find out by itself what happened (../scene.ts).
import type { Entry, Happening } from "../../engine/types";
import type { Parts } from "../../generated/one-billion-users";
import { launchesOf, REVEAL } from "./launches";
import { sceneOf, type Kind, type Scene } from "../scene";

const KINDS: Record<string, Kind> = {
  dealt: { weight: "nothing" },
  chose: { weight: "nothing" },
  deck: { weight: "nothing" },
  first: { weight: "nothing" },
  turn: { weight: "nothing" },
  launched: { weight: "halt" },
  network: { weight: "routine" },
  returned: { weight: "routine" },
  drew: { weight: "routine" },
  took: { weight: "routine" },
  ground: { weight: "routine" },
  discarded: { weight: "routine" },
  uncovered: { weight: "routine" },
  stayed: { weight: "routine" },
  "passed-on": { weight: "routine" },
  joined: { weight: "news", harms: "b", byOthers: true },
  blocked: { weight: "news", harms: "b" },
  taken: { weight: "news", harms: "b", byOthers: true },
  dropped: { weight: "news", harms: "seat", byOthers: true },
  countered: { weight: "halt", harms: "b", byOthers: true },
  "push-countered": { weight: "halt" },
  milestone: { weight: "halt" },
  event: { weight: "halt" },
  "game-over": { weight: "halt" },
};

/** The card that the move names; what is drawn by chance, as Events, has none. */
function drawn(event: Happening, entry: Entry): { card: string | null; place: null } {
  const parts = (entry.parts ?? {}) as Partial<Parts>;
  const named = parts.community ?? parts.blocker ?? parts.hotfix ?? parts.safeguard ?? parts.influencer ?? parts.card ?? null;
  const chance = ["event", "influencer", "game-over", "drew"].includes(event.kind);
  return { card: chance ? null : named, place: null };
}

export function stage(entry: Entry, you: number | null): Scene | null {
  const scene = sceneOf(entry, you, KINDS, drawn);
  const launches = launchesOf(entry).length;
  // All of it is one thing that happens, and no one seat's doing.
  return scene && launches > 0 ? { ...scene, seat: 0, weight: "halt", target: null, card: null, text: "All launch at once.", stands: REVEAL } : scene;
}
