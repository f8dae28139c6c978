// How many play a game, and how long: from the engine's own rows, without the engine, for the first page.
import { LENGTHS } from "../generated/lengths";

/** "10 to 15 min" */
export function lengthOf(game: string): string {
  const [least, most] = LENGTHS[game]?.minutes ?? [0, 0];
  return `${least === most ? `about ${least}` : `${least} to ${most}`} min`;
}
