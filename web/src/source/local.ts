// A table in this page: the engine plays, bots fill the other seats, no server is needed. What goes on is kept in the browser, so that
// a reload goes on where one was.
import type { Changed, EditionDocument, Look, Player, View, Viewer, Why } from "../engine/types";
import { Refusal } from "../engine/engine";
import { keepGame, newId } from "../people/games";
import { engine } from "./engine";
import type { Hint, Source, SourceMessage } from "./source";

/** A position written by hand: what it does not say has a default (docs/positions.md). */
export interface Position {
  format: 1;
  game: string;
  seats: number;
  [member: string]: unknown;
}

export interface LocalSetup {
  game: string;
  seats: number;
  options: Record<string, string>;
  players: (Player | null)[];
  seed?: string;
  /** other cards than the compiled ones */
  edition?: EditionDocument;
  /** where it begins, if not at the beginning */
  position?: Position;
}

interface Kept {
  setup: LocalSetup;
  record: string | null;
  /** under what name it lies among all games of this browser (people/games.ts) */
  id?: string;
}

const KEY = "billions.local";

export function keptGame(key = KEY): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
    return kept?.setup.game ? kept : null;
  } catch {
    return null;
  }
}

export function beginLocal(setup: LocalSetup): void {
  sitDown({ setup, record: null });
}

/** From now on this is the game at the table of this page. */
export function sitDown(kept: Kept): void {
  localStorage.setItem(KEY, JSON.stringify({ ...kept, id: kept.id ?? newId() } satisfies Kept));
}

/** The game at the table is given up, if it is that one. */
export function getUp(id: string): void {
  if (keptGame()?.id === id) {
    localStorage.removeItem(KEY);
  }
}

export class LocalSource implements Source {
  readonly local = true;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  #match = 0;
  #seen = 0;
  #closed = false;
  #driving = false;
  readonly #you: number;
  readonly #id: string | null;

  /** `key`: under what name the browser keeps it. */
  constructor(
    readonly kept: Kept,
    readonly key = KEY,
  ) {
    this.#you = kept.setup.players.findIndex((player) => !player?.bot) + 1;
    this.#id = key === KEY ? (kept.id ?? newId()) : null;
  }

  /** Its name among all games of this browser; null: lessons are not kept. */
  get id(): string | null {
    return this.#id;
  }

  async start(): Promise<void> {
    const { setup, record } = this.kept;
    if (record) {
      const edition = setup.edition ? { edition: setup.edition } : {};
      const about = { record, name: "the game kept in this browser", time: Date.now(), ...edition };
      this.#match = (await engine().ask("load", about)).match;
      for (const [i, player] of setup.players.entries()) {
        const who = player?.bot ? { bot: player.bot } : { name: player?.name || "You" };
        await engine().ask("seat", { match: this.#match, seat: i + 1, ...who, time: Date.now() });
      }
    } else {
      const { seed, position, ...rest } = setup;
      const begins = position ? { position: position as View } : {};
      this.#match = (await engine().newMatch({ ...rest, ...begins, ...(seed ? { seed } : {}) })).match;
    }
    engine().onBroken = (why) => this.hear({ type: "trouble", text: `${why.message} Load the page again; the game goes on where it was.` });
    const table = await engine().ask("table", { match: this.#match, ...(this.#you ? { viewer: this.#you } : {}) });
    this.#seen = table.number;
    this.hear(table);
    await this.#keep();
    void this.#drive();
  }

  async move(decision: number, move: string): Promise<void> {
    await engine().play(this.#match, move, decision);
    await this.#tell();
    void this.#drive();
  }

  async undo(): Promise<void> {
    engine().stopThinking();
    await engine().ask("undo", { match: this.#match, seat: this.#you, agreed: true, time: Date.now() });
    await this.#tell();
    void this.#drive();
  }

  answerUndo(): Promise<void> {
    return Promise.resolve();
  }

  async order(words: string): Promise<void> {
    await engine().ask("order", { match: this.#match, seat: this.#you, words, time: Date.now() });
    await this.#tell();
    void this.#drive();
  }

  async endOrder(words: string): Promise<void> {
    await engine().ask("end-order", { match: this.#match, seat: this.#you, words, time: Date.now() });
    await this.#tell();
  }

  chat(): Promise<void> {
    return Promise.reject(new Refusal("Nobody listens here: you play alone."));
  }

  async hint(): Promise<Hint> {
    return engine().hint(this.#match);
  }

  why(move: string): Promise<Why> {
    return engine().ask("why", { match: this.#match, seat: this.#you, move });
  }

  look(viewer?: Viewer, board?: boolean): Promise<Look> {
    return engine().ask("look", { match: this.#match, viewer: viewer ?? this.#you, ...(board ? { board } : {}) });
  }

  record(): Promise<string> {
    return engine().ask("record", { match: this.#match });
  }

  close(): void {
    this.#closed = true;
    engine().stopThinking();
    if (this.#match) {
      void engine()
        .ask("free", { match: this.#match })
        .catch(() => undefined);
    }
  }

  async #tell(): Promise<void> {
    const news = await engine().ask("news", {
      match: this.#match,
      seen: this.#seen,
      ...(this.#you ? { viewer: this.#you } : {}),
    });
    for (const message of news) {
      this.#seen = message.number;
      this.hear(message);
    }
    try {
      const record = await this.record();
      localStorage.setItem(this.key, JSON.stringify({ setup: this.kept.setup, record } satisfies Kept));
    } catch {
      // Without keeping it one plays on all the same.
    }
  }

  async #keep(): Promise<void> {
    const { setup } = this.kept;
    try {
      const record = await this.record();
      localStorage.setItem(this.key, JSON.stringify({ setup, record, ...(this.#id ? { id: this.#id } : {}) } satisfies Kept));
      if (this.#id) {
        await keepGame(this.#id, setup, record);
      }
    } catch {
      // Without keeping it one plays on all the same.
    }
  }

  /** Lets bots play until a person is asked. */
  async #drive(): Promise<void> {
    if (this.#driving) {
      return;
    }
    this.#driving = true;
    try {
      for (;;) {
        await this.ready();
        if (this.#closed) {
          return;
        }
        const { asked } = await this.look();
        const seat = asked?.seats[0];
        const bot = seat === undefined ? undefined : await this.#botAt(seat);
        if (!bot) {
          return;
        }
        const changed: Changed | null = await engine().botMove(this.#match, bot);
        if (this.#closed) {
          return;
        }
        if (changed) {
          await this.#tell();
        }
      }
    } catch (trouble) {
      if (!this.#closed) {
        this.hear({ type: "trouble", text: trouble instanceof Error ? trouble.message : String(trouble) });
      }
    } finally {
      this.#driving = false;
    }
  }

  async #botAt(seat: number): Promise<string | undefined> {
    return this.kept.setup.players[seat - 1]?.bot;
  }
}
