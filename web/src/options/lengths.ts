// How many play a game, and how long: from the engine's own rows, without the engine, for the first page.
import { LENGTHS } from "../generated/lengths";

/** "2 to 4 seats, 10 to 15 minutes" */
export function lengthOf(game: string): string {
  const facts = LENGTHS[game];
  if (!facts) {
    return "";
  }
  const [least, most] = facts.minutes;
  return `${facts.seats[0]} to ${facts.seats[1]} seats, ${least === most ? `about ${least}` : `${least} to ${most}`} minutes`;
}
