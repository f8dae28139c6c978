// Moves in words for people, where they are spoken of apart from the table: hints, analyses. A game that is not named here has its moves
// said as they are written, with blanks.
import type { MoveParts } from "../engine/types";

export type Say = (text: string, parts: MoveParts, names: (seat: number) => string) => string;

const SAYERS: Record<string, () => Promise<{ sayMove: Say }>> = {
  "one-billion-users": () => import("./one-billion-users/moves") as Promise<unknown> as Promise<{ sayMove: Say }>,
  "six-billion": () => import("./six-billion/said") as Promise<unknown> as Promise<{ sayMove: Say }>,
};

export const asWritten: Say = (text) => text.replaceAll("-", " ");

/** A sentence of an argument with the move that it is held against in the same words, and the sign for "more or less". */
export function withMoveSaid(text: string, { other, otherParts }: { other?: string; otherParts?: MoveParts }, say: Say, names: (seat: number) => string): string {
  const signed = text.replaceAll("+- ", "±");
  return other === undefined || !otherParts ? signed : signed.replaceAll(`"${other}"`, `“${say(other, otherParts, names)}”`);
}

export async function sayerOf(game: string): Promise<Say> {
  return (await SAYERS[game]?.().catch(() => null))?.sayMove ?? asWritten;
}
