// What a Push in answer to a Poke or a Push does, in words: it sends the Influencer elsewhere, or leaves it where it is; and what was answered
// to what before one is asked again.
//
// Must never decide who may answer: the engine asks.
import type { Entry, Why } from "../../engine/types";
import { standing } from "../../table/since";
import type { Verb } from "../../generated/one-billion-users";
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

/** What the engine says of each answer, by the text of its move. */
export type Told = ReadonlyMap<string, Why | null>;
/** Of these it is said in one's own turn as well: what they do is not seen on the card. */
export const TOLD: readonly Verb[] = ["poke", "push", "grind"];

/** Where an Influencer goes, behind its name: "goes to your platform." */
export function goesTo(text: string, influencer: string): string {
  return sentencesIn(text).find((one) => / (goes to|stays on) /.test(one))?.replace(influencer, "").trim() ?? "";
}

/** The one that is clearly best stands first. */
export function bestFirst(moves: readonly Move[], told: Told): Move[] {
  const rank = ({ text }: Move): number => (told.get(text)?.best ? 0 : 1);
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

const sentencesIn = (text: string): string[] => text.match(/[^.]+(?:\.\d[^.]*)*\./g) ?? [text];

/** Of what an answer does what it comes to: the sentence on one's own points, else the first one. */
export function briefOf(text: string): string {
  const sentences = sentencesIn(text);
  return (sentences.find((one) => /^ ?You (go|stay|still) /.test(one)) ?? sentences[0] ?? "").trim();
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
