// One's record: how the games went that were played alone in this browser, by game and by the level of the bots. It outlasts the games
// themselves, of which only the latest are kept.
//
// Must never count a game twice: it stands under the game's id, whatever tab plays it to its end and however often that is taken back.
import { read, write } from "../../storage/small";
import { levelOf } from "../bots";
import type { KeptGame } from "./kept";

export interface Result {
  id: string;
  game: string;
  /** how well the bots play, whoever they are; or "mixed" */
  level: string;
  seats: number;
  place: number;
  when: number;
}

const KEY = "billions.results";
/** Older ones are forgotten. */
const MOST = 3000;

/** What a game that is over adds to the record; null: nothing, for it goes on, is a lesson, or only bots played. */
export function resultOf({ id, setup, over, places, seat, lesson, changed }: KeptGame): Result | null {
  const place = places?.[seat - 1];
  const levels = new Set(setup.players.flatMap((player) => (player?.bot ? levelOf(player.bot) : [])));
  if (!over || lesson || place === undefined || levels.size === 0) {
    return null;
  }
  return { id, game: setup.game, level: levels.size === 1 ? ([...levels][0] ?? "") : "mixed", seats: setup.seats, place, when: changed };
}

/** The record with what has become of a game: in the order in which they ended. */
export function noted(before: Result[], game: KeptGame): Result[] {
  const result = resultOf(game);
  const others = before.filter(({ id }) => id !== game.id);
  return result ? [...others, result].slice(-MOST) : others;
}

export function results(): Result[] {
  return read<Result[]>(KEY, []);
}

/** Called whenever a game is kept that is over, or was. */
export function noteResult(game: KeptGame): void {
  write(KEY, noted(results(), game));
}

export interface Tally {
  game: string;
  level: string;
  games: number;
  /** how often one was first, second... */
  places: number[];
  /** victories in a row: now, and at most */
  streak: number;
  best: number;
}

export function talliesOf(all: Result[]): Tally[] {
  const found = new Map<string, Tally>();
  for (const { game, level, place } of all) {
    const key = `${game} ${level}`;
    const tally = found.get(key) ?? { game, level, games: 0, places: [], streak: 0, best: 0 };
    const streak = place === 1 ? tally.streak + 1 : 0;
    const places = Array.from({ length: Math.max(place, tally.places.length) }, (_, i) => (tally.places[i] ?? 0) + (i + 1 === place ? 1 : 0));
    found.set(key, { ...tally, games: tally.games + 1, places, streak, best: Math.max(tally.best, streak) });
  }
  return [...found.values()];
}
