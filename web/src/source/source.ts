// Where the messages of a table come from: the engine in this page (local.ts) or a server (remote.ts). Both say the same things
// (docs/protocol.md); who shows a table does not know which it is.
import type { EditionDocument, Look, MoveParts, NowMessage, Entry, Seat, TableMessage, View, Viewer, Why } from "../engine/types";

export type SourceMessage =
  | TableMessage
  | NowMessage
  | (Entry & { type: "entry" })
  | { type: "orders"; orders: string[] }
  | { type: "presence"; seat: number; connected: boolean; spectators?: number }
  | { type: "held"; decision: number; move: string }
  | { type: "seats"; seats: Seat[] }
  | { type: "trouble"; text: string }
  /** a seat gives a sign, which is kept nowhere */
  | { type: "emote"; seat: number; sign: string }
  /** the key of the seat opens nothing any more */
  | { type: "lost"; text: string }
  /** whether what happens outlasts this visit; else a sentence that says why not */
  | { type: "kept"; trouble: string | null }
  /** since when the server has not answered, once that is long enough to be told; and whether a move waits here for it */
  | { type: "line"; since: number | null; unsent: boolean }
  /** an own Pass that time has made, where `returned` does not name it */
  | { type: "lapsed"; entry: Entry }
  /** it answers again, after so many milliseconds; how many of them ran on one's own clock; what has come since */
  /** `missed`: what has happened since the page last heard of the table; null: the page was loaded meanwhile, and does not know */
  | { type: "returned"; after: number; ran: number; missed: Entry[] | null };

/** A view names its cards by their digits alone; whoever shows or asks about it needs all of them, where they are not the compiled ones. */
export function withCards(view: View | null, edition: EditionDocument | undefined): View | null {
  return view && edition && typeof view.edition === "string" ? { ...view, edition } : view;
}

/** Of the usual effort for a hint, in hundredths, where nobody asked for one. */
export const QUICK_HINT = 8;

export interface Hint {
  move: string;
  text: string | null;
}

/** Of a game's past: behind an entry, and after so many moves, which only the engine in the page knows. */
export interface Moment {
  entry?: number;
  ply?: number;
}

export interface Source {
  readonly local: boolean;
  /** neither hints nor undo: the table of a challenge */
  readonly bare?: boolean;
  /** a lesson: its coach says what comes next, and nothing answers for whoever learns */
  readonly teaches?: boolean;
  /** the letters of the server's table */
  readonly table?: string;
  /** the id under which this browser keeps the game */
  readonly kept?: string;
  /** a puzzle: nothing is said for or against an answer before it is given */
  readonly mute?: boolean;
  hear: (message: SourceMessage) => void;
  /** Waited for between two moves of others, so that people can follow. */
  ready: () => Promise<void>;
  /** who looks wants the next question and nothing before it: moves of others need not be told one by one */
  hurries?: () => boolean;
  start(): Promise<void>;
  /** something that was said to the server is not answered */
  readonly waits?: boolean;
  /** These reject with a sentence for people. */
  /** `then`: which of the next choices is meant by it; kept as the move is, the table makes it. */
  move(decision: number, move: string, then?: MoveParts): Promise<void>;
  undo(decision: number): Promise<void>;
  answerUndo(agree: boolean): Promise<void>;
  order(words: string): Promise<void>;
  endOrder(words: string): Promise<void>;
  chat(text: string): Promise<void>;
  /** a sign to the others; only at a server */
  sign?(sign: string): Promise<void>;
  /** `quick`: as one that is not asked for, from few games */
  hint(quick?: boolean): Promise<Hint>;
  why(move: string): Promise<Why>;
  /** `at`: as it stood at that moment, where that is known. */
  look(viewer?: Viewer, board?: boolean, at?: Moment): Promise<Look | null>;
  record(): Promise<string>;
  close(): void;
}
