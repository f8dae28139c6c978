// The games that were played alone in this browser: those that go on and those that are over. The one at the table is also kept by
// source/local.ts, at once and after every move; here lie all of them.
//
// Must never lose a game that goes on to make room for one that is over.
import type { LocalSetup } from "../source/local";
import { all, get, put, remove } from "./store";

export interface KeptGame {
  id: string;
  setup: LocalSetup;
  record: string | null;
  /** the seat of the person; 0: only bots play */
  seat: number;
  began: number;
  changed: number;
  over: boolean;
  /** seat by seat, of one that is over */
  places?: number[];
  points?: number[];
}

/** Finished ones beyond so many are forgotten, the oldest first. */
const MOST_FINISHED = 100;

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the record itself says of its end; null if it has none. */
export function resultsIn(record: string): { places: number[]; points: number[] } | null {
  const found = [...record.matchAll(/^Result: seat (\d+), (-?\d+) points, place (\d+)\r?$/gm)];
  const places: number[] = [];
  const points: number[] = [];
  for (const [, seat, worth, place] of found) {
    places[Number(seat) - 1] = Number(place);
    points[Number(seat) - 1] = Number(worth);
  }
  return places.length > 0 ? { places, points } : null;
}

export async function keepGame(id: string, setup: LocalSetup, record: string | null): Promise<void> {
  const old = await get<KeptGame>("games", id);
  const results = record === null ? null : resultsIn(record);
  const game: KeptGame = {
    id,
    setup,
    record,
    seat: setup.players.findIndex((player) => !player?.bot) + 1,
    began: old?.began ?? Date.now(),
    changed: old && old.record === record ? old.changed : Date.now(),
    over: results !== null,
    ...(results ?? {}),
  };
  await put("games", id, game);
  if (game.over && !old?.over) {
    const finished = (await keptGames()).filter((one) => one.over);
    await Promise.all(finished.slice(MOST_FINISHED).map((one) => remove("games", one.id)));
  }
}

/** The latest changed first. */
export async function keptGames(): Promise<KeptGame[]> {
  return (await all<KeptGame>("games")).sort((a, b) => b.changed - a.changed);
}

export function keptGame(id: string): Promise<KeptGame | null> {
  return get<KeptGame>("games", id);
}

export function forgetGame(id: string): Promise<void> {
  return remove("games", id);
}
