// What has happened since who looks last had a turn: what others did, and what came of one's own last move once it was done. Answers that
// one gave between, in others' turns, cut nothing off, nor do one's own first steps of the turn that goes on now.
//
// Must never know a game: whose turn it is say the events of kind "turn", which every game has, and that it is nobody's, in which somebody decides,
// those of kind "control" beside them.
import type { Entry, Happening, Score } from "../engine/types";
import type { Scene } from "../games/scene";

/** Who only watches is told so many entries. */
const WATCHED = 12;

const ownMove = (entry: Entry, you: number | null): boolean => entry.kind === "move" && entry.seat === you;

/** Where the undo of a seat begins: with the first decision that was made in its person's place since the last own one, or else with that
 *  (docs/protocol.md, "Taking back"); -1: nowhere. */
function undoneFrom(stands: readonly Entry[], seat: number): number {
  const decided = stands.flatMap((one, at) => (ownMove(one, seat) && one.how !== "order" ? at : []));
  const own = decided.findLastIndex((at) => stands[at]?.how === "person" || stands[at]?.how === undefined);
  return decided[own + 1] ?? decided[own] ?? -1;
}

/** Of what an undo of that seat takes back, the moves that were made in its person's place; none: it takes back what the person did. */
export function madeInPlace(log: readonly Entry[], seat: number | null): Entry[] {
  const stands = seat === null ? [] : standing(log);
  const from = seat === null ? -1 : undoneFrom(stands, seat);
  return from < 0 ? [] : stands.slice(from).filter((entry) => ownMove(entry, seat) && (entry.how === "bot" || entry.how === "timeout"));
}

/** What was taken back has not happened: the log without it. */
export function standing(log: readonly Entry[]): Entry[] {
  const stands: Entry[] = [];
  for (const entry of log) {
    if (entry.kind === "undo") {
      const { to } = entry;
      // Only the engine in the page numbers its moves; elsewhere it is what an undo takes back at a server.
      const byPly = to === undefined ? -1 : stands.findIndex(({ kind, ply }) => kind === "move" && ply !== undefined && ply >= to);
      const at = byPly >= 0 ? byPly : undoneFrom(stands, entry.seat);
      if (at >= 0) {
        stands.splice(at, stands.length, ...stands.slice(at).filter(({ kind }) => kind !== "move"));
      }
    }
    stands.push(entry);
  }
  return stands;
}

/** Of an own move, what is no more one's own doing: from the next turn on, which is its seat's doing, or what became of the others. */
function afterOwn({ parts: _, ...entry }: Entry, you: number): Entry | null {
  const events: Happening[] = entry.events ?? [];
  const at = events.findIndex(({ kind }) => kind === "turn");
  const turn = events[at];
  const rest = turn ? events.slice(at) : events.filter(({ seat }) => seat !== you && seat !== 0);
  return rest.length > 0 ? { ...entry, seat: turn?.seat ?? entry.seat, events: rest } : null;
}

/** What was done, and apart from it what the next turn began with by itself; null: nothing, or nobody knows how the table was between them. */
export function partedAtTurn(entry: Entry): { done: Entry; then: Entry; ply: number } | null {
  const { events = [], seat } = entry;
  const at = events.findIndex(({ kind }) => kind === "turn");
  const ply = events[at]?.ply ?? Infinity;
  const then = at > 0 && (events.at(-1)?.ply ?? 0) > ply ? afterOwn(entry, seat) : null;
  return then && { done: { ...entry, events: events.slice(0, at) }, then, ply };
}

/** The entries of that, in their order. */
export function sinceTurn(log: readonly Entry[], you: number | null): Entry[] {
  if (you === null) {
    return log.slice(-WATCHED);
  }
  const stands = standing(log);
  let turns = 0;
  let whose: number | null = null;
  /** the last move that no order made (a record does not say whether a bot stood in), in a turn that was one's own or nobody's: in this one, and in those before */
  let now = { at: -1, turn: -1 };
  let before = -1;
  for (const [at, entry] of stands.entries()) {
    // What one decided for nobody's people was not one's own turn: it cuts nothing off.
    if (ownMove(entry, you) && entry.how !== "order" && (whose === you || whose === null)) {
      before = now.turn === turns ? before : now.at;
      now = { at, turn: turns };
    }
    for (const event of entry.events ?? []) {
      if (event.kind === "turn") {
        turns++;
        whose = event.seat;
      } else if (event.kind === "control") {
        whose = 0;
      }
    }
  }
  const from = whose === you && now.turn === turns ? before : now.at;
  const own = stands[from];
  const first = own ? afterOwn(own, you) : null;
  return [...(first ? [first] : []), ...stands.slice(from + 1)];
}

