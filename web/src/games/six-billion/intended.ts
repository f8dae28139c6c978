// What a card that cannot be used now is for, as moves to ask the engine about: its reason names the rule.
//
// Must never say by itself why something cannot be done.
import { docked, playersOf, neutralsOf, type Board, type SixView } from "./view";
import { cardLook } from "./words";

const largestFirst = (view: SixView, colour: string): string[] =>
  Object.keys(view.tracks)
    .filter((site) => view.tracks[site]?.[colour])
    .sort((one, two) => (view.tracks[two]?.[colour] ?? 0) - (view.tracks[one]?.[colour] ?? 0));

/** The best attempt first. */
export function intended(code: string, view: SixView, own: string, board: Board): string[] {
  const look = cardLook(code, board.cards.get(code));
  const others = playersOf(view).filter((colour) => colour !== own);
  const whose = look.target === "own" ? [own] : look.target === "neutral" ? neutralsOf(view) : others;
  const faction = (colour: string): string => (look.target === "own" ? "" : `${colour} `);
  switch (look.base) {
    case "discovery":
      return ["discover"];
    case "double":
      return whose.flatMap((colour) => largestFirst(view, colour).map((site) => `double ${faction(colour)}${site}`));
    case "recycle":
      return largestFirst(view, own)
        .reverse()
        .map((site) => `recycle ${site}`);
    case "trouble":
    case "home": {
      const half = look.base === "trouble" ? "colonies" : "migrants";
      const waiting = board.sites.flatMap(({ site }) => docked(view, site, half).filter(({ colour }) => colour !== own).map(({ colour }) => `${look.base} ${colour} ${site}`));
      return [...waiting, `${look.base} ${others[0] ?? own} mars`];
    }
    case "colony":
    case "migrants":
      return whose.flatMap((colour) =>
        largestFirst(view, colour)
          .slice(0, 1)
          .flatMap((from) =>
            board.sites
              .filter(({ site }) => site !== "earth" && !view.tracks[site]?.[colour])
              .map(({ site }) => `${look.base} ${look.distance ?? 0} ${faction(colour)}${from} ${site}`),
          ),
      );
    default:
      return [look.base];
  }
}
