// The JSON that the page reads: messages of a table (docs/protocol.md), the same from the server and from the engine in the page, and
// what else the engine answers. One truth for local and remote play.
//
// Seats count from 1; seat 0 is a spectator or nobody. Must never hold a rule of a game: views stay opaque here, and each game's folder
// says what is in its own (docs/positions.md).

/** A seat from 1, 0 for a spectator, "all" for everything, which is shown only when a game is over. */
export type Viewer = number | "all";

/** A position document: what a viewer may know. The members of a game are read by that game's folder. */
export interface View {
  format: 1;
  game: string;
  seats: number;
  options: Record<string, string>;
  /** the hash of the edition at hand, or a whole one */
  edition: string | EditionDocument;
  viewer?: number;
  [member: string]: unknown;
}

export interface EditionDocument {
  format: 1;
  game: string;
  name?: string;
  [member: string]: unknown;
}

// ------------------------------------------------------------------ messages of a table

/** One thing that a move brought about. `a`, `b`, `c` and `kind` are the game's own; a, b, c are there if you may know them. */
export interface Happening {
  text?: string;
  kind: string;
  seat: number;
  a?: number;
  b?: number;
  c?: number;
  /** only from the engine in the page: how many moves had been made when it had happened */
  ply?: number;
}

export interface Over {
  places: number[];
  points: number[];
  /** by what the first place was decided; null if it is shared */
  decided: string | null;
  secret?: string;
}

export type EntryKind =
  | "seated"
  | "left"
  | "began"
  | "move"
  | "undo"
  | "ask-undo"
  | "agree"
  | "refuse"
  | "chat"
  | "bot"
  | "back"
  | "over"
  | "closed"
  | "rematch"
  | "decline"
  | "bot-seated"
  | "bot-left"
  | "removed";

export type How = "person" | "order" | "timeout" | "bot";

/** A move as its verb and its named slots; each game has a type of its own for them (src/generated). */
export interface MoveParts {
  verb: string;
  [slot: string]: string | number | string[];
}

/** Something that happened at a table; numbers go from 1 without a gap. */
export interface Entry {
  type?: "entry";
  number: number;
  kind: EntryKind;
  seat: number;
  time: number;
  name?: string;
  contributions?: (string | null)[];
  move?: string | null;
  parts?: MoveParts;
  how?: How;
  events?: Happening[];
  /** of an undo: how many moves remain, forced ones included */
  to?: number;
  /** of an undo, reckoned by the page: how many of the moves it took back had been made in the person's place */
  made?: number;
  /** one's own Pass that the end of a window's time made; and, added by the page where it heard of it, what one was asked */
  lapsed?: true;
  question?: string;
  text?: string;
  over?: Over;
  table?: string;
  /** whose doing it was, where a seat did something to another one */
  by?: number;
  /** only from the engine in the page: the ply of a move, and the ply after it and all that was forced behind it */
  ply?: number;
  until?: number;
}

export interface Asked {
  decision: number;
  seats: number[];
  window: boolean;
  /** all choose together and in secret: who has */
  chosen?: number[];
  /** in so many milliseconds the server decides; null: never */
  ends: number | null;
  you: YourQuestion | null;
}

export interface YourQuestion {
  prompt: string | null;
  moves: string[];
  /** the same moves, in that order */
  parts: MoveParts[];
  /** standing orders that would answer it */
  orders?: { words: string; label: string }[];
  /** of each move, only where it was asked for: a quick estimate in points */
  advice?: number[];
  view?: View;
  held?: string | null;
}

export type TableState = "open" | "playing" | "over" | "closed";

export interface Setup {
  game: string;
  seats: number;
  options: Record<string, string>;
  edition?: EditionDocument;
  position?: unknown;
  bots: (string | null)[];
  pace: { kind: "none" | "live" | "days"; move?: number; bank?: number; window?: number; days?: number; window_hours?: number };
  listed: boolean;
  chat: boolean;
  spectators: boolean;
  absent?: { bot: string } | null;
  title: string;
  /** made by quick match */
  quick?: boolean;
}

