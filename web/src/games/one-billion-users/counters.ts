// What a Push in answer to a Poke or a Push does, in words: it sends the Influencer elsewhere, or leaves it where it is; and what was answered
// to what before one is asked again.
//
// Must never decide who may answer: the engine asks.
import type { Entry } from "../../engine/types";
import { standing } from "../../table/since";
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

/** "Seat 4 answers your Push with another Push." Without it the same question would come twice in the same words. "": nobody has answered yet. */
export function answeredIn(log: readonly Entry[], you: number | null): string {
  const chain: { seat: number; card: string }[] = [];
  for (const { seat, parts } of standing(log).filter(({ kind }) => kind === "move").reverse()) {
    const verb = String(parts?.["verb"] ?? "");
    if (verb === "pass") {
      continue;
    }
    if (verb !== "counter-push" && verb !== "push" && verb !== "poke") {
      return ""; // no Push or Poke began it
    }
    chain.push({ seat, card: verb === "poke" ? "Poke" : "Push" });
    if (verb !== "counter-push") {
      break;
    }
  }
  const [last, before, ...earlier] = chain;
  if (!last || !before) {
    return "";
  }
  const another = earlier.some(({ seat, card }) => seat === last.seat && card === "Push");
  return `Seat ${last.seat} answers ${before.seat === you ? "your" : `Seat ${before.seat}'s`} ${before.card} with ${another ? "another" : "a"} Push.`;
}
