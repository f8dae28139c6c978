// Challenges in the page: from a day, a link or a game to the table at which it is played, and from a finished game to the link that
// proves it. What a challenge is, and what proves one, is the engine's (docs/records.md, "Challenges").
//
//     #/daily, #/daily/GAME, #/daily/GAME/DAY   the deal of a day
//     #/challenge/LETTERS                       any other: its text, compressed
//     #/result/LETTERS                          a finished playing: its record, compressed
//     #/compare/ID                              one's own playing beside those of others
//
// Must never show a card of a deal to who has not played it, and never begin one a second time.
import { Refusal } from "../engine/engine";
import type { Challenge, Played } from "../engine/types";
import { gameOf, lineOf, note } from "../people/kept/challenges";
import { beginGame, keptGame, type KeptGame } from "../people/kept/games";
import { lettersOf, recordIn } from "../replay/links";
import { engine } from "../source/engine";
import { settings } from "../ui/settings.svelte";

export const GAMES = ["one-billion-users", "six-billion"];

export const daily = (game: string, day: string): Promise<Challenge> => engine().ask("daily", { game, day });
export const challengeIn = (text: string): Promise<Challenge> => engine().ask("challenge", { text });
export const provenIn = (record: string): Promise<Played> => engine().ask("played", { record });

export async function challengeOfLetters(letters: string): Promise<Challenge> {
  return challengeIn(await recordIn(letters));
}

/** How it stands with a challenge in this browser. */
export interface Standing {
  /** the game, if it is still kept */
  game: KeptGame | null;
  state: "new" | "going" | "over" | "gone";
}

export async function standing(id: string): Promise<Standing> {
  const line = lineOf(id);
  const game = await keptGame(line?.at ?? gameOf(id)).catch(() => null);
  return { game, state: line?.end || game?.over ? "over" : game ? "going" : line ? "gone" : "new" };
}

/** Begins a challenge, or goes on with it: the address of its table. */
export async function sitDown(challenge: Challenge): Promise<string> {
  const { id, day, game, revision, seats, options, players, seed } = challenge;
  const { state } = await standing(id);
  if (state === "new") {
    const name = settings.name.trim() || "You";
    const sitting = players.map((player) => player ?? { name });
    await beginGame({ game, revision, seats, options, players: sitting, seed, challenge: { id, day } }, undefined, gameOf(id));
    note({ id, game, day, began: Date.now() });
  } else if (state !== "going") {
    throw new Refusal("This deal was played here; nobody has a second try.");
  }
  return `/table/${gameOf(id)}`;
}

/** The address of the page of a challenge; it tells of no card. */
export async function addressOf(challenge: Challenge): Promise<string> {
  return challenge.day ? `#/daily/${challenge.game}/${challenge.day}` : `#/challenge/${await lettersOf(challenge.text)}`;
}

/** The address that proves how a finished game was played. The result is on it; cards are shown only to who has played. */
export async function resultAddress(record: string): Promise<string> {
  return `#/result/${await lettersOf(record)}`;
}

/** The challenge that a finished game of this browser was a playing of, which then counts as played. A sentence if others cannot be challenged with it. */
export async function challengeOfGame({ id: at, record, began, changed, setup, seat, places, points }: KeptGame): Promise<Challenge> {
  const challenge = await challengeIn(record ?? "");
  const { id, day, game } = challenge;
  note({ id, game, day, began, at, end: { place: places?.[seat - 1] ?? 0, points: points?.[seat - 1] ?? 0, seats: setup.seats, when: changed } });
  return challenge;
}

/** A new challenge with a deal that nobody knows yet. A sentence if these bots cannot sit there. */
export async function newChallenge(about: { game: string; seats: number; options: Record<string, string>; players: ({ bot: string } | null)[] }): Promise<Challenge> {
  const seed = `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const { match } = await engine().newMatch({ ...about, seed });
  try {
    return await challengeIn(await engine().ask("record", { match }));
  } finally {
    await engine().ask("free", { match });
  }
}