export interface Seat {
  seat: number;
  kind: "free" | "person" | "bot";
  name?: string;
  connected?: boolean;
  away?: boolean;
  bot?: string;
  /** who left that seat to the bot there while the game ran */
  left?: string;
}

export interface Clock {
  seat: number;
  bank: number;
  runs: boolean;
}

/** How things stand: what `table` and `now` have in common. */
export interface Standing {
  number: number;
  asked: Asked | null;
  view: View | null;
  clocks: Clock[] | null;
  state: TableState;
  /** only from the engine in the page: what could be taken back, and whether nobody need agree */
  undo?: { ply: number; free: boolean } | null;
  /** before the beginning: whose seat has been taken longest */
  host?: number;
  /** before the beginning of a quick match: in so many milliseconds bots may take the free seats */
  fills?: number;
}

export interface TableMessage extends Standing {
  type: "table";
  protocol: number;
  table: string;
  you: number | null;
  setup: Setup;
  seats: Seat[];
  commitment: string | null;
  orders: string[];
  log: Entry[];
}

export interface NowMessage extends Standing {
  type: "now";
  orders?: string[];
}

export interface EntryMessage extends Entry {
  type: "entry";
}

export type TableNews = EntryMessage | NowMessage;

// ------------------------------------------------------------------ what there is

/** A value by its name, and what it changes. */
export interface OptionValue {
  value: string;
  name: string;
  what?: string;
}

export interface Option {
  key: string;
  /** for who types */
  values: string;
  initial: string;
  help: string;
  full: string;
  /** for who points */
  name: string;
  /** one of the few that are shown first */
  early: boolean;
  choices?: OptionValue[];
  /** or one of these for every seat, with commas between */
  each?: OptionValue[];
  /** or a number, of what `unit` says; "seat": a seat */
  numbers?: { low: number; high: number; unit: string };
}

export interface Order {
  words: string;
  argument?: string;
  help: string;
  /** as a switch is called; left out: it is not offered to who points */
  name?: string;
  /** its argument is who plays, one or several */
  ofRivals: boolean;
  brief: boolean;
  /** One of those that "standard" gives together. */
  standard: boolean;
  /** Given besides at a person's first game of the kind against bots. */
  newcomer: boolean;
  /** A heading for what it is about: of those with the same one only one is in force. */
  matter?: string;
}

export interface Topic {
  id: string;
  title: string;
  text: string;
}

export interface GameFacts {
  game: string;
  title: string;
  summary: string;
  /** least and most */
  seats: [number, number];
  /** how long a person plays against bots, at least and at most */
  minutes: [number, number];
  revision: number;
  edition: string;
  options: Option[];
  orders: Order[];
  topics: Omit<Topic, "text">[];
  /** who a bot can be: LEVEL:person=ID */
  persons: PersonFacts[];
  tieBreaks: string[];
  endings: string[];
  unit: string;
}

export interface PersonFacts {
  id: string;
  name: string;
  /** one sentence */
  temper: string;
}

export interface BotFacts {
  name: string;
  help: string;
  /** it takes its time, so it thinks in a worker of its own */
  looksAhead: boolean;
}

export interface Catalogue {
  version: string;
  games: GameFacts[];
  bots: BotFacts[];
}

export interface EditionFacts {
  game: string;
  hash: string;
  loaded: boolean;
  edition: EditionDocument;
}

// ------------------------------------------------------------------ matches in the page

export interface Player {
  bot?: string;
  name?: string;
}

export interface NewMatch {
  game?: string;
  seats?: number;
  /** of the rules; the newest if it is not said */
  revision?: number;
  options?: Record<string, string | number | boolean>;
  edition?: EditionDocument;
  position?: View;
  /** any text; without it the page draws one */
  seed?: string;
  players?: (Player | null)[];
  /** the position is a view and stays one: for hints, reasons and scores at tables that are elsewhere */
  keepView?: boolean;
  /** persons are asked also where they have but one answer that nobody sees: for people who share a screen */
  askWindows?: boolean;
}

