// What a game is as this browser keeps it, and what follows from its record.
//
// Must never touch any storage: storage/shelves.ts does.
import type { EditionDocument, Player } from "../../engine/types";

/** A position written by hand: what it does not say has a default (docs/positions.md). */
export interface Position {
  format: 1;
  game: string;
  seats: number;
  [member: string]: unknown;
}

export interface LocalSetup {
  game: string;
  seats: number;
  options: Record<string, string>;
  players: (Player | null)[];
  seed?: string;
  /** of the rules; missing: the newest */
  revision?: number;
  /** it is a playing of that challenge, the deal of that day if it is one: neither hints nor undo, and only once */
  challenge?: { id: string; day: string | null };
  /** other cards than the compiled ones */
  edition?: EditionDocument;
  /** where it begins, if not at the beginning */
  position?: Position;
}

export interface KeptGame {
  id: string;
  setup: LocalSetup;
  /** null: not yet dealt */
  record: string | null;
  /** the person's standing orders: a record does not hold them */
  orders?: string[];
  /** the seat of the person; 0: only bots play */
  seat: number;
  began: number;
  changed: number;
  over: boolean;
  /** seat by seat, of one that is over */
  places?: number[];
  points?: number[];
  /** how often it was kept, and which visit to a table did so last; a game of the version before has neither */
  revision?: number;
  by?: string;
  /** the game at the end of a course: in no list */
  lesson?: boolean;
}

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

/** A game as it is kept: what follows from its record stands beside it, for lists. */
export function described(id: string, setup: LocalSetup, record: string | null, old?: KeptGame | null): KeptGame {
  const results = record === null ? null : resultsIn(record);
  return {
    id,
    setup,
    record,
    seat: setup.players.findIndex((player) => !player?.bot) + 1,
    began: old?.began ?? Date.now(),
    changed: old && old.record === record ? old.changed : Date.now(),
    over: results !== null,
    ...(results ?? {}),
    ...(old?.lesson ? { lesson: true } : {}),
  };
}
