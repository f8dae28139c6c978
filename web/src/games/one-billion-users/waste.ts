// What is said before a sacrifice happens, never forbidden: that it gives more than it must (OBU-53 to 55), or that it costs much. Toxic
// Culture goes for three Toxicity.
import { CARDS } from "../../generated/one-billion-users";
import { cardOf, type Box } from "./cards/cards";
import type { Move } from "./moves";
import type { ObuView } from "./view";

const NEEDED = 3;
/** From so many millions of Users on, one is asked twice. */
const MUCH = 100;

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

/** What a sacrifice costs, in millions of Users; null: nothing, or it is none. */
export function priceOf(move: Move, box: Box): number | null {
  return move.verb === "sacrifice" && move.thing !== undefined ? cardOf(box, move.thing).users : null;
}

/** Of the two Blockers that can be paid for, the one that is about Toxicity is paid in it (OBU-54), the other in Users (OBU-57). */
const paidInToxicity = (blocker: string | null | undefined): boolean => /Toxicity/.test(CARDS[blocker ?? ""]?.brief ?? "");

/** Whether a sacrifice does anything against the Blocker: a Community without Toxicity does nothing where Toxicity is asked for. */
export function helps(move: Move, view: ObuView, box: Box): boolean {
  const blocker = view.platforms[(view.turn ?? 1) - 1]?.blocker;
  return move.verb !== "sacrifice" || move.thing === undefined || !paidInToxicity(blocker) || cardOf(box, move.thing).toxicity > 0;
}

/** Sacrifices that end the Blocker by themselves first, the cheapest of them in front, then those that help; the others last. All else stays in its order. */
export function byUse(moves: readonly Move[], view: ObuView, box: Box): Move[] {
  const missing = NEEDED - (view.given ?? 0);
  const rank = (move: Move): number => (move.verb !== "sacrifice" || move.thing === undefined ? 0 : !helps(move, view, box) ? 3 : cardOf(box, move.thing).toxicity >= missing ? 1 : 2);
  return [...moves].sort((a, b) => rank(a) - rank(b) || (rank(a) > 0 ? (priceOf(a, box) ?? 0) - (priceOf(b, box) ?? 0) : 0));
}

/** What is said of a move before it is made, by who presses it a second time: it wastes something, or it costs much. */
export function cautionOf(move: Move, moves: readonly Move[], view: ObuView, box: Box): string {
  const price = priceOf(move, box) ?? 0;
  return (
    wasteOf(move, moves, view, box) || (price >= MUCH ? `This discards ${move.thing} from your platform: you lose ${price} M Users for good. Press again to give it.` : "")
  );
}
