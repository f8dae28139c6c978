// Who plays in somebody's place at a table online, since when, and how long the others wait before a bot does.
//
// Must never know more than the log, the seats and the setup say, which everybody at the table has.
import type { Entry, Seat, Setup } from "../engine/types";
import type { Sent } from "../source/sent";
import { capital, list } from "../ui/words";
import { madeInPlace, standing } from "./since";

/** What was played for somebody who was not there, or was too slow. */
export interface Absence {
  /** the bot that played; null: it played nothing, only the clock did, each time when time was up */
  bot: string | null;
  /** when the first of it happened */
  since: number;
  /** the entry that ended it, or with which it began as long as nothing has: who has read of one has not read of the next */
  told: number;
  /** the person has moved since: there is more than this to take back */
  moved: boolean;
  moves: number;
  /** those that are counted */
  made: Entry[];
  /** it goes on */
  lasts: boolean;
  /** time had run out; else nobody was there */
  late: boolean;
}

/** Why who looks cannot choose anything while others are asked; `seats`: who has still to answer. */
export function waitsWords(seats: readonly number[], silent = false): string {
  if (silent) {
    return "Not now: the server does not answer, and nobody knows here whose turn it is.";
  }
  return seats.length > 0 ? `Not now: the table waits for ${list(seats.map((seat) => `Seat ${seat}`))}.` : "Not now: you are not asked.";
}

/** Moves as they are counted for a person: to pass and to agree are answers that nobody counts, unless there was nothing else. */
const SMALL = new Set(["pass", "consent"]);
function thatCount(moves: readonly Entry[]): Entry[] {
  const large = moves.filter(({ parts }) => !SMALL.has(parts?.verb ?? ""));
  return large.length > 0 ? large : [...moves];
}
export function counted(moves: readonly Entry[]): number {
  return thatCount(moves).length;
}

/** Who made the moves that an undo of that seat would take back, and how many; null: its person did. */
export function takesBack(log: readonly Entry[], seat: number | null): { moves: number; bot: string | null } | null {
  const made = madeInPlace(log, seat);
  const bot = made.some(({ how }) => how === "bot") ? log.findLast((entry) => entry.kind === "bot" && entry.seat === seat) : undefined;
  return made.length > 0 ? { moves: counted(made), bot: bot?.name ?? null } : null;
}

/** What an undo was, in a sentence; `whom`: its person's name, or "you". */
export function undoWords({ seat, made = 0 }: Entry, whom: string): string {
  return made > 0 ? `${made === 1 ? "1 move" : `${made} moves`} made for ${whom} ${made === 1 ? "was" : "were"} taken back.` : `Seat ${seat} took a move back.`;
}

/** The log with what each undo took back of what was made in the person's place. */
export function withMade(log: readonly Entry[]): Entry[] {
  return log.map((entry, i) => (entry.kind === "undo" ? { ...entry, made: takesBack(log.slice(0, i), entry.seat)?.moves ?? 0 } : entry));
}

/** What was played for that seat since its person moved last, or took it back; null: nothing. */
export function absenceIn(log: readonly Entry[], seat: number | null, lasts: boolean): Absence | null {
  const own = standing(log).filter((entry) => entry.seat === seat);
  const cuts = ({ kind, how, lapsed }: Entry): boolean => (kind === "move" && how === "person" && !lapsed) || kind === "undo";
  const last = own.findLastIndex(cuts);
  // A move may be the message that ends it: then the person has not read that it was.
  const back = own[last - 1];
  const moved = own[last]?.kind === "move" && back?.kind === "back" && back.time === own[last].time;
  const after = own.slice((moved ? own.slice(0, last).findLastIndex(cuts) : last) + 1);
  const played = after.filter(({ kind, how }) => kind === "move" && (how === "bot" || how === "timeout"));
  const taken = after.findLast(({ kind }) => kind === "bot");
  const first = after.find((entry) => entry.kind === "bot" || played.includes(entry));
  const ended = after.findLast(({ kind }) => kind === "back");
  if (!first || (played.length === 0 && !lasts)) {
    return null;
  }
  const byClock = !lasts && played.length > 0 && played.every(({ how }) => how === "timeout"); // it had no time to play anything itself
  return { bot: byClock ? null : (taken?.name ?? null), since: first.time, told: (lasts ? first : (ended ?? first)).number, moved: moved || after.some(({ lapsed }) => lapsed), moves: counted(played), made: thatCount(played), lasts, late: played.some(({ how }) => how === "timeout") };
}

/** So many of the moves that were made in one's place are named; the others are a number. */
const NAMED = 2;

/** "Draw from the deck, Add Gamers and 3 more". `say`: a move in words. */
export function namedMoves(made: readonly Entry[], say: (entry: Entry) => string): string {
  return `${made.slice(0, NAMED).map(say).join(", ")}${made.length > NAMED ? ` and ${made.length - NAMED} more` : ""}`;
}

/** What time made of a window: "Time ran out: Pass. You were asked: Ann doubles on Earth." "": it is no such move. */
export function lapsedWords(entry: Entry, say: (entry: Entry) => string): string {
  return entry.lapsed ? `Time ran out: ${say(entry)}.${entry.question ? ` You were asked: ${entry.question.replace(/[:?.].*$/s, "")}.` : ""}` : "";
}