/** Whose turns they were, one after the other; 0: nobody's, in which somebody decides. */
export function turnsIn(entries: readonly Entry[]): number[] {
  const turns: number[] = [];
  for (const { kind, seat } of entries.flatMap(({ events }) => events ?? [])) {
    if (kind === "turn") {
      turns.push(seat);
    } else if (kind === "control") {
      turns.splice(-1, 1, 0);
    }
  }
  return turns;
}

/** That one has the turn again without anybody else's between: last before, first now. */
export function twiceInARow(log: readonly Entry[], you: number | null): boolean {
  const [before, now] = turnsIn(standing(log)).slice(-2);
  return you !== null && before === you && now === you;
}

/** The same for whoever shows only what others did: of one's own moves what came of them. */
export function doneByOthers(entries: readonly Entry[], you: number | null): Entry[] {
  return entries.flatMap((entry) => (you !== null && ownMove(entry, you) ? (afterOwn(entry, you) ?? []) : entry));
}

/** In scenes: what others did, and of one's own moves what befell anybody by them as well (an Event that one drew oneself). What has been
 *  answered since waits for nobody. */
export function toldOf(entries: readonly Entry[], you: number | null, scenes: (entry: Entry) => Scene[]): Scene[] {
  const last = entries.findLast(({ kind }) => kind === "move");
  return entries.flatMap((entry) => {
    const befell = you !== null && ownMove(entry, you) ? scenes(entry).filter(({ fated }) => fated) : [];
    const others = doneByOthers([entry], you).flatMap(scenes);
    return [...befell, ...others.filter(({ text }) => !befell.some((one) => one.text === text))].filter(({ asks }) => !asks || entry === last);
  });
}

/** A total that changed, and which of its items did. */
export interface Change { seat: number; before: number; after: number; items: { label: string; points: number }[] }

export function changesOf(was: readonly Score[], is: readonly Score[]): Change[] {
  return is.flatMap(({ seat, total, items }) => {
    const old = was.find((one) => one.seat === seat);
    if (!old || old.total === total) {
      return [];
    }
    const sums = new Map<string, number>();
    [...items, ...old.items.map(({ label, points }) => ({ label, points: -points }))].forEach(({ label, points }) => sums.set(label, (sums.get(label) ?? 0) + points));
    return [{ seat, before: old.total, after: total, items: [...sums].flatMap(([label, points]) => (points === 0 ? [] : { label, points })) }];
  });
}

/** What an entry did: its sentences, and the totals that it changed. */
export interface Step { number: number; texts: string[]; changes: Change[] }

/** The steps from one turn to the next, each with the changes of its entry. `said`: the sentences of an entry. */
export function turnsOf(entries: readonly Entry[], said: (entry: Entry) => string[], changes: (entry: Entry) => Change[]): { title: string; steps: Step[] }[] {
  const turns: { title: string; steps: Step[] }[] = [{ title: "", steps: [] }];
  for (const entry of entries) {
    const texts = said(entry);
    const turn = entry.events?.findLast(({ kind }) => kind === "turn")?.text;
    const at = turn === undefined ? -1 : texts.lastIndexOf(turn);
    const [before, after] = [texts.slice(0, at < 0 ? undefined : at), at < 0 ? [] : texts.slice(at + 1)];
    const changed = changes(entry);
    if (before.length > 0 || (changed.length > 0 && after.length === 0)) {
      turns.at(-1)?.steps.push({ number: entry.number, texts: before, changes: changed });
    }
    if (at >= 0) {
      turns.push({ title: turn ?? "", steps: after.length > 0 ? [{ number: entry.number, texts: after, changes: before.length > 0 ? [] : changed }] : [] });
    }
  }
  return turns.filter(({ steps }) => steps.length > 0);
}

/** A sentence that speaks of who reads it, as of one to whom something happens. */
export const speaksOfYou = (text: string): boolean => /\byour?\b|^Your (?!turn\b)|^You lose\b/.test(text);
