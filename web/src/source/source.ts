// Where the messages of a table come from: the engine in this page (local.ts) or a server (remote.ts). Both say the same things
// (docs/protocol.md); who shows a table does not know which it is.
import type { Look, NowMessage, Entry, Seat, TableMessage, Viewer, Why } from "../engine/types";

export type SourceMessage =
  | TableMessage
  | NowMessage
  | (Entry & { type: "entry" })
  | { type: "orders"; orders: string[] }
  | { type: "presence"; seat: number; connected: boolean; spectators?: number }
  | { type: "held"; decision: number; move: string }
  | { type: "seats"; seats: Seat[] }
  | { type: "trouble"; text: string }
  | { type: "link"; up: boolean; text: string };

export interface Hint {
  move: string;
  text: string | null;
}

export interface Source {
  readonly local: boolean;
  hear: (message: SourceMessage) => void;
  /** Waited for between two moves of others, so that people can follow. */
  ready: () => Promise<void>;
  start(): Promise<void>;
  /** These reject with a sentence for people. */
  move(decision: number, move: string): Promise<void>;
  undo(decision: number): Promise<void>;
  answerUndo(agree: boolean): Promise<void>;
  order(words: string): Promise<void>;
  endOrder(words: string): Promise<void>;
  chat(text: string): Promise<void>;
  hint(): Promise<Hint>;
  why(move: string): Promise<Why>;
  look(viewer?: Viewer, board?: boolean): Promise<Look | null>;
  record(): Promise<string>;
  close(): void;
}
