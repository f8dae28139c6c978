// Moves in words for people, where they are spoken of apart from the table: hints, analyses. A game that is not named here has its moves
// said as they are written, with blanks.
import type { Argument, MoveParts } from "../engine/types";

export type Say = (text: string, parts: MoveParts, names: (seat: number) => string) => string;

const SAYERS: Record<string, () => Promise<{ sayMove: Say }>> = {
  "one-billion-users": () => import("./one-billion-users/moves") as Promise<unknown> as Promise<{ sayMove: Say }>,
  "six-billion": () => import("./six-billion/said") as Promise<unknown> as Promise<{ sayMove: Say }>,
};

export const asWritten: Say = (text) => text.replaceAll("-", " ");

/** Sentences of an argument with every move that they quote in words, and the sign for "more or less". `partsOf`: of a move as records write it. */
export function withMovesSaid(text: string, partsOf: (move: string) => MoveParts | undefined, say: Say): string {
  const said = (move: string, parts = partsOf(move)): string => (parts ? `“${say(move, parts, (seat) => `Seat ${seat}`)}”` : `“${asWritten(move, { verb: move }, String)}”`);
  return text.replaceAll("+- ", "±").replaceAll(/"([^"]*)"/g, (_, move: string) => said(move));
}

/** The parts of the moves that an argument is about. */
export const partsIn = (argument: Argument) => (move: string) => ({ [argument.worse ?? ""]: argument.worseParts, [argument.other ?? ""]: argument.otherParts, [argument.move]: argument.moveParts })[move];

export async function sayerOf(game: string): Promise<Say> {
  return (await SAYERS[game]?.().catch(() => null))?.sayMove ?? asWritten;
}
