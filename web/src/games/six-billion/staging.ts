// 6 Billion: what each kind of event is worth to who looks, and what is drawn of it.
//
// Must never find out by itself what happened (../scene.ts).
import type { Entry, Happening, View } from "../../engine/types";
import { CARDS, type Parts } from "../../generated/six-billion";
import { heavier, sceneOf, type Kind, type Scene } from "../scene";
import { SIGNS } from "./map/shapes";
export { goesBackFurther } from "./ask/turnEnd";
import { COLOURS, lastTurnOf, markOf, playersOf, seatOf, type SixView } from "./view";
import { cardLook, siteName } from "./words";

export const KINDS: Record<string, Kind> = {
  agenda: { weight: "nothing" },
  dealt: { weight: "nothing" },
  turn: { weight: "nothing" },
  control: { weight: "nothing" },
  cup: { weight: "nothing" },
  "face-up": { weight: "nothing" },
  growing: { weight: "nothing" },
  "no-migrant": { weight: "nothing" },
  spent: { weight: "nothing", harms: "a", byOthers: true },
  points: { weight: "nothing" },
  removed: { weight: "nothing" },
  reshuffled: { weight: "nothing" },
  "no-loss": { weight: "nothing" },
  grew: { weight: "routine" },
  doubled: { weight: "routine", costs: true },
  settled: { weight: "routine", costs: true },
  discarded: { weight: "routine" },
  stopped: { weight: "nothing" },
  "hand-goes": { weight: "routine" },
  drew: { weight: "routine" },
  took: { weight: "routine" },
  found: { weight: "routine" },
  returned: { weight: "routine" },
  kept: { weight: "routine" },
  dropped: { weight: "routine" },
  consented: { weight: "routine" },
  lost: { weight: "news", harms: "a", byOthers: true },
  trouble: { weight: "news", harms: "b", byOthers: true },
  war: { weight: "news", harms: "seat", byOthers: true },
  failed: { weight: "news", harms: "b", byOthers: "event" },
  "no-longer": { weight: "news", harms: "seat", byOthers: true },
  offered: { weight: "news", asks: true },
  refused: { weight: "news", harms: "b", byOthers: true },
  cancels: { weight: "grand" },
  responds: { weight: "grand", harms: "c", byOthers: true },
  over: { weight: "grand" },
};

/** At the site that the line is called after: the seat's token there, or the site. */
export function earned(label: string, seat: number): string[] {
  const site = SITES.find((one) => siteName(one) === label);
  return site ? [`[data-token="${COLOURS[seat - 1] ?? ""}@${site}"]`, `[data-site="${site}"]`] : [];
}

/** The last three turns, the last empty world, or a token two doublings before the end. */
export function late(seen: View): boolean {
  const view = seen as SixView;
  const { tracks } = view;
  const empty = Object.values(tracks).filter((track) => Object.values(track).every((people) => !people)).length;
  const greatest = Math.max(0, ...[tracks["earth"], tracks["belt"]].flatMap((track) => Object.values(track ?? {})));
  return view.turn > (lastTurnOf(view) ?? Infinity) - 3 || empty === 1 || greatest >= GREAT / 2;
}

/** Moves without a card of the hand that are drawn as one. */
const DRAWN: Record<string, string> = { send: "migrants", discover: "discovery", reveal: "discovery" };

/** Of these the sentence names the cards: what was stopped first, what stopped it last. */
const OF_TEXT = ["no-longer", "responds", "refused", "failed"];
const NAMES = new Map(Object.entries(CARDS).map(([code, words]) => [words?.name ?? code, code]).reverse() as [string, string][]);
const NAMED = new RegExp([...NAMES.keys()].sort((one, other) => other.length - one.length).join("|"), "g");

/** Events that tell how many people a token has now: of which faction, where, on which level. */
export const GROWN = ["grew", "doubled", "settled"];
const TOKENS = [...GROWN, "spent"];