export interface MatchFacts {
  match: number;
  game: string;
  seats: number;
}

/** What was found in a record besides the match. */
export interface RecordFacts extends MatchFacts {
  decisions: number;
  result: boolean;
  hash: boolean;
}

/** What every change is answered with. */
export interface Changed {
  number: number;
  decision: number;
  /** who decides now; 0: the game is over */
  actor: number;
  /** the bot that sits there, or null: a person */
  bot: string | null;
}

export interface ScoreItem {
  label: string;
  points: number;
  rule: string;
}

export interface Score {
  seat: number;
  place: number;
  total: number;
  items: ScoreItem[];
}

export interface Look {
  ply: number;
  plies: number;
  over: boolean;
  asked: Asked | null;
  view: View;
  decided: string | null;
  scores: Score[];
  ending: string | null;
  length?: number;
  unit?: string;
  /** the table in lines of text, only where it was asked for */
  board?: string;
}

export interface StoryLine {
  ply: number;
  /** a new paragraph begins here */
  opens: boolean;
  text: string;
}

export interface Why {
  move: string;
  legal: boolean;
  /** clearly the best answer to what cuts into another's turn */
  best?: boolean;
  text: string;
}

/** A question to a bot, complete in itself: only what the asked seat sees, and its chances. */
export interface BotQuestion {
  seat: number;
  decision: number;
  ply: number;
  revision: number;
  seed: string;
  position: View;
}

export interface WeighedMove {
  move: string;
  tries: number;
  /** what every seat is expected to have in the end */
  points: number[];
  places: number[];
}

export interface Thought {
  decision: number;
  bot: string;
  seat: number;
  move: string;
  tries: number;
  moves: WeighedMove[];
}

/** An open choice of a seat in a game that was played, and what that cost by a quick look. */
export interface OwnChoice {
  ply: number;
  cost: number;
  move: string;
  moveParts: MoveParts;
}

/** Why one move rather than another: both were played on many times from what the seat sees. */
export interface Argument {
  decision: number;
  seat: number;
  move: string;
  moveParts: MoveParts;
  /** the next best that one would think of; none where there is but one move */
  other?: string;
  otherParts?: MoveParts;
  /** what both are better than, where the text speaks of that */
  worse?: string;
  worseParts?: MoveParts;
  /** `move` gains more than chance could have made */
  clear: boolean;
  /** by how much nearer to the first place one ends, and with how many more points */
  place: number;
  points: number;
  /** names moves as records write them, between quotes */
  text: string;
}

export interface Measures<T> {
  places: T;
  points: T;
}

export interface Judgement {
  ply: number;
  seat: number;
  move: string;
  moveParts: MoveParts;
  best: string;
  bestParts: MoveParts;
  judged: boolean;
  tries: number;
  /** what every seat could expect before the choice, and after it */
  before: Measures<number[]>;
  after: Measures<number[]>;
}

export interface AnalysedSeat {
  seat: number;
  decisions: number;
  agreed: number;
  start: Measures<number>;
  end: Measures<number>;
  choices: Measures<number>;
  luck: Measures<number>;
  /** half of their 95 % intervals: how sure this bot is, not how right */
  choicesWithin: Measures<number>;
  luckWithin: Measures<number>;
}

export interface Analysis {
  choices: Judgement[];
  seats: AnalysedSeat[];
  /** indices of choices, by places lost */
  worst: number[];
}

/** What a record and a receipt have proven (docs/records.md, "Fair deals" and "Receipts"). */
export interface Proof {
  over: boolean;
  hash: string;
  /** the record tells how its seed came about, and so it did */
  fair: boolean;
  /** seat by seat, whether it added something to the seed */
  contributions: boolean[];
  receipt: {
    /** 0: a spectator's */
    seat: number;
    committed: boolean;
    contributed: boolean;
    views: number;
    takenBack: number;
    unfinished: boolean;
  } | null;
}

