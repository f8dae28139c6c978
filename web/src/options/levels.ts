// How strong a bot plays, in words. Its short name stays what records and requests carry.
import { capital } from "../ui/words";

const LEVELS: Record<string, string> = {
  easy: "Easy: plays at once, and not always well",
  medium: "Medium: plays at once, mostly well",
  hard: "Hard: looks ahead for a moment",
  best: "Best: thinks for a second or two",
  // No page offers these; records, challenges and tables that programs made have them.
  greedy: "Straightforward: takes what looks best at once",
  random: "Aimless: plays anything",
};

/** The levels that a page offers, the weakest first. */
export const OFFERED = ["easy", "medium", "hard", "best"] as const;

/** "Plays at once, and not always well." */
export function levelWhat(bot: string): string {
  const [, what = ""] = LEVELS[bot]?.split(": ") ?? [];
  return what && `${capital(what)}.`;
}

/** For a line: "Easy". */
export function levelWord(bot: string): string {
  return LEVELS[bot]?.split(":")[0] ?? bot;
}
