// What the panel of questions makes of an answer: which needs no second thought, how the button that makes it is called, and which lines
// of its forecast are worth showing.
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
  switch (move?.verb) {
    case "send":
      return sendWords(move.billions ?? 1);
    case "pass":
      return "Pass all the same";
    default:
      return "Do it";
  }
}

/** That one's second Action of this turn came to nothing, where nothing could be played: told while one puts cards away and draws. */
export function noSecondAction(log: readonly Entry[], you: number | null): string {
  const turn = log.findLastIndex((entry) => entry.events?.some(({ kind }) => kind === "turn"));
  const stopped = log.slice(Math.max(0, turn)).flatMap((entry) => (entry.events ?? []).filter(({ kind, seat, a }) => kind === "stopped" && seat === you && a === 1));
  return stopped.at(-1)?.text ?? "";
}

const MOST_LINES = 4;

/** Of a forecast what belongs to the move: nothing of the next turn, nor of the next game turn, whose order nobody knows, nor cards that
 * chance would lay open, and no list that is empty because one may not see what is in it. */
export function toldLines(lines: readonly string[]): string[] {
  const next = lines.findIndex((line) => / turn\.$|^Game turn \d/.test(line));
  return (next < 0 ? lines : lines.slice(0, next)).filter((line) => !/:\s*\.?$|^Laid open:|\blies face up\.$/.test(line)).slice(0, MOST_LINES);
}

/** Why one's word is asked for (the Opening Treaty), and what a no does to the card; what a yes does now stands beside the answers. */
export const CONSENT = "Your only token is protected (Opening Treaty): after a no the card counts as not played.";