/** What has happened since a move was pressed whose fate the page does not know, and the entry that it is; null: none, or it was taken back. */
export function fateOf(log: readonly Entry[], you: number | null, { move, after }: Pick<Sent, "move" | "after">): { since: Entry[]; arrived: Entry | null } {
  const since = log.filter(({ number }) => number > after);
  const stands = new Set(standing(log));
  return { since, arrived: since.find((entry) => stands.has(entry) && entry.kind === "move" && entry.seat === you && entry.move === move && entry.how === "person" && !entry.lapsed) ?? null };
}

/** Whether time, or a bot, has made the very move that was on its way: then it is told as that. */
export function madeAnyhow(log: readonly Entry[], you: number | null, move: string, after: number): boolean {
  return log.some((entry) => entry.number > after && entry.kind === "move" && entry.seat === you && entry.move === move);
}

/** For so long it is news to who comes back that time ran out. */
const NEWS = 180_000;

/** What time has decided in windows since one answered last, as far as it is news. */
export function lapsedAtLast(log: readonly Entry[], you: number | null): Entry[] {
  const own = standing(log).filter(({ kind, seat }) => kind === "move" && seat === you);
  return own.slice(own.findLastIndex(({ how, lapsed }) => how === "person" && !lapsed) + 1).filter(({ lapsed, time }) => lapsed && time > Date.now() - NEWS);
}

/** What was decided in one's place, in sentences. */
export function decidedWords(entries: readonly Entry[], you: number | null, say: (entry: Entry) => string): string[] {
  const own = entries.filter(({ kind, seat }) => kind === "move" && seat === you);
  const made = own.filter(({ how }) => how === "bot" || how === "timeout");
  const by = [...new Set(made.map(({ how }) => (how === "bot" ? "played for you" : "time ran out")))].join("; ");
  return [...(by ? [`${capital(by)}: ${namedMoves(thatCount(made), say)}.`] : []), ...own.flatMap((entry) => lapsedWords(entry, say) || [])];
}

/** What answers a question; what a turn does anyhow, as growing and drawing, is told as ever, though an order may do it. */
const ASKED = new Set(["send", "consent", "refuse", "halve", "keep", "drop", "counter", "claim"]);
export const FOR_YOU = "Answered for you:";

/** What one's own orders have answered, in a sentence, where nobody was asked; "": it is no such move, or another's. */
export function orderedWords({ kind, seat, how, parts, events = [] }: Entry, you: number | null): string {
  const text = events.find((event) => event.text)?.text;
  return kind === "move" && seat === you && how === "order" && ASKED.has(parts?.verb ?? "") && text ? `${FOR_YOU} ${text.replace(/^You/, "you")}` : "";
}

/** What is told of an entry, with a mark where one did not decide one's own move. */
export function markDecided(entry: Entry, you: number | null, said: readonly string[]): string[] {
  const { kind, seat, how, lapsed, move, parts } = entry;
  const ordered = orderedWords(entry, you);
  if (ordered) {
    return [ordered, ...said.slice(1)];
  }
  const by = lapsed || how === "timeout" ? "time ran out" : how === "bot" ? "played for you" : "";
  if (kind !== "move" || seat !== you || !by) {
    return [...said];
  }
  // A Pass says nothing of itself: what a rival's card does after it was not decided here.
  const own = said[0] !== undefined && (parts?.verb !== "pass" || /^You\b.*\bpass/.test(said[0]));
  const [first, ...rest] = own ? said : [`You: ${(move ?? "").replaceAll("-", " ")}.`, ...said];
  return [`${first?.replace(/\.$/, "")} (${by}).`, ...rest];
}

/** Somebody who has left the game for good, and the bot that plays on. */
export interface Parting {
  number: number;
  seat: number;
  name: string;
  bot: string;
}

/** So many own moves later nobody need be told any more. */
const KNOWN_AFTER = 3;

/** Who has left while the game ran, as long as that is news to whoever sits at `you`, and was not read (up to entry `read`). */
export function partingsIn(log: readonly Entry[], you: number | null, read: number): Parting[] {
  return log.flatMap((entry, i) => {
    const before = log[i - 1];
    if (entry.kind !== "bot-seated" || entry.by !== entry.seat || before?.kind !== "left" || before.seat !== entry.seat || entry.number <= read) {
      return [];
    }
    const since = log.slice(i).filter(({ kind, seat, how }) => kind === "move" && seat === you && how === "person").length;
    return since < KNOWN_AFTER ? [{ number: entry.number, seat: entry.seat, name: before.name ?? "", bot: entry.name ?? "" }] : [];
  });
}

/** What becomes of the turn of who is asked and has no connection. */
export function patience(setup: Setup | null, ends: boolean): string {
  const standIn = Boolean(setup?.absent);
  const { kind, move } = setup?.pace ?? { kind: "none" as const, move: 0 };
  if (standIn && kind !== "days") {
    const minutes = kind === "none" ? 10 : Math.max(2, Math.ceil((move ?? 0) / 60)); // a server may be set to others
    return `a bot plays on in ${minutes === 2 ? "two" : minutes} minutes at most`;
  }
  if (ends) {
    return standIn ? "when the time is up, a bot plays on" : "when the time is up, one move is made in that place";
  }
  return "the game goes on when they are back";
}

/** Whether nobody has to do anything at that seat: a bot sits there, or plays for its person. */
export function botPlays(seat: Seat | undefined): boolean {
  return seat?.kind === "bot" || seat?.away === true;
}