/** A deal that several people play, each alone in the same seat (docs/records.md, "Challenges"). It tells of no card. */
export interface Challenge {
  id: string;
  /** what a link carries: the head of a record */
  text: string;
  /** of which it is the deal: 2026-11-24 */
  day: string | null;
  game: string;
  revision: number;
  seats: number;
  /** of the person */
  seat: number;
  players: (Player | null)[];
  options: Record<string, string>;
  seed: string;
}

/** What is proven of a finished playing of a challenge. */
export interface Played {
  id: string;
  day: string | null;
  name: string;
  seat: number;
  points: number;
  place: number;
  decisions: number;
  /** moves of bots that were chosen anew, and are the same */
  compared: number;
}

export interface SimResult {
  games: number;
  decisions: number;
  hash: string;
  seconds: number;
}

// ------------------------------------------------------------------ what the engine can be asked

type OfMatch = { match: number };
type Timed = { time?: number };

/** Each question of web/engine/dispatch.c: what goes in, what comes out. What cannot be done is refused with a sentence. */
export interface Questions {
  games: { asks: object; answers: Catalogue };
  edition: { asks: { game?: string; edition?: EditionDocument }; answers: EditionFacts };
  new: { asks: NewMatch & Timed; answers: MatchFacts };
  load: { asks: { record: string; name?: string; edition?: EditionDocument } & Timed; answers: RecordFacts };
  record: { asks: OfMatch; answers: string };
  free: { asks: OfMatch; answers: true };
  play: { asks: OfMatch & Timed & { move: string; seat?: number; decision?: number }; answers: Changed };
  step: { asks: OfMatch & Timed & { decision?: number }; answers: Changed };
  undo: { asks: OfMatch & Timed & { seat: number; agreed?: boolean }; answers: Changed };
  /** `again`: it was in force when the match was left; it answers nothing that is open now */
  order: { asks: OfMatch & Timed & { seat: number; words: string; again?: boolean }; answers: Changed };
  "end-order": { asks: OfMatch & Timed & { seat: number; words: string }; answers: Changed };
  seat: { asks: OfMatch & Timed & { seat: number; bot?: string; name?: string }; answers: Changed };
  table: { asks: OfMatch & { viewer?: number }; answers: TableMessage };
  news: { asks: OfMatch & { viewer?: number; seen: number }; answers: TableNews[] };
  look: { asks: OfMatch & { viewer?: Viewer; ply?: number; advice?: boolean; board?: boolean }; answers: Look };
  story: { asks: OfMatch & { viewer?: Viewer; from?: number; until?: number }; answers: StoryLine[] };
  why: { asks: OfMatch & { seat: number; move: string }; answers: Why };
  question: { asks: OfMatch; answers: BotQuestion };
  /** whether the bot would ask a net that this engine has not been given (engine.ts, bringNet) */
  net: { asks: { game: string; bot: string }; answers: boolean };
  think: { asks: { question: BotQuestion; bot: string }; answers: Thought };
  hint: { asks: OfMatch & { ply?: number; move?: string; other?: string; effort?: number; bot?: string }; answers: Argument & Partial<Thought> };
  choices: { asks: OfMatch & { seat: number }; answers: OwnChoice[] };
  analyse: { asks: OfMatch & { bot?: string; seed?: string }; answers: Analysis };
  verify: { asks: OfMatch & { receipt?: string; name?: string }; answers: Proof };
  hash: { asks: { text: string }; answers: string };
  daily: { asks: { game: string; day: string }; answers: Challenge };
  challenge: { asks: { text: string }; answers: Challenge };
  played: { asks: { record: string }; answers: Played };
  sim: {
    asks: {
      game: string;
      games: number;
      bots: string[];
      seed?: string;
      options?: Record<string, string>;
      rotate?: boolean;
      check?: boolean;
    };
    answers: SimResult;
  };
}

export type What = keyof Questions;
export type Asks<W extends What> = Questions[W]["asks"];
export type Answers<W extends What> = Questions[W]["answers"];
