// A table at a server: its WebSocket, which comes back by itself after a lost connection and then asks for exactly what it missed
// (docs/protocol.md). What helps one to understand, scores and reasons, is worked out here by the engine on what one may see.
//
// Must never show a move as made before the server has said so.
import type { EditionDocument, Entry, Look, NowMessage, TableMessage, View, Viewer, Why } from "../engine/types";
import { Refusal } from "../engine/engine";
import { ReceiptKeeper } from "../people/receipts";
import { engine } from "./engine";
import { withCards, type Hint, type Source, type SourceMessage } from "./source";
import { keepSeat } from "./tokens";

interface Waiting {
  resolve(): void;
  reject(reason: Error): void;
  message: Record<string, unknown>;
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
  | { type: "closing"; text: string }
  | { type: "moved" }
  | { type: "rest" }
  | { type: "pong" };

/** After these the server will not have us back. */
const FINAL = new Set(["malformed", "version", "hello", "no-table", "token", "full", "damaged"]);
const LONGEST_WAIT = 15_000;
const QUIET = 25_000;

export class RemoteSource implements Source {
  readonly local = false;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  #socket: WebSocket | null = null;
  #next = 1;
  #seen = 0;
  #you: number | null = null;
  #view: View | null = null;
  #edition: EditionDocument | undefined;
  #tries = 0;
  #up = false;
  #closed = false;
  #beat = 0;
  readonly #receipt: ReceiptKeeper | null;
  readonly #waiting = new Map<number, Waiting>();
  readonly #asking: { type: string; resolve(answer: never): void; reject(reason: Error): void }[] = [];

  constructor(
    readonly table: string,
    readonly token: string | null,
  ) {
    this.#receipt = token ? new ReceiptKeeper(table) : null;
  }

  start(): Promise<void> {
    this.#connect();
    addEventListener("online", this.#again);
    addEventListener("offline", this.#cut);
    return Promise.resolve();
  }

  move(decision: number, move: string): Promise<void> {
    return this.#ask({ type: "move", decision, move });
  }
  undo(decision: number): Promise<void> {
    return this.#ask({ type: "undo", decision });
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
    return this.#ask({ type: "emote", sign });
  }
  back(): Promise<void> {
    return this.#ask({ type: "back" });
  }
  hint(): Promise<Hint> {
    return this.#question({ type: "hint" }, "hint");
  }
  async why(move: string): Promise<Why> {
    const answer = await this.#question<{ move: string; best?: boolean; text: string }>({ type: "why", move }, "why");
    return { ...answer, legal: true };
  }

  async look(viewer?: Viewer, board?: boolean): Promise<Look | null> {
    if (!this.#view) {
      return null;
    }
    const { match } = await engine().newMatch({ position: this.#view, keepView: true });
    try {
      return await engine().ask("look", { match, viewer: viewer ?? this.#you ?? 0, ...(board ? { board } : {}) });
    } finally {
      void engine().ask("free", { match });
    }
  }

  async record(): Promise<string> {
    const response = await fetch(`/api/tables/${this.table}/record`);
    if (!response.ok) {
      throw new Refusal("The server has no record of this game yet.");
    }
    return response.text();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#beat);
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#cut);
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send('{"type":"bye"}');
    }
    this.#socket?.close();
  }

  readonly #again = (): void => {
    if (!this.#up && !this.#closed) {
      this.#connect();
    }
  };

  /** The device says that it has no connection: a socket would find that out only when somebody has been silent for long. */
  readonly #cut = (): void => {
    if (!this.#closed) {
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
      this.#tries = Math.max(1, this.#tries);
      this.#lost();
    }
  };

  #connect(): void {
    this.#socket?.close();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.table}`);
    this.#socket = socket;
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          type: "hello",
          protocol: 1,
          table: this.table,
          ...(this.token ? { token: this.token } : {}),
          ...(this.#seen ? { seen: this.#seen } : {}),
        }),
      );
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) {
        this.#listen(JSON.parse(event.data) as Heard);
      }
    };
    socket.onclose = () => {
      if (socket === this.#socket && !this.#closed) {
        this.#lost();
      }
    };
  }

  #lost(): void {
    clearTimeout(this.#beat);
    this.#up = false;
    this.#tries++;
    if (this.#tries > 1) {
      this.hear({ type: "link", up: false, text: "The connection is gone. Trying again; nothing is lost." });
    }
    const wait = Math.min(LONGEST_WAIT, 300 * 2 ** this.#tries);
    setTimeout(this.#again, wait * (0.5 + Math.random() / 2));
  }

  #alive(): void {
    clearTimeout(this.#beat);
    this.#beat = window.setTimeout(() => {
      this.#socket?.send('{"type":"ping"}');
      this.#beat = window.setTimeout(() => this.#socket?.close(), QUIET);
    }, QUIET);
  }

  #listen(said: Heard): void {
    this.#alive();
    switch (said.type) {
      case "table":
      case "rest":
        this.#tries = 0;
        this.#up = true;
        this.hear({ type: "link", up: true, text: "" });
        if (said.type === "table") {
          this.#seen = said.number;
          this.#you = said.you;
          this.#edition = said.setup.edition;
          if (said.you) {
            keepSeat(this.table, said.you);
            this.#receipt?.came(said.you, said.number, said.log, said.view);
          }
          this.#view = withCards(said.view, this.#edition);
          this.hear(said);
        }
        // Whatever was not answered before the connection was lost is said once more: the server knows what it has heard.
        for (const { message } of this.#waiting.values()) {
          this.#socket?.send(JSON.stringify(message));
        }
        break;
      case "entry":
        this.#seen = said.number;
        if (said.kind === "undo") {
          this.#receipt?.takenBack(said.number);
        }
        this.hear(said);
        break;
      case "now":
        this.#receipt?.shown(said.number, said.view);
        this.#view = withCards(said.view, this.#edition);
        this.hear(said);
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
        this.#up = false;
        this.#tries = 0;
        this.#connect();
        break;
      case "closing":
        this.hear({ type: "link", up: false, text: said.text });
        break;
      case "orders":
      case "presence":
      case "held":
      case "emote":
        this.hear(said);
        break;
      default: // "pong", and what later servers say
    }
  }

  #refused(said: { id?: number; code: string; text: string }): void {
    const reason = new Refusal(said.text);
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
      this.#closed = true;
    }
  }

  #ask(about: Record<string, unknown>): Promise<void> {
    const id = this.#next++;
    const message = { ...about, id };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, message });
      if (this.#up) {
        this.#socket?.send(JSON.stringify(message));
      }
    });
  }

  #question<T>(about: Record<string, unknown>, type: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!this.#up) {
        reject(new Refusal("There is no connection at the moment."));
        return;
      }
      this.#asking.push({ type, resolve: resolve as (answer: never) => void, reject });
      this.#socket?.send(JSON.stringify({ ...about, id: this.#next++ }));
    });
  }
}
