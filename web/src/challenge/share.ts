// A finished playing in a few lines to pass on: which deal, place, points, a grid for how it went, and the link that proves it.
//
// Must never tell a card, nor anything by which a deal could be guessed.
import type { Played } from "../engine/types";
import { ordinal } from "../ui/words";
import type { Totals } from "../replay/totals";
import { dayWords, title } from "./words";

const COLUMNS = 8;
export const MEANING = "Your place in the course of the game, from left to right: the top row is the first.";

/** One's place at moments of the game, an eighth after the other; the last one is how it ended. */
export function courseOf({ plies, samples }: Pick<Totals, "plies" | "samples">, { seat, place }: Pick<Played, "seat" | "place">): number[] {
  return Array.from({ length: COLUMNS }, (_, i) => {
    const ply = ((i + 1) / COLUMNS) * plies;
    const totals = samples.findLast((sample) => sample.ply <= ply)?.totals ?? [];
    return i === COLUMNS - 1 ? place : 1 + totals.filter((one) => one > (totals[seat - 1] ?? 0)).length;
  });
}

/** A row for each place, a column for each moment. */
export function gridOf(course: readonly number[], seats: number): string {
  const sign = (place: number): string => (place === 1 ? "🟩" : place === seats ? "🟥" : "🟨");
  return Array.from({ length: seats }, (_, i) => course.map((place) => (place === i + 1 ? sign(place) : "⬜")).join("")).join("\n");
}

export function shareText(played: Pick<Played, "day" | "place" | "points">, game: string, seats: number, grid: string, link: string): string {
  const what = played.day ? `${title(game)}, the deal of ${dayWords(played.day, true)}` : `${title(game)}, a challenge`;
  return [`Billions: ${what}`, `${ordinal(played.place)} of ${seats}, ${played.points.toLocaleString("en")} points`, grid, link].join("\n");
}
