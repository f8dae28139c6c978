// A move of One Billion Users in words that need no table beside them: "Low on Funds on Seat 2".
import { readMove, wordsOf } from "./notation";

export function sayMove(text: string, names: (seat: number) => string): string {
  const move = readMove(text);
  if (!move) {
    return text;
  }
  const card = move.card ?? "";
  switch (move.verb) {
    case "add":
      return `Add ${card}`;
    case "block":
      return `${card} on ${names(move.seat ?? 0)}`;
    case "fix":
      return `${card} against your Blocker`;
    case "grind":
      return card === "?" ? "Grind your Blocker" : `Grind your Blocker with ${card}`;
    case "guard":
      return `Set up ${card}`;
    case "discard":
      return `Discard ${card}`;
    default:
      return wordsOf(move, names);
  }
}
