// A finished playing in a few lines to pass on: which deal, place, points, a row of signs for how it went, and the link that proves it.
//
// Must never tell a card, nor anything by which a deal could be guessed.
import type { Played } from "../engine/types";
import { ordinal } from "../ui/words";
import type { Totals } from "../replay/totals";
import { dayWords, title } from "./words";

const SIGNS = 8;
export const MEANING = "🟩 ahead of all, 🟨 in between, 🟥 behind all";

/** One's rank at moments of the game, from its first to its last tenth: ahead of all, behind all, or in between. */
export function courseOf({ plies, samples }: Pick<Totals, "plies" | "samples">, seat: number): string {
  return Array.from({ length: SIGNS }, (_, i) => {
    const ply = ((i + 1) / SIGNS) * plies;
    const totals = samples.findLast((sample) => sample.ply <= ply)?.totals ?? [];
    const own = totals[seat - 1] ?? 0;
    const others = totals.filter((_one, at) => at !== seat - 1);
    return others.every((one) => own > one) ? "🟩" : others.every((one) => own < one) ? "🟥" : "🟨";
  }).join("");
}

export function shareText(played: Pick<Played, "day" | "place" | "points">, game: string, seats: number, course: string, link: string): string {
  const what = played.day ? `${title(game)}, the deal of ${dayWords(played.day, true)}` : `${title(game)}, a challenge`;
  return [`Billions: ${what}`, `${ordinal(played.place)} of ${seats}, ${played.points.toLocaleString("en")} points`, course, link].join("\n");
}
