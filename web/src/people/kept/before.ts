// What a version before this one kept, taken over: the game at its table lay in the small storage of the browser, without the id under
// which it also lay among all games, so that a reload made a double there.
//
// Must never lose a move that was kept, and never make two games of one.
import { keysLike, remove, textOf } from "../../storage/small";
import { described, newId, type KeptGame, type LocalSetup } from "./kept";
import { changeAll, tellOthers, type Changes } from "../../storage/shelves";

const TABLE = "billions.local";
/** of the game at the end of a course */
const LESSON = /^billions\.tutorial\.([a-z-]+)$/;

export interface Before {
  setup: LocalSetup;
  record: string | null;
  id?: string;
}

/** Header and decisions of a record, line by line; what a record says at its end is left out. */
function linesOf(record: string): string[] {
  return record.split(/\r?\n/).filter((line) => line !== "" && !/^(Result|Hash): /.test(line));
}

/** Whether the game of `whole` went through all that `part` has: the same deal, the same decisions. */
export function leadsTo(part: string | null, whole: string | null): boolean {
  if (part === null || whole === null) {
    return false;
  }
  const [some, all] = [linesOf(part), linesOf(whole)];
  return some.length <= all.length && some.every((line, i) => line === all[i]);
}

/** Of two that stand alike only one is the earlier. */
function isEarlier(game: KeptGame | undefined, other: KeptGame): boolean {
  const alike = leadsTo(other.record, game?.record ?? null);
  return game !== undefined && leadsTo(game.record, other.record) && (!alike || other.revision !== undefined || other.id < game.id);
}

/** What changes among the games when what was found beside them is taken in, and games that lie there twice become one. */
export function takenIn(there: Map<string, KeptGame>, found: Before[]): Changes<KeptGame> {
  const games = new Map(there);
  const changes: Changes<KeptGame> = new Map();
  const set = (id: string, game: KeptGame | null): void => {
    changes.set(id, game);
    if (game) {
      games.set(id, game);
    } else {
      games.delete(id);
    }
  };
  for (const { setup, record, id } of found) {
    const same = id === undefined ? undefined : games.get(id);
    const known = record === null ? same : [...games.values()].find((game) => leadsTo(record, game.record));
    if (known) {
      continue;
    }
    const earlier = [...games.values()].filter((game) => leadsTo(game.record, record) || (game === same && game.record === null));
    const [old] = earlier.sort((a, b) => linesOf(b.record ?? "").length - linesOf(a.record ?? "").length);
    const taken = old?.id ?? (id !== undefined && !same ? id : newId());
    set(taken, { ...described(taken, setup, record, old), revision: (old?.revision ?? 0) + 1 });
  }
  // A double is an earlier moment of the same game: all that it holds lies in the other one too.
  for (const { id } of [...games.values()].filter((game) => game.revision === undefined && !game.over)) {
    const game = games.get(id);
    const later = [...games.values()].find((other) => other.id !== id && isEarlier(game, other));
    if (game && later) {
      set(id, null);
      set(later.id, { ...later, began: Math.min(game.began, later.began) });
    }
  }
  return changes;
}

function read(key: string): { text: string; before: Before } | null {
  try {
    const text = textOf(key);
    const before = JSON.parse(text ?? "null") as Before | null;
    return text !== null && before && typeof before.setup?.game === "string" && Array.isArray(before.setup.players) ? { text, before } : null;
  } catch {
    return null;
  }
}

/** Under what name the last game of a course lies among the others. */
export function lessonId(game: string): string {
  return `lesson-${game}`;
}

let looked = false;
/** what could not be taken over for good: it lies in memory now, and stays where it was */
let pending = "";

/** Goes before every look at the games. Without anything to take over it costs nothing but the first time. */
export async function takeOver(): Promise<void> {
  const table = read(TABLE);
  const lessons = keysLike(LESSON).flatMap((key) => {
    const kept = read(key);
    return kept ? [{ key, ...kept, id: lessonId(LESSON.exec(key)?.[1] ?? "") }] : [];
  });
  const found = [table, ...lessons].map((one) => one?.text ?? "").join("\n");
  if (looked && (found.trim() === "" || found === pending)) {
    return;
  }
  looked = true;
  let changes: Changes<KeptGame> = new Map();
  const why = await changeAll<KeptGame>("games", (there) => {
    changes = takenIn(there, table ? [table.before] : []);
    for (const { id, before } of lessons) {
      if (!there.has(id)) {
        changes.set(id, { ...described(id, before.setup, before.record), revision: 1, lesson: true });
      }
    }
    return changes;
  });
  changes.forEach((_, id) => tellOthers("games", id));
  if (why !== null) {
    pending = found;
    return;
  }
  for (const { key, text } of [...(table ? [{ key: TABLE, text: table.text }] : []), ...lessons]) {
    // Only what was taken over: a page of the version before may have gone on meanwhile.
    if (textOf(key) === text) {
      remove(key);
    }
  }
}
