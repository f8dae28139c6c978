// The files of puzzles (puzzles/ of the repository), fetched when somebody wants one.
//
// Must never be imported by what runs without a page.
import { puzzlesIn, type Puzzle } from "./puzzles";

const files = import.meta.glob<string>("../../../puzzles/*.jsonl", { query: "?url", import: "default", eager: true });
const loaded = new Map<string, Promise<Puzzle[]>>();

async function fetchPuzzles(game: string): Promise<Puzzle[]> {
  const address = files[`../../../puzzles/${game}.jsonl`];
  if (address === undefined) {
    return [];
  }
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`The puzzles could not be fetched (status ${response.status}).`);
  }
  return puzzlesIn(await response.text());
}

/** All puzzles of a game; fetched once. */
export function puzzlesOf(game: string): Promise<Puzzle[]> {
  const all = loaded.get(game) ?? fetchPuzzles(game);
  loaded.set(game, all);
  all.catch(() => loaded.delete(game));
  return all;
}
