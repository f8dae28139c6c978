// Moves in words for people, where they are spoken of apart from the table: hints, analyses. A game that is not named here has its moves
// said as they are written, with blanks.
type Say = (move: string, names: (seat: number) => string) => string;

const SAYERS: Record<string, () => Promise<{ sayMove: Say }>> = {
  "one-billion-users": () => import("./one-billion-users/said"),
  "six-billion": () => import("./six-billion/said"),
};

export const asWritten: Say = (move) => move.replaceAll("-", " ");

export async function sayerOf(game: string): Promise<Say> {
  return (await SAYERS[game]?.().catch(() => null))?.sayMove ?? asWritten;
}
