// Whether a sacrifice gives more than it must (OBU-53 to 55): said before it happens, never forbidden. Toxic Culture goes for three Toxicity.
import { cardOf, type Box } from "./cards";
import type { Move } from "./moves";
import type { ObuView } from "./view";

const NEEDED = 3;

/** A sentence, if another sacrifice would be enough and cost fewer Users, or if nothing need be given any more; "" if it is fine. */
export function wasteOf(move: Move, moves: readonly Move[], view: ObuView, box: Box): string {
  const platform = view.platforms[(view.turn ?? 1) - 1];
  if (move.verb !== "sacrifice" || move.thing === undefined || (!platform?.blocker && view.given === undefined)) {
    return "";
  }
  const missing = NEEDED - (view.given ?? 0);
  if (missing <= 0) {
    return `The Blocker is paid for: ${move.thing} would go for nothing. Press again to give it all the same, or be done.`;
  }
  const card = cardOf(box, move.thing);
  const enough = moves
    .flatMap(({ verb, thing }) => (verb === "sacrifice" && thing !== undefined && thing !== move.thing ? [cardOf(box, thing)] : []))
    .filter((other) => other.toxicity >= missing && other.users < card.users)
    .sort((a, b) => a.users - b.users)[0];
  return enough
    ? `${enough.name} would be enough, with ${enough.users} M instead of ${card.users} M Users. Press again to give ${move.thing} all the same.`
    : "";
}
