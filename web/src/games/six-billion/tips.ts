// One sentence for every thing on the map and in the order of turn: what it is, and what it is good for now. Shown where one points,
// presses long or goes by keys (Tips.svelte).
//
// Must never hold a number of the board that the edition has: limits, lengths and worths come with the site.
import { DOUBLE } from "./map/geometry";
import { docked, lastTurnOf, limitWords, playersOf, stationsOf, type Box, type Leader, type Site, type SixView } from "./view";
import { endsAtLast } from "./ending";
import { list } from "../../ui/words";
import { siteName } from "./words";

/** How a colour is called: "Pavel", "You", "Neutral Pink". */
export type Called = (colour: string) => string;

/** From these numbers on people leave without the token being halved: the blue and the orange rings of the board. */
export const FREE = { one: 8, two: 32 };

const place = (site: string): string => (site === "belt" ? "the Asteroid Belt" : siteName(site));

/** How a place is shared (SIX-253 to SIX-255). */
export const TIES = "Who ties shares the place: each gets one point less for every other there, Neutrals too, but at least one.";

/** That Discovery cards are one thing and the Discovery Track another, with the track and without it. */
export const DISCOVERIES = {
  on: "They are in every game; some of them name a Discovery Track, which is played with here.",
  off: "They are in every game. The Discovery Track is something else, and is not played with here.",
};

/** What the band of a track is, and its shade. */
export const bandTip = (site: Site, view: SixView): string => `The track of ${place(site.site)}; its shade says how full it is. ${limitWords(view, site)}.`;

/** What a number of a track means for whoever stands on it. */
export function stationTip(site: Site, people: number, there: readonly string[], called: Called): string {
  const ends = people === site.last && endsAtLast(site);
  const sends =
    people >= FREE.two
      ? "From the orange ring on two billion may leave in a turn, and the token stays."
      : people >= FREE.one
        ? "From the blue ring on one billion may leave in a turn and costs nothing. If a second one leaves in the same turn, the token falls to half."
        : people > 1
          ? "Whoever sends people from here is halved."
          : "One billion is too few to send anybody.";
  return [
    `${siteName(site.site)}, ${people} billion.`,
    there.length > 0 ? `${list(there.map(called))} ${there.length === 1 && there[0] && called(there[0]) !== "You" ? "stands" : "stand"} here.` : "",
    people === site.limit ? "The red ring is the growth limit: once this track is full up to here, nobody doubles freely on it." : "",
    ends ? "Whoever comes here ends the game." : sends,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What waits in half a holding box, and for what. */
export function dockTip(site: string, half: keyof Box, double: boolean, view: SixView, called: Called): string {
  const ships = docked(view, site, half);
  const who = half === "colonies" ? "New colonies" : "Migrants";
  return [
    `${who} for ${place(site)} wait here; they land at the start of their owner's next turn.`,
    double ? "×2: only two billion together can settle here." : "",
    ships.length > 0 ? `Now: ${list(ships.map(({ colour, billions }) => `${called(colour)} with ${billions}`))}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What a site is worth, to whom, and how long people grow there by themselves. */
export function siteTip(site: Site, leaders: readonly Leader[], agenda: string | undefined, called: Called): string {
  const [first, second, third] = site.worth;
  return [
    `${siteName(site.site)}: ${first}, ${second} and ${third} points at the end for the most, second and third most people.`,
    leaders.length > 0 ? `As it stands: ${list(leaders.map(({ colour, points, twice }) => `${called(colour)} ${points}${twice ? ` (twice ${points / 2}, by ${twice})` : ""}`))}.` : "",
    site.limit === null ? "Nothing limits growth here." : `Free doubling stops about ${site.limit}.`,
    TIES,
    endsAtLast(site) ? `Whoever reaches ${site.last} here ends the game.` : "",
    agenda === site.site ? "It is your Hidden Agenda: your points here count double, and only you see them so before the end." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The goal in a sentence or two, for who looks. */
export function goalOf(view: SixView, own: string, sites: readonly Site[]): string {
  const agenda = view.agendas[own];
  const long = sites.filter(({ site }) => site === "earth" || site === "belt").map((site) => Math.max(...stationsOf(site)));
  const secret = agenda && agenda !== "?" ? ` Your Hidden Agenda is ${place(agenda)}: your points there count double.` : "";
  const last = lastTurnOf(view);
  return `You win by points: have the most people on as many planets as you can.${secret} It ends when somebody reaches ${Math.max(...long)} on Earth or the Asteroid Belt, or every site is settled${last ? `, and after turn ${last} at the latest` : ""}.`;
}

/** The Discovery cards of a colour, as far as who looks knows them. */
export function findsOf(view: SixView, colour: string): string[] {
  return (view.discoveries[colour] ?? []).map((find) => {
    const [name = "?", up] = find.split(" ");
    return name === "?" ? "a hidden card" : `${siteName(name)}${up ? " (face up)" : ""}`;
  });
}

/** People on all tracks, in billions, on how many sites, and how many wait in boxes. */
export function peopleOf(view: SixView, colour: string): { billions: number; sites: number; waiting: number } {
  const homes = Object.values(view.tracks).flatMap((there) => there[colour] ?? []);
  const waiting = Object.keys(view.boxes).reduce((sum, site) => sum + [...docked(view, site, "colonies"), ...docked(view, site, "migrants")].reduce((all, ship) => all + (ship.colour === colour ? ship.billions : 0), 0), 0);
  return { billions: homes.reduce((sum, people) => sum + people, 0), sites: homes.length, waiting };
}

/** Why `own` decides for a Neutral: the first of the rule's measures (SIX-10.1 of the rulebook) that sets it apart from the other players. */
export function controlReason(view: SixView, own: string): string {
  const others = playersOf(view).filter((colour) => colour !== own);
  const tokens = (colour: string): number => Object.values(view.tracks).filter((there) => there[colour]).length;
  const boxes = (colour: string): number =>
    Object.entries(view.boxes).reduce((sum, [site, there]) => {
      const { colonies = 0, migrants = 0 } = there[colour] ?? {};
      return sum + (DOUBLE.has(site) ? colonies + migrants : Number(colonies > 0) + Number(migrants > 0));
    }, 0);
  const points = (colour: string): number => view.points[colour] ?? 0;
  const measures: [(colour: string) => number, string][] = [
    [tokens, "you live on the fewest sites"],
    [boxes, "of those on the fewest sites, you have the fewest tokens waiting in boxes"],
    [points, "of those on the fewest sites, you have the fewest points from cards played for others (points at sites do not count for this)"],
  ];
  let tied = others;
  for (const [measure, words] of measures) {
    tied = tied.filter((colour) => measure(colour) <= measure(own));
    if (tied.length === 0) {
      return words;
    }
  }
  return "several players live on as few sites as you, and it falls to you";
}