/** The world where an event leaves a token, with whose it is and how many people are there; of a box how many have gone. */
function left({ kind, seat, a, b, c }: Happening): Required<Pick<Scene, "place" | "detail" | "to">> | null {
  const [faction = -1, at = -1, people] = kind === "war" ? [seat - 1, a, 2 ** ((b ?? 1) - 1)] : kind === "lost" ? [a, c, -(b ?? 0)] : TOKENS.includes(kind) ? [a, b, 2 ** ((c ?? 1) - 1)] : [];
  const [colour, site] = [COLOURS[faction], SITES[at]];
  return colour && site ? { place: site, detail: `${colour} ${people}`, to: [`[data-token="${colour}@${site}"]`, `[data-site="${site}"]`] } : null;
}

/** The card and the place that the move or the sentence names, and what is seen of it in the middle of the table; without a sign to draw, neither: the sign
 *  of who acts is drawn alone. */
function drawn(event: Happening, entry: Entry): Pick<Scene, "card" | "place" | "detail" | "to"> {
  const { verb, cancel, response, card, cards, distance, to, site } = (entry.parts ?? {}) as Partial<Parts>;
  const named = OF_TEXT.includes(event.kind) ? ((event.text ?? "").match(NAMED) ?? []).map((name) => NAMES.get(name) ?? "") : [];
  const played = named.at(-1) ?? cancel ?? response ?? cards?.[0] ?? card ?? (verb === "colony" || verb === "migrants" ? `${verb}${distance}` : (DRAWN[verb ?? ""] ?? verb ?? null));
  const place = to ?? site ?? null;
  const known = SIGNS[cardLook(played ?? "", undefined).base] ? { card: played ?? null, place } : { card: null, place: null };
  const spot = left(event);
  const acts = place ? `[data-site="${place}"]` : '[data-anchor="discard"]';
  return { ...known, detail: event.kind === "over" ? SUN : named.length > 1 ? `${OVER}${named[0]}` : "", to: [acts], ...spot };
}

/** What is drawn besides worlds and cards: the Sun, at the end; and a card that lies on the one it has stopped. */
export const SUN = "the Sun";
export const OVER = "over ";

/** That a token was halved says nothing of who sent people from it, and where to: that stands before it. */
function withItsCard(scene: Scene | null, entry: Entry): Scene | null {
  const halved = entry.events?.find(({ kind }) => kind === "spent");
  const sent = entry.events?.find(({ kind }) => kind === "sent");
  return scene && halved && sent && scene.text === halved.text ? { ...scene, text: `${sent.text} ${halved.text}` } : scene;
}

const ACTS = new RegExp(`^(?:Neutral )?(${COLOURS.join("|")})\\b`, "i");

/** The sign is of who acts in the sentence, Neutrals too: one's own answer to a question may only have let it happen. Nobody's is 0. */
function signed(scene: Scene, entry: Entry, you: number | null): Scene {
  const acts = ACTS.exec(scene.text)?.[1];
  if (acts) {
    return { ...scene, mark: markOf(acts.toLowerCase()) };
  }
  const event = entry.events?.find(({ text }) => text === scene.text);
  return scene.seat === you && scene.weight !== "harm" && event && event.seat !== you && !/^Your?\b/.test(scene.text) ? { ...scene, mark: event.seat } : scene;
}

export function stage(entry: Entry, you: number | null, view: View | null = null): Scene | null {
  const scene = staged(entry, you);
  return worlds(entry, view as SixView | null).reduce(heavier, scene && signed(scene, entry, you));
}

function staged(entry: Entry, you: number | null): Scene | null {
  const scene = withItsCard(sceneOf(entry, you, KINDS, drawn), entry);
  // Whoever passes last carries out what others decided: the sign is of whom it happens to, not of who passed.
  if (scene && (entry.parts as Partial<Parts> | undefined)?.verb === "pass") {
    const event = entry.events?.find(({ text }) => text === scene.text);
    const kind = KINDS[event?.kind ?? ""];
    const seat = kind?.harms === "seat" ? event?.seat : kind?.harms ? (event?.[kind.harms] ?? -1) + 1 : event?.seat;
    return seat ? { ...scene, seat, target: null } : scene;
  }
  return scene;
}

