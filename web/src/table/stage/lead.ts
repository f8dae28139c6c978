// Who takes the lead near the end of a game: what nobody's card says, and everybody wants to know.
//
// Must never know a game: when it is late, its own staging says.
import type { Look } from "../../engine/types";
import type { Scene } from "../../games/scene";

/** The one who would win; null: nobody, or several. */
function leaderOf(look: Look | null): Look["scores"][number] | null {
  const first = look?.scores.filter(({ place }) => place === 1) ?? [];
  return first.length === 1 ? (first[0] ?? null) : null;
}

/** That somebody else leads than before: "Seat 2 takes the lead: 2,300 points to 2,250." */
export function newLead(was: Look | null, is: Look | null, you: number | null, number: number): Scene | null {
  const [before, now] = [leaderOf(was), leaderOf(is)];
  if (!before || !now || before.seat === now.seat) {
    return null;
  }
  const { seat, total } = now;
  const second = Math.max(...(is?.scores ?? []).flatMap((one) => (one.seat === seat ? [] : one.total)));
  const text = `${seat === you ? "You take" : `Seat ${seat} takes`} the lead: ${total.toLocaleString("en")} points${second < total ? ` to ${second.toLocaleString("en")}` : ", and the tie"}.`;
  return { number, seat, target: null, weight: "grand", text, card: null, place: LEAD, fated: true, to: [`[data-anchor="seat-${seat}"]`] };
}

/** The place of such a scene. */
export const LEAD = "lead";
