// A table at a server: what is said to it and heard of it (docs/protocol.md), over a connection (connection.ts) that comes back by itself
// and then asks for exactly what it missed. What helps one to understand, scores and reasons, is worked out here by the engine on what
// one may see.
//
// Must never show a move as made before the server has said so, and never send one that was chosen for a question that is over.
import type { EditionDocument, Entry, Look, MoveParts, NowMessage, Setup, TableMessage, View, Viewer, Why } from "../engine/types";
import { Refusal } from "../engine/engine";
import { ReceiptKeeper } from "../people/kept/receipts";
import { Connection, type Ear, type Speaker, type Wire, type World } from "./connection";
import { engine } from "./engine";
import { ownClock, ranOn, type OwnClock } from "./ownClock";
import { fetched, NO_ANSWER } from "./http";
import { QUICK_HINT, withCards, type Hint, type Moment, type Source, type SourceMessage } from "./source";
import { noteSent } from "./sent";
import { Sight } from "./sight";
import { keepSeat } from "./tokens";
import { untilHeard } from "./unheard";

interface Waiting {
  resolve(): void;
  reject(reason: Error): void;
  message: Record<string, unknown>;
  /** it has left this page; whether the server has it is not known before it answers */
  sent: boolean;
}

type Heard =
  | TableMessage
  | NowMessage
  | (Entry & { type: "entry" })
  | { type: "ok"; id: number }
  | { type: "error"; id?: number; code: string; text: string }
  | { type: "orders"; orders: string[] }
  | { type: "held"; decision: number; move: string }
  | { type: "hint"; move: string; text: string | null }
  | { type: "why"; move: string; text: string }
  | { type: "presence"; seat: number; connected: boolean; spectators?: number }
  | { type: "emote"; seat: number; sign: string }
  | { type: "moved" }
  | { type: "rest" }
  | { type: "pong" };

/** After these the server will not have us back. */
const FINAL = new Set(["malformed", "version", "hello", "no-table", "token", "full", "damaged"]);
/** When somebody has answered for so long, it is no news any more. */
const STALE = 12_000;
/** What shows in the log that a message has come, though its answer was lost. A move may be repeated, these may not. */
const SHOWN: Record<string, string[]> = { chat: ["chat"], undo: ["undo", "ask-undo"], agree: ["agree"], refuse: ["refuse"] };