/** Sites as events count them. */
export const SITES = ["mercury", "venus", "earth", "mars", "belt", "jupiter", "saturn", "uranus", "neptune", "pluto"];
/** So many people in one place are nearly all that there is room for. */
const GREAT = 512;

/** A world that somebody is the first to settle, and a token that becomes so great: the world itself has the middle of the table. */
function worlds(entry: Entry, view: SixView | null): Scene[] {
  return (entry.events ?? []).flatMap((event) => {
    const { kind, text, a = -1, c = 1 } = event;
    const spot = GROWN.includes(kind) ? left(event) : null;
    const first = kind === "settled" && view !== null && Object.values(view.tracks[spot?.place ?? ""] ?? {}).every((there) => !there);
    const great = kind !== "settled" && 2 ** (c - 1) >= GREAT;
    const colour = COLOURS[a] ?? "";
    return text && spot && (first || great) ? [{ number: entry.number, seat: view ? seatOf(view, colour) : 0, mark: markOf(colour), target: null, weight: "grand", text, card: first ? "colony" : "double", fated: true, ...spot }] : [];
  });
}
/** Where sent people go: the part of an event that holds a route has it above the rest. */
const goesTo = (route: number): string => SITES[(route >> 8) & 15] ?? "";

/** What others did at a site that concerns who looks: came to live there, or have just got ahead at that of the Hidden Agenda. Such a thing is told whoever's answer let it happen. */
function near(event: Happening, entry: Entry, you: number, view: SixView): Scene | null {
  const own = playersOf(view)[you - 1] ?? "";
  const site = SITES[event.b ?? -1] ?? "";
  const people = 2 ** ((event.c ?? 1) - 1);
  const lives = view.tracks[site]?.[own] ?? 0;
  const dear = site === view.agendas[own];
  const others = event.a !== undefined && event.a !== you - 1 && event.text !== undefined;
  const overtakes = dear && (event.kind === "grew" || event.kind === "doubled") && people > lives && people <= 2 * lives;
  const tells = overtakes || (event.kind === "settled" && (dear || lives > 0));
  return others && tells
    ? signed({ number: entry.number, seat: 0, target: null, weight: "news", text: event.text ?? "", card: event.kind === "settled" ? "colony" : "double", place: site, mine: true, dear, fated: true }, { ...entry, seat: 0 }, you)
    : null;
}

/** What is told afterwards: the heaviest of each entry, and beside it what concerns the own sites, that of the Hidden Agenda before all. */
export function scenes(entry: Entry, you: number | null, seen: View | null): Scene[] {
  const scene = stage(entry, you);
  const view = seen as SixView | null;
  if (!scene || you === null || !view) {
    return scene ? [scene] : [];
  }
  const own = playersOf(view)[you - 1] ?? "";
  const great = worlds(entry, view);
  const beside = (entry.events ?? []).flatMap((event) => near(event, entry, you, view) ?? []);
  const sent = entry.events?.find(({ kind, text }) => kind === "sent" && text !== undefined && scene.text.startsWith(text));
  const to = sent?.b === undefined ? "" : goesTo(sent.b);
  const dear = to !== "" && to === view.agendas[own];
  const told = dear || (to !== "" && (view.tracks[to]?.[own] ?? 0) > 0) ? { ...scene, mine: true, dear } : scene;
  // What one has played oneself is known, also where another's consent carried it out.
  const known = scene.weight !== "harm" && /^You (play|offer)\b/.test(scene.text);
  const others = [...(known || beside.some(({ text }) => text === scene.text) ? [] : [told]), ...beside];
  return [...great, ...others.filter(({ text }) => !great.some((one) => one.text === text))];
}
