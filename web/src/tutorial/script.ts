// Plays what the others do in a lesson: the moves that are written down, in turn; whatever else they are asked they pass.
//
// Must never play for the learner, and stops where nothing is written: the lesson then waits.
import type { Answers, Asks, What } from "../engine/types";

export type Ask = <W extends What>(what: W, about: Asks<W>) => Promise<Answers<W>>;

export const LEARNER = 1;

/** Who sits there besides, seat by seat from the second on: persons, so that one learns against somebody. */
const RIVALS: Record<string, readonly string[]> = {
  "one-billion-users": ["otto", "mara", "bruno", "lola", "greta"],
  "six-billion": ["ilse", "rosa", "cosmo", "henrik", "tilda"],
};

export function playersOf(game: string, seats: number, level = "easy"): ({ name: string } | { bot: string })[] {
  return Array.from({ length: seats }, (_, i) => {
    const person = RIVALS[game]?.[i - 1];
    return i + 1 === LEARNER ? { name: "You" } : { bot: person ? `${level}:person=${person}` : level };
  });
}

/** Gives back the moves that could not be made: none, unless a lesson is wrong. `made` is called after each. */
export async function playOthers(ask: Ask, match: number, moves: readonly string[], made: () => Promise<void> = async () => undefined): Promise<string[]> {
  const left = [...moves];
  for (;;) {
    const seat = (await ask("look", { match })).asked?.seats[0];
    if (seat === undefined || seat === LEARNER) {
      return left;
    }
    const can = (await ask("look", { match, viewer: seat })).asked?.you?.moves ?? [];
    const next = left[0];
    const move = next !== undefined && can.includes(next) ? next : can.includes("pass") ? "pass" : undefined;
    if (move === undefined) {
      return left;
    }
    if (move === next) {
      left.shift();
    }
    await ask("play", { match, move, seat, time: Date.now() });
    await made();
  }
}
