// What the panel of questions makes of an answer: which needs no second thought, how the button that makes it is called, and whom
// it asks first.
//
// Must never decide what is legal.
import type { Entry } from "../../../engine/types";
import type { Parts } from "../../../generated/six-billion";

/** Passing costs nothing where somebody else's move is asked about, or where cards or powers are offered; without any Action it costs the hand. */
export function passIsFree(window: boolean, verbs: ReadonlySet<Parts["verb"]>, actions: number): boolean {
  return window || actions > 0 || (["discard", "power-leaf", "power-up", "power-down"] as const).some((verb) => verbs.has(verb));
}

/** How many people leave, and what becomes of the token that they leave: "Send 2 billion: Earth falls to 4". */
export function sendWords(billions: number, become?: string): string {
  return `Send ${billions} billion${become ? `: ${become}` : ""}`;
}

/** What the button says that makes the move that was chosen. */
export function doItWords(move: Parts | undefined): string {
  return move?.verb === "send" ? sendWords(move.billions ?? 1) : move?.verb === "pass" ? "Pass all the same" : "Do it";
}

/** That one's second Action of this turn came to nothing, where nothing could be played: told while one puts cards away and draws. */
export function noSecondAction(log: readonly Entry[], you: number | null): string {
  const turn = log.findLastIndex((entry) => entry.events?.some(({ kind }) => kind === "turn"));
  const stopped = log.slice(Math.max(0, turn)).flatMap((entry) => (entry.events ?? []).filter(({ kind, seat, a }) => kind === "stopped" && seat === you && a === 1));
  return stopped.at(-1)?.text ?? "";
}

/** Whose consent a forecast tells of: what else it tells the reason of the move says as well. */
export function needsWords(lines: readonly string[]): string {
  const needs = lines.flatMap((line) => / needs (.+ consent)\./.exec(line)?.[1] ?? [])[0];
  return needs ? `It needs ${needs}. ` : "";
}

/** Why one's word is asked for (the Opening Treaty), and what a no does to the card; what a yes does now stands beside the answers. */
export const CONSENT = "Your only token is protected (Opening Treaty): after a no the card counts as not played.";
