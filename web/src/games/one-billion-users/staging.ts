// One Billion Users: what each kind of event is worth to who looks, and what is drawn of it.
//
// Must never find out by itself what happened (../scene.ts).
import type { Entry, Happening, View } from "../../engine/types";
import type { Parts } from "../../generated/one-billion-users";
import { launchesOf, REVEAL } from "./launches";
import { sceneOf, scenesOf, type Kind, type Scene, type Weight } from "../scene";
import { endsAmong, type ObuView } from "./view";
import pictures from "./cards/pictures.json?emoji";

export const KINDS: Record<string, Kind> = {
  dealt: { weight: "nothing" },
  chose: { weight: "nothing" },
  deck: { weight: "nothing" },
  first: { weight: "nothing" },
  turn: { weight: "nothing" },
  launched: { weight: "grand" },
  network: { weight: "routine" },
  returned: { weight: "routine" },
  drew: { weight: "routine" },
  took: { weight: "routine" },
  ground: { weight: "routine" },
  discarded: { weight: "routine" },
  uncovered: { weight: "routine" },
  stayed: { weight: "routine" },
  "passed-on": { weight: "routine" },
  // What follows each of these says the same, and what came of it.
  influencer: { weight: "routine" },
  active: { weight: "routine" },
  pushed: { weight: "routine" },
  joined: { weight: "grand", harms: "b", byOthers: true, fated: true },
  blocked: { weight: "news", harms: "b" },
  taken: { weight: "news", harms: "b", byOthers: true, fated: true },
  dropped: { weight: "news", harms: "seat", byOthers: true, fated: true },
  removed: { weight: "news", fated: true },
  countered: { weight: "grand", harms: "b", byOthers: true },
  "push-countered": { weight: "grand" },
  milestone: { weight: "grand", fated: true },
  event: { weight: "grand", fated: true },
  "game-over": { weight: "grand", fated: true },
};

/** A turn is two or three steps, of which each can be followed: a card drawn or put away, a card played. In milliseconds at the usual pace. */
const LENGTH: Partial<Record<Weight, number>> = { routine: 600, news: 800 };
/** A card played against a rival. */
const AGAINST = 1000;
/** Three rivals who draw, play and attack. */
export const round = 7500;

/** On the platform; the signs of the Milestones lie in the middle. */
export const earned = (label: string, seat: number): string[] => [...(label === "Milestones" ? [".milestones"] : []), `[data-platform="${seat}"]`];

export function late(view: View): boolean {
  const last = endsAmong(view as ObuView);
  return last > 0 && (view as ObuView).deck.length <= last;
}

/** What the picture is of: the kind's own card, where that is not the one that the move names. */
const OF_ITSELF = ["event", "influencer", "joined", "stayed", "active", "resolved", "poked", "pushed", "push-countered", "dropped", "taken", "removed", "uncovered", "no-effect", "game-over"];
const MILESTONES = ["One Billion", "Two Billion", "Three Billion"];
const NAMES = Object.keys(pictures).sort((a, b) => b.length - a.length);

/** The card that a sentence names first. */
export function namedIn(text: string): string | null {
  let found: string | null = null;
  let first = Infinity;
  for (const name of NAMES) {
    const at = text.indexOf(name);
    if (at >= 0 && at < first) {
      [found, first] = [name, at];
    }
  }
  return found;
}

function drawn(event: Happening, entry: Entry): Pick<Scene, "card" | "place" | "to"> {
  const text = event.text ?? "";
  if (event.kind === "milestone") {
    return { card: null, to: [`[data-anchor="seat-${event.seat}"]`], place: `milestone ${MILESTONES.findIndex((name) => text.includes(name)) + 1}` };
  }
  const parts = (entry.parts ?? {}) as Partial<Parts>;
  const named = parts.community ?? parts.blocker ?? parts.hotfix ?? parts.safeguard ?? parts.influencer ?? parts.card ?? null;
  if (event.kind === "ground" && (named === null || named === "?")) {
    return { card: null, place: "back" }; // it lies face down
  }
  return { card: OF_ITSELF.includes(event.kind) || named === null ? namedIn(text) : named, place: null };
}

export function stage(entry: Entry, you: number | null): Scene | null {
  const scene = sceneOf(entry, you, KINDS, drawn);
  const launches = launchesOf(entry).length;
  const length = !scene ? undefined : scene.weight === "news" && scene.target !== null ? AGAINST : LENGTH[scene.weight];
  // All of it is one thing that happens, and no one seat's doing.
  return scene && launches > 0 ? { ...scene, seat: 0, weight: "grand", target: null, card: null, place: "launch", text: "All launch at once; then Influencers and Events are shuffled into the deck.", stands: REVEAL } : scene && length !== undefined ? { ...scene, length } : scene;
}

/** What a rival threw away or ground is worth a line afterwards: a turn of which nothing is told seems not to have been. */
const AFTERWARDS: Record<string, Kind> = { ...KINDS, discarded: { weight: "news" }, ground: { weight: "news" } };
/** A Push that is answered before it moves anybody: what answers it is told in the next entry, and this is its cause. */
const answered = (kinds: readonly string[]): boolean => kinds.includes("pushed") && !kinds.includes("joined") && !kinds.includes("stayed");

/** What is told of an entry afterwards. That a Blocker is gone needs no line of its own beside the card that took it away,
    and the last card that was ground none beside the Blocker that is gone. */
export function scenes(entry: Entry, you: number | null): Scene[] {
  const kinds = (entry.events ?? []).map(({ kind }) => kind);
  const said = kinds.includes("fixed") || kinds.includes("guarded") ? "resolved" : kinds.includes("resolved") ? "ground" : null;
  const told = (entry.events ?? []).filter(({ kind }) => kind !== said);
  return entry.kind === "move" && launchesOf(entry).length === 0 ? scenesOf({ ...entry, events: told }, you, answered(kinds) ? { ...AFTERWARDS, pushed: { weight: "news" } } : AFTERWARDS, drawn) : [];
}
