// What the sentences of a game call its seats, where that is not their number: the page calls them so everywhere.
import type { View } from "../engine/types";
import { capital } from "../ui/words";

type Called = (view: View, seat: number) => string | undefined;

const CALLED: Record<string, Called> = {
  // Points stand in the view by colour, in the order of seats.
  "six-billion": (view, seat) => Object.keys((view["points"] as object | undefined) ?? {})[seat - 1],
};

/** Null: by its number. */
export function calledIn(game: string, view: View | null, seat: number): string | null {
  const called = view ? CALLED[game]?.(view, seat) : undefined;
  return called ? capital(called) : null;
}

/** Who plays, by what orders call them: every seat that the game does not call by its number, and who plays without a seat. */
export function playingIn(game: string, view: View | null): { word: string; called: string; seat: number | null; mark: number }[] {
  if (game !== "six-billion" || !view) {
    return [];
  }
  const { points = {}, order = [] } = view as unknown as { points?: object; order?: string[] };
  const players = Object.keys(points);
  return order.map((word) => ({
    word,
    called: capital(word),
    seat: players.includes(word) ? players.indexOf(word) + 1 : null,
    mark: ["red", "blue", "green", "black", "orange", "pink"].indexOf(word) + 1,
  }));
}
