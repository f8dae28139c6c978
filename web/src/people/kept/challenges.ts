// Which deals of a day and challenges were begun and finished in this browser: a line for each, which outlasts the games themselves, so
// that nobody has a second try by accident. And whether results go to the server: only who has said so once sends any.
//
// Must never hold a card, nor send anything itself.
import { read, write } from "../../storage/small";
import type { KeptGame } from "./kept";

export interface Line {
  /** of the challenge */
  id: string;
  game: string;
  day: string | null;
  began: number;
  /** how it ended */
  end?: { place: number; points: number; seats: number; when: number };
  /** it stands in the server's table */
  sent?: boolean;
  /** the game of this browser in which it was played, where that was not begun as a challenge: others were challenged with it */
  at?: string;
}

const KEY = "billions.challenges";
const SENDS = "billions.challenges-sent";
/** Older ones are forgotten: eight years of two a day. */
const MOST = 6000;

/** The game in which a challenge is played: one for each, so that two tabs share it. */
export const gameOf = (challenge: string): string => `challenge-${challenge}`;

/** The day it is, the same for everybody on earth. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function lines(): Line[] {
  return read<Line[]>(KEY, []);
}

export function lineOf(challenge: string): Line | null {
  return lines().find(({ id }) => id === challenge) ?? null;
}

/** The lines with what has become of one; how a challenge ended first is how it ended. */
export function noted(before: Line[], line: Line): Line[] {
  const old = before.find(({ id }) => id === line.id);
  const end = old?.end ?? line.end;
  const sent = (old?.sent ?? false) || (line.sent ?? false);
  const at = old?.at ?? line.at;
  const made: Line = { id: line.id, game: line.game, day: line.day, began: old?.began ?? line.began, ...(end ? { end } : {}), ...(sent ? { sent } : {}), ...(at ? { at } : {}) };
  return [...before.filter(({ id }) => id !== line.id), made].slice(-MOST);
}

export function note(line: Line): void {
  write(KEY, noted(lines(), line));
}

/** Called whenever a game is kept. */
export function noteChallenge({ setup, began, changed, over, places, points, seat }: KeptGame): void {
  const place = places?.[seat - 1];
  if (setup.challenge && over && place !== undefined) {
    note({ ...setup.challenge, game: setup.game, began, end: { place, points: points?.[seat - 1] ?? 0, seats: setup.seats, when: changed } });
  }
}

const DAY = 86_400_000;

/** So many days before that day: "2026-11-23". */
export const daysBefore = (day: string, count: number): string => today(Date.parse(day) - count * DAY);

/** Until the next day begins: "12 h 57 min". */
export function untilNext(now = Date.now()): string {
  const minutes = Math.ceil((Date.parse(today(now)) + DAY - now) / 60_000);
  return `${minutes < 60 ? "" : `${Math.floor(minutes / 60)} h `}${minutes % 60} min`;
}

/** Days whose deal was begun on that day, and finished since. */
export function daysPlayed(all: Line[]): string[] {
  return all.flatMap(({ day, began, end }) => (day !== null && end && today(began) === day ? day : []));
}

/** Days in a row on which something was done: up to that day, or the one before while that one is open. */
export function inARow(done: readonly string[], day: string): number {
  const all = new Set(done);
  let count = 0;
  for (let at = all.has(day) ? day : daysBefore(day, 1); all.has(at); at = daysBefore(at, 1)) {
    count++;
  }
  return count;
}

interface Sends {
  /** what results are signed with at the server, without an account: a secret of this browser */
  token: string;
  always: boolean;
}

export function sends(): Sends | null {
  const kept = read<Sends | null>(SENDS, null);
  return typeof kept?.token === "string" ? kept : null;
}

export function keepSends(what: Sends): void {
  write(SENDS, what);
}
