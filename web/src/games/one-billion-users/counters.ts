// What a Push in answer to a Poke or a Push does, in words: it sends the Influencer elsewhere, or leaves it where it is.
//
// Must never decide who may answer: the engine asks.
import type { Move } from "./moves";
import type { ObuView } from "./view";

/** "Send The Investor to Otto", "Keep The Investor", "Leave The Investor with Otto". `nameOf` says "you" as "You". */
export function counterOf(move: Move, view: ObuView, nameOf: (seat: number) => string): string {
  const name = nameOf(move.seat ?? 0);
  const own = name === "You";
  const { influencer = "it", from = 0 } = view.chain ?? {};
  if (move.seat === from) {
    return own ? `Keep ${influencer}` : `Leave ${influencer} with ${name}`;
  }
  return own ? `Bring ${influencer} to you` : `Send ${influencer} to ${name}`;
}
