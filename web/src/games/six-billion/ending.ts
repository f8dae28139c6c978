// When the next step would end the game: said before it is made, while it is asked, and as long as a token stands one before the end.
//
// Must never hold a number of the board: how long a track is comes with the site. Whether the game is over says the engine alone.
import type { Parts } from "../../generated/six-billion";
import { list, within } from "../../ui/words";
import { fullness, lastTurnOf, type Site, type SixView } from "./view";
import { capital, siteName } from "./words";

/** The tracks whose last number ends the game. */
export function endsAtLast({ site }: Site): boolean {
  return site === "earth" || site === "belt";
}

const nobody = (view: SixView, site: string): boolean => Object.values(view.tracks[site] ?? {}).every((people) => !people);

/** The one site where nobody lives yet, if it is one. */
function lastEmpty(view: SixView, sites: readonly Site[]): string | null {
  const [only, ...others] = sites.filter(({ site }) => nobody(view, site));
  return only && others.length === 0 ? only.site : null;
}

function reachesLast(view: SixView, sites: readonly Site[], colour: string, where: string | undefined): boolean {
  const site = sites.find((one) => one.site === where);
  return site !== undefined && endsAtLast(site) && (view.tracks[site.site]?.[colour] ?? 0) * 2 === site.last;
}

/** Whether a move, if nobody stops it, ends the game. */
export function moveEnds(view: SixView, sites: readonly Site[], move: Parts): boolean {
  switch (move.verb) {
    case "grow":
    case "double":
    case "recycle":
      return reachesLast(view, sites, move.faction ?? view.to_move, move.site);
    case "settle":
      return lastEmpty(view, sites) === move.site;
    default:
      return false;
  }
}

/** Whether what one is asked about in another's turn, a doubling, ends the game. */
export function askedEnds(view: SixView, sites: readonly Site[]): boolean {
  const { event, pending } = view;
  const asked = view.windows.at(-1)?.window;
  if (asked === "consent" && pending) {
    return pending.card.startsWith("double") && reachesLast(view, sites, pending.faction, pending.from);
  }
  return (asked === "cancel" || asked === "consent") && event !== undefined && !/^(colony|migrants)/.test(event.card ?? "") && reachesLast(view, sites, event.faction, event.site);
}

/** Said beside the question, and of a move that lets it come. */
export const UNSTOPPED = "If nobody stops it, this ends the game.";
/** Said of a move that brings it about. */
export const ENDS = "This ends the game.";

/** What stands beside a question; of a move: whether it ends the game, or lets it end. */
export function warningsOf(view: SixView, sites: readonly Site[], called: (colour: string) => string, move?: Parts): string[] {
  if (move) {
    return moveEnds(view, sites, move) ? [ENDS] : (move.verb === "pass" || move.verb === "consent") && askedEnds(view, sites) ? [UNSTOPPED] : [];
  }
  return askedEnds(view, sites) ? [UNSTOPPED] : nearEnd(view, sites, called);
}

/** What ends this game, and how near that is, in few words: said all the time. */
export function endsWhen(view: SixView, sites: readonly Site[]): string {
  const long = sites.filter(endsAtLast);
  const most = Math.max(0, ...long.flatMap(({ site }) => Object.values(view.tracks[site] ?? {})));
  const settled = sites.filter(({ site }) => !nobody(view, site)).length;
  return `Ends at ${Math.max(...long.map(({ last }) => last))} on ${list(long.map(({ site }) => capital(site)), "or")} (now ${most}), or all ${sites.length} sites (now ${settled})`;
}

/** What everybody should have in mind: who stands one before the end, the last site that is empty, the last turn. */
export function nearEnd(view: SixView, sites: readonly Site[], called: (colour: string) => string): string[] {
  const close = sites.filter(endsAtLast).flatMap((one) => {
    const { site, last } = one;
    const who = Object.entries(view.tracks[site] ?? {}).flatMap(([colour, people]) => (people * 2 === last ? [within(called(colour))] : []));
    const itself = (fullness(view, one) ?? 0) < 4 ? " That comes by itself at the start of a turn." : "";
    return who.length > 0 ? [`One more doubling at ${siteName(site)} ends the game: ${list(who)} ${who.length === 1 && who[0] !== "you" ? "stands" : "stand"} on ${last / 2}.${itself}`] : [];
  });
  const empty = lastEmpty(view, sites);
  return [...close, ...(view.turn === lastTurnOf(view) ? ["This turn is the last one: then the game ends."] : []), ...(empty ? [`Only ${siteName(empty)} is empty: whoever settles there ends the game.`] : [])];
}
