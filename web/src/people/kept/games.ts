// The games that are played alone in this browser: those that go on and those that are over. Here, under one id from its first deal on,
// lies all that is known of a game; source/local.ts plays it, My games lists it, replay/ shows it again.
//
// Each time it is kept it gets the next revision. Who keeps it says which one it goes on from: if another tab has kept it meanwhile,
// nothing is written, and that tab's is the one that counts.
//
// Must never lose a game that goes on to make room for one that is over, and never write over what another tab has kept.
import { keysLike } from "../../storage/small";
import { noteChallenge } from "./challenges";
import { noteResult } from "./results";
import { described, newId, type KeptGame, type LocalSetup } from "./kept";
import { all, changeAll, changeOne, get, hearOthers, onlyHere, rememberOnly, remove, tellOthers } from "../../storage/shelves";

export type { KeptGame, LocalSetup, Position } from "./kept";

/** Finished ones beyond so many are forgotten, the oldest first; challenges are not, for they are compared. */
const MOST_FINISHED = 100;

/**
 * A new game; it is dealt when it is first opened. With `lesson` it takes the place of the last one of that course; with `only` (the id of a challenge's
 * game) a game that lies there already stays.
 */
export async function beginGame(setup: LocalSetup, lesson?: string, only?: string): Promise<KeptGame> {
  const id = lesson ?? only ?? newId();
  const old = lesson === undefined ? null : await get<KeptGame>("games", lesson).catch(() => null);
  const game: KeptGame = { ...described(id, setup, null), revision: (old?.revision ?? 0) + 1, ...(lesson === undefined ? {} : { lesson: true }) };
  await changeOne<KeptGame>("games", id, (there) => (only !== undefined && there ? undefined : game));
  tellOthers("games", id);
  return game;
}

/** What became of keeping a game: it is kept; it is remembered while the page stays, and why; or another tab's counts, null: it was put away. */
export type Outcome = { kept: KeptGame; unkept: string | null } | { elsewhere: KeptGame | null };

/** Keeps what has become of `last`. `by` names the visit; `anew`: also if it was put away meanwhile. */
export async function keepGame(last: KeptGame, now: { record: string; orders: string[] }, by: string, anew = false): Promise<Outcome> {
  const { id } = last;
  const made = { ...described(id, last.setup, now.record, last), ...(now.orders.length > 0 ? { orders: now.orders } : {}) };
  const seen: { there: KeptGame | null; kept: KeptGame | null } = { there: null, kept: null };
  const why = await changeOne<KeptGame>("games", id, (there) => {
    const ours = there ? there.by === by || (there.revision ?? 0) === (last.revision ?? 0) : anew || onlyHere("games", id);
    seen.there = there;
    seen.kept = ours ? { ...made, revision: Math.max(there?.revision ?? 0, last.revision ?? 0) + 1, by } : null;
    return seen.kept ?? undefined;
  });
  if ((made.over || last.over) && (why !== null || seen.kept)) {
    noteResult(made);
    noteChallenge(made);
  }
  if (why !== null) {
    // It still goes on from the revision that was kept last.
    const kept = { ...made, revision: last.revision ?? 0, ...(last.by === undefined ? {} : { by: last.by }) };
    rememberOnly("games", id, kept);
    return { kept, unkept: why };
  }
  if (!seen.kept) {
    return { elsewhere: seen.there };
  }
  tellOthers("games", id);
  if (made.over && !last.over) {
    await forgetOldest();
  }
  return { kept: seen.kept, unkept: null };
}

async function forgetOldest(): Promise<void> {
  await changeAll<KeptGame>("games", (there) => {
    const finished = [...there.values()].filter((game) => game.over && !game.lesson && !game.setup.challenge).sort((a, b) => b.changed - a.changed);
    return new Map(finished.slice(MOST_FINISHED).map((game) => [game.id, null]));
  });
}

/** Where versions before this one kept games. */
const OLD = /^billions\.(local$|tutorial\.)/;
let looked = false;

/** Takes over what an older version has kept: the code for it is loaded only where there is something. */
async function takeOver(): Promise<void> {
  const old = keysLike(OLD).length > 0 || (!looked && (await all<KeptGame>("games")).some(({ revision }) => revision === undefined));
  looked = true;
  if (old) {
    await (await import("./before")).takeOver();
  }
}

/** The latest changed first. */
export async function keptGames(): Promise<KeptGame[]> {
  await takeOver();
  return (await all<KeptGame>("games")).filter((game) => !game.lesson).sort((a, b) => b.changed - a.changed);
}

export async function keptGame(id: string): Promise<KeptGame | null> {
  await takeOver();
  return get<KeptGame>("games", id);
}

/** The game that one would go on with: the one that was played last of those under way. */
export async function gameUnderWay(): Promise<KeptGame | null> {
  return (await keptGames()).find((game) => !game.over) ?? null;
}

export async function forgetGame(id: string): Promise<void> {
  await remove("games", id);
  tellOthers("games", id);
}

/** It is gone when the page is closed: the browser does not keep it. */
export function isUnkept(game: KeptGame): boolean {
  return onlyHere("games", game.id);
}

/** Tells which games other tabs keep or put away, until the answer is called. */
export function hearGames(hear: (id: string) => void): () => void {
  return hearOthers("games", hear);
}