/** The world of a connection as this page has it. */
function pageWorld(table: string): World {
  return {
    now: () => Date.now(),
    later: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    open: (ear) => openWire(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`, ear),
    ask: askServer,
    chance: () => Math.random(),
  };
}

function openWire(address: string, ear: Ear): Wire {
  const socket = new WebSocket(address);
  socket.onopen = () => ear.opened();
  socket.onmessage = ({ data }: MessageEvent<string>) => ear.heard(data);
  socket.onclose = () => ear.ended();
  return {
    send: (text) => socket.send(text),
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

/** Whatever the answer is, somebody has given it. Without credentials it does not go over a connection that has fallen silent: browsers keep
 *  those for requests with them. */
function askServer(ear: Ear): Wire {
  const asks = new AbortController();
  fetch("/healthz", { method: "HEAD", cache: "no-store", credentials: "omit", signal: asks.signal }).then(
    () => asks.signal.aborted || ear.opened(),
    () => asks.signal.aborted || ear.ended(),
  );
  return { send: () => undefined, close: () => asks.abort() };
}

export class RemoteSource implements Source, Speaker {
  readonly local = false;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  readonly #connection: Connection;
  #next = 1;
  #seen = 0;
  #you: number | null = null;
  #view: View | null = null;
  /** the same after each entry that this page has seen come */
  readonly #views = new Map<number, View>();
  #edition: EditionDocument | undefined;
  /** the number of the decision that one is asked; null: none */
  #asked: number | null = null;
  /** the server has told all that there was to tell: what is said now answers what is shown */
  #settled = false;
  /** since when nobody has answered, as it is told */
  #since: number | null = null;
  /** how long it was, until what was missed is told, too; and when somebody answered again */
  #silence = 0;
  #back = 0;
  /** what has come since the connection was lost; and since the table last stood, of which the end may be lost with it */
  #missed: Entry[] = [];
  /** the table was known when the server fell silent */
  #knew = false;
  #sinceStood: Entry[] = [];
  /** what one is asked in a window */
  #prompt = "";
  #tablePace: Setup["pace"] = { kind: "none" };
  #playing = false;
  /** what the server has said last of clocks, and when; and our own clock when it fell silent */
  #clocks: Pick<NowMessage, "asked" | "clocks"> = { asked: null, clocks: null };
  #clocksAt = 0;
  #clockBefore: OwnClock | undefined;
  /** of a seat: who watches is sent nothing about turns */
  #sight: Sight | undefined;
  /** what the server knows of it */
  #inSight = true;
  /** a bot plays for us */
  #away = false;
  readonly #receipt: ReceiptKeeper | null;
  readonly #waiting = new Map<number, Waiting>();
  readonly #asking: { type: string; resolve(answer: never): void; reject(reason: Error): void }[] = [];

  constructor(
    readonly table: string,
    readonly token: string | null,
    world: World = pageWorld(table),
  ) {
    this.#connection = new Connection(world, this);
    this.#receipt = token ? new ReceiptKeeper(table) : null;
  }

  start(): Promise<void> {
    if (this.token) {
      this.#sight = new Sight(() => this.#tellSight());
    }
    this.#connection.begin();
    document.addEventListener("visibilitychange", this.#look);
    addEventListener("pageshow", this.#again);
    addEventListener("online", this.#network);
    addEventListener("offline", this.#cut);
    return Promise.resolve();
  }

  async move(decision: number, move: string, then?: MoveParts): Promise<void> {
    noteSent({ table: this.table, decision, move, after: this.#seen, then });
    let half = false;
    try {
      await this.#ask({ type: "move", decision, move });
      half = then !== undefined;
    } finally {
      if (!half) {
        noteSent(null);
      }
    }
  }
  get waits(): boolean {
    return this.#waiting.size > 0;
  }
  undo(decision: number): Promise<void> {
    return untilHeard(this.table, "undo", this.#seen, this.#ask({ type: "undo", decision }));
  }
  answerUndo(agree: boolean): Promise<void> {
    return this.#ask({ type: agree ? "agree" : "refuse" });
  }
  order(words: string): Promise<void> {
    return this.#ask({ type: "order", words });
  }
  endOrder(words: string): Promise<void> {
    return this.#ask({ type: "end-order", words });
  }
  chat(text: string): Promise<void> {
    return this.#ask({ type: "chat", text });
  }
  sign(sign: string): Promise<void> {
    return untilHeard(this.table, "sign", this.#seen, this.#ask({ type: "emote", sign }));
  }
  /** Worked out here, from what one sees: a server has other things to do. In a window, what one sees asks somebody else. */
  hint(quick = false): Promise<Hint> {
    const here = this.#view && this.#asked !== null && this.#prompt === "" ? this.#view : null;
    return here ? engine().hint(here, quick ? QUICK_HINT : undefined) : this.#question({ type: "hint" }, "hint");
  }
  async why(move: string): Promise<Why> {
    const answer = await this.#question<{ move: string; best?: boolean; text: string }>({ type: "why", move }, "why");
    return { ...answer, legal: true };
  }

  async look(viewer?: Viewer, board?: boolean, at?: Moment): Promise<Look | null> {
    const view = at ? this.#views.get(at.entry ?? 0) : this.#view;
    if (!view) {
      return null;
    }
    const { match } = await engine().newMatch({ position: view, keepView: true });
    try {
      return await engine().ask("look", { match, viewer: viewer ?? this.#you ?? 0, ...(board ? { board } : {}) });
    } finally {
      void engine().ask("free", { match });
    }
  }

  async record(): Promise<string> {
    const { ok, text } = await fetched(`/api/tables/${this.table}/record`);
    if (!ok) {
      throw new Refusal("The server has no record of this game yet.");
    }
    return text;
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    removeEventListener("pageshow", this.#again);
    removeEventListener("online", this.#network);
    removeEventListener("offline", this.#cut);
    this.#sight?.stop();
    this.#connection.close('{"type":"bye"}');
  }

  /* ---------------------------------------------------------------- the connection */

  readonly #look = (): void => {
    this.#pace();
    if (document.visibilityState === "visible") {
      this.#connection.look();
    }
  };
  readonly #again = (): void => this.#connection.look();
  readonly #network = (): void => this.#connection.look(true);
  readonly #cut = (): void => this.#connection.cut();

  /** Silence is noticed soon where somebody looks at a game that goes on, and where that is not over days. */
  #pace(): void {
    this.#connection.lively(this.#playing && this.#tablePace.kind !== "days" && document.visibilityState === "visible");
  }

  greeting(): string {
    const { token } = this;
    this.#inSight = this.#sight?.now ?? true;
    return JSON.stringify({ type: "hello", protocol: 1, table: this.table, ...(token ? { token } : {}), ...(this.#seen ? { seen: this.#seen } : {}), ...(this.#inSight ? {} : { sight: false }) });
  }

  heard(text: string): boolean {
    const said = JSON.parse(text) as Heard;
    this.#listen(said);
    return said.type === "table" || said.type === "rest";
  }

  up(): void {
    this.#connection.say('{"type":"ping"}'); // behind its answer all is known
    this.#tellSight();
  }

  #tellSight(): void {
    const sight = this.#sight?.now ?? true;
    if (sight !== this.#inSight && this.#connection.say(JSON.stringify({ type: "sight", sight }))) {
      this.#inSight = sight;
    }
    this.#playOn();
  }

  /** Who has the page in sight has come back, whatever it was that they were away for: a line that was lost, or time that was up. */
  #playOn(): void {
    if (this.#away && this.#settled && this.#sight?.now) {
      this.#away = false;
      void this.#ask({ type: "back" }).catch(() => undefined); // whatever is said next does the same
    }
  }

  down(): void {
    this.#settled = false;
    this.#missed = this.#sinceStood.filter(({ lapsed }) => !lapsed); // heard, and not shown yet
    for (const { reject } of this.#asking.splice(0)) {
      reject(new Refusal(NO_ANSWER));
    }
  }

  #ownClock(moment: number): OwnClock {
    return ownClock(this.#clocks, this.#you, moment - this.#clocksAt);
  }

  uncertain(since: number | null): void {
    if (since !== null && this.#since === null) {
      this.#knew = this.#seen > 0;
    }
    this.#clockBefore = since === null ? this.#clockBefore : this.#ownClock(since);
    this.#silence = since === null && this.#since !== null ? Math.max(1, Date.now() - this.#since) : 0;
    this.#since = since;
    this.#back = Date.now();
    this.#tellLine();
  }

  #tellLine(): void {
    const unsent = [...this.#waiting.values()].some(({ message, sent }) => message["type"] === "move" && !sent);
    this.hear({ type: "line", since: this.#since, unsent });
  }

  /** All that was missed has come. */
  #settle(): void {
    this.#settled = true;
    this.#playOn();
    for (const [id, waiting] of this.#waiting) {
      this.#sayAgain(id, waiting);
    }
    if (this.#waiting.size > 0) {
      this.#tellLine();
    }
    if (this.#silence > 0 && Date.now() - this.#back < STALE) {
      // Up to now, as what is shown: on a slow line the first word comes long before all that was missed.
      const now = Date.now();
      const ran = this.#clockBefore ? ranOn(this.#clockBefore, this.#ownClock(now), this.#missed, this.#you, this.#tablePace) : 0;
      this.hear({ type: "returned", after: this.#silence + now - this.#back, ran, missed: this.#knew || this.#missed.length > 0 ? this.#missed : null });
    } else {
      this.#missed.forEach((entry) => this.#tellLapse(entry));
    }
    this.#silence = 0;
    this.#missed = [];
  }

  #tellLapse(entry: Entry): void {
    if (entry.lapsed) {
      this.hear({ type: "lapsed", entry });
    }
  }

  /** What was not answered before the connection was lost. */
  #sayAgain(id: number, { message, sent, resolve, reject }: Waiting): void {
    const type = String(message["type"]);
    const came = this.#missed.some((entry) => entry.seat === this.#you && SHOWN[type]?.includes(entry.kind) && (type !== "chat" || entry.text === message["text"]));
    if (sent && type === "emote") {
      this.#waiting.delete(id);
      reject(new Refusal("The line failed as your sign went: perhaps nobody saw it."));
    } else if (sent && came) {
      this.#waiting.delete(id);
      resolve();
    } else if (!sent && type === "move" && message["decision"] !== this.#asked) {
      this.#waiting.delete(id);
      reject(new Refusal("It was not sent: the question that it answers is over.", "stale"));
    } else {
      this.#send(id);
    }
  }

  #send(id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting) {
      waiting.sent = this.#connection.say(JSON.stringify(waiting.message)) || waiting.sent;
    }
  }

  /* ---------------------------------------------------------------- what is heard */

  /** The entry, with what one was asked where time made one's answer. */
  #withQuestion(entry: Entry): Entry {
    const asked = this.#prompt;
    if (entry.kind !== "move" || entry.seat !== this.#you || !asked) {
      return entry;
    }
    this.#prompt = ""; // of the next answer nothing is known
    return entry.lapsed ? { ...entry, question: asked } : entry;
  }

  #listen(said: Heard): void {
    switch (said.type) {
      case "table":
        said.log = said.log.map((entry) => (this.#seen > 0 && entry.number > this.#seen ? this.#withQuestion(entry) : entry));
        this.#missed = [...this.#sinceStood, ...said.log.filter(({ number }) => this.#seen > 0 && number > this.#seen)];
        this.#seen = said.number;
        this.#you = said.you;
        this.#edition = said.setup.edition;
        this.#tablePace = said.setup.pace;
        this.#away = said.seats[(said.you ?? 0) - 1]?.away === true;
        if (said.you) {
          keepSeat(this.table, said.you);
          this.#receipt?.came(said.you, said.number, said.log, said.view);
        }
        this.#stands(said);
        break;
      case "entry": {
        const entry = { ...this.#withQuestion(said), type: "entry" as const };
        this.#seen = said.number;
        this.#sinceStood.push(entry);
        if (this.#settled) {
          this.#tellLapse(entry);
        } else {
          this.#missed.push(entry);
        }
        if ((said.kind === "bot" || said.kind === "back") && said.seat === this.#you) {
          this.#away = said.kind === "bot";
          this.#playOn();
        }
        if (said.kind === "undo") {
          this.#receipt?.takenBack(said.number);
        }
        this.hear(entry);
        break;
      }
      case "now":
        this.#receipt?.shown(said.number, said.view);
        this.#stands(said);
        break;
      case "ok":
        this.#waiting.get(said.id)?.resolve();
        this.#waiting.delete(said.id);
        break;
      case "error":
        this.#refused(said);
        break;
      case "hint":
      case "why": {
        const at = this.#asking.findIndex((one) => one.type === said.type);
        if (at >= 0) {
          this.#asking.splice(at, 1)[0]?.resolve(said as never);
        }
        break;
      }
      case "moved": // another process keeps the table from now on: it is found at the same address, and nobody need be told
        this.#connection.moved();
        break;
      case "pong": // one that was asked for before the connection was given up comes before it is taken up again
        if (!this.#settled && this.#connection.isUp) {
          this.#settle();
        }
        break;
      case "held":
      case "orders":
      case "presence":
      case "emote":
        this.hear(said);
        break;
      default: // "rest", "closing", and what later servers say
    }
  }

  /** How things stand now. */
  #stands(said: TableMessage | NowMessage): void {
    this.#view = withCards(said.view, this.#edition);
    if (this.#view) {
      this.#views.set(said.number, this.#view);
    }
    this.#asked = said.asked?.you ? said.asked.decision : null;
    this.#prompt = (said.asked?.window && said.asked.you?.prompt) || "";
    this.#sinceStood = [];
    this.#clocks = said;
    this.#clocksAt = Date.now();
    this.#playing = said.state === "playing";
    this.#pace();
    this.hear(said);
  }

  #refused(said: { id?: number; code: string; text: string }): void {
    const reason = new Refusal(said.text, said.code);
    if (said.code === "moved") {
      return; // it was on its way just now; the connection ends, and comes back
    }
    if (said.code === "token") {
      this.hear({ type: "lost", text: said.text });
    } else if (said.id !== undefined && this.#waiting.has(said.id)) {
      this.#waiting.get(said.id)?.reject(reason);
      this.#waiting.delete(said.id);
    } else if (this.#asking.length > 0) {
      this.#asking.shift()?.reject(reason);
    } else {
      this.hear({ type: "trouble", text: said.text });
    }
    if (FINAL.has(said.code)) {
      this.#connection.close();
    }
  }

  #ask(about: Record<string, unknown>): Promise<void> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, message: { ...about, id }, sent: false });
      if (this.#settled) {
        this.#send(id);
      } else {
        this.#tellLine();
      }
    });
  }

  #question<T>(about: Record<string, unknown>, type: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!this.#settled) {
        reject(new Refusal(NO_ANSWER));
        return;
      }
      this.#asking.push({ type, resolve: resolve as (answer: never) => void, reject });
      this.#connection.say(JSON.stringify({ ...about, id: this.#next++ }));
    });
  }
}
