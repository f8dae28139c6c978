// A table in this page: the engine plays, bots fill the other seats, no server is needed. What has happened is kept among this browser's
// games (people/kept/games.ts) before it is shown, so that whatever was seen is still there after a reload, in a replay, and in another tab.
// Several tabs may show one game: each of them follows what the others keep.
//
// Must never show a move that could still be lost without a word, and never play on from what another tab has left behind.
import { Refusal } from "../engine/engine";
import type { Changed, Look, Order, TableMessage, View, Viewer, Why } from "../engine/types";
import { hearGames, isUnkept, keepGame, keptGame, type KeptGame } from "../people/kept/games";
import { newId, type LocalSetup } from "../people/kept/kept";
import { engine } from "./engine";
import { QUICK_HINT, type Hint, type Moment, type Source, type SourceMessage } from "./source";

/** A tab that has just followed another one leaves the bots to it, unless nothing comes from there for so long. */
const OTHERS_PLAY = 4000;

/** Bots that play for somebody in a hurry are kept at least so often, in milliseconds. */
const KEPT_AFTER = 1000;
const ELSEWHERE = "This game went on in another tab; this is how it stands now.";
const PUT_AWAY = "This game was put away in another tab. Play on, and it is kept again.";

export class LocalSource implements Source {
  readonly local = true;
  /** a challenge: everybody has the same means, and nobody a second try */
  readonly bare: boolean;
  readonly kept: string;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  hurries: () => boolean = () => false;
  #match = 0;
  #seen = 0;
  #closed = false;
  #driving = false;
  /** another tab has put the game away: the bots stop, and what the person plays keeps it again */
  #putAway = false;
  /** how often another tab's game was taken up */
  #followed = 0;
  #waits = 0;
  #unkept: string | null = null;
  /** as it was last kept, or found */
  #game: KeptGame;
  readonly #you: number;
  readonly #by = newId();
  /** one after the other: the game is kept, or what another tab has kept is taken up */
  #work: Promise<unknown> = Promise.resolve();
  /** moves that were begun; a table that is left waits for them */
  readonly #begun = new Set<Promise<unknown>>();
  #leave: () => void = () => undefined;

  /** `begins`: the orders with which a person sits down at a game that is dealt now; `alone`: only bots sit beside */
  constructor(
    game: KeptGame,
    readonly begins: (orders: readonly Order[], alone: boolean) => string[] = () => [],
  ) {
    this.#game = game;
    this.kept = game.id;
    this.bare = game.setup.challenge !== undefined;
    this.#you = game.setup.players.findIndex((player) => !player?.bot) + 1;
  }

  async start(): Promise<void> {
    engine().onBroken = (why) => {
      const next = this.#unkept === null ? "Load the page again; the game goes on where it was." : "The game was not kept, so it ends here.";
      this.hear({ type: "trouble", text: `${why.message} ${next}` });
    };
    await this.#sit(this.#game);
    const table = await this.#table();
    await this.#settle(() => this.hear(table));
    const look = (): void => {
      if (document.visibilityState === "visible") {
        void this.#lookElsewhere();
      }
    };
    const deaf = hearGames((id) => id === this.#game.id && void this.#lookElsewhere());
    // A tab that slept may not have been told.
    document.addEventListener("visibilitychange", look);
    this.#leave = () => {
      deaf();
      document.removeEventListener("visibilitychange", look);
    };
    if (this.#closed) {
      this.#leave();
    }
    void this.#drive();
  }

  async move(decision: number, move: string): Promise<void> {
    await this.#act(() => engine().play(this.#match, move, decision));
  }

  async undo(): Promise<void> {
    this.#refuseIfBare();
    engine().stopThinking();
    await this.#act(() => engine().ask("undo", { match: this.#match, seat: this.#you, agreed: true, time: Date.now() }));
  }

  answerUndo(): Promise<void> {
    return Promise.resolve();
  }

  async order(words: string): Promise<void> {
    await this.#act(() => engine().ask("order", { match: this.#match, seat: this.#you, words, time: Date.now() }));
  }

  async endOrder(words: string): Promise<void> {
    await this.#act(() => engine().ask("end-order", { match: this.#match, seat: this.#you, words, time: Date.now() }));
  }

  chat(): Promise<void> {
    return Promise.reject(new Refusal("Nobody listens here: you play alone."));
  }

  async hint(quick = false): Promise<Hint> {
    this.#refuseIfBare();
    return engine().hintOf(this.#match, quick ? QUICK_HINT : undefined);
  }

  why(move: string): Promise<Why> {
    return engine().ask("why", { match: this.#match, seat: this.#you, move });
  }

  look(viewer?: Viewer, board?: boolean, at?: Moment): Promise<Look> {
    return engine().ask("look", { match: this.#match, viewer: viewer ?? this.#you, ...(board ? { board } : {}), ...(at ? { ply: at.ply } : {}) });
  }

  record(): Promise<string> {
    return engine().ask("record", { match: this.#match });
  }

  close(): void {
    this.#closed = true;
    this.#leave();
    clearTimeout(this.#waits);
    engine().stopThinking();
    // A move that was begun is still carried out and kept.
    void Promise.allSettled([...this.#begun]).then(() =>
      this.#then(async () => {
        if (this.#match) {
          await engine().ask("free", { match: this.#match });
        }
      }).catch(() => undefined),
    );
  }

  // ---------------------------------------------------------------- what the person does

  #refuseIfBare(): void {
    if (this.bare) {
      throw new Refusal("In a challenge there are no hints, and nothing is taken back: so everybody's game is worth the same.");
    }
  }

  async #act(what: () => Promise<Changed>): Promise<void> {
    const acting = what().then(() => this.#settle(undefined, true));
    this.#begun.add(acting);
    try {
      await acting;
    } finally {
      this.#begun.delete(acting);
    }
    void this.#drive();
  }

  // ---------------------------------------------------------------- the match in the engine

  /** Sets the table for a game: dealt anew, or as its record says. The match before is given up. */
  async #sit(game: KeptGame): Promise<void> {
    const { setup, record } = game;
    const before = this.#match;
    if (record === null) {
      const { seed, position, challenge: _, ...rest } = setup;
      const begins = position ? { position: position as View } : {};
      this.#match = (await engine().newMatch({ ...rest, ...begins, ...(seed ? { seed } : {}) })).match;
      await this.#spare(setup);
    } else {
      const edition = setup.edition ? { edition: setup.edition } : {};
      const { match } = await engine().ask("load", { record, name: "the game kept in this browser", time: Date.now(), ...edition });
      for (const [i, player] of setup.players.entries()) {
        const who = player?.bot ? { bot: player.bot } : { name: player?.name || "You" };
        await engine().ask("seat", { match, seat: i + 1, ...who, time: Date.now() });
      }
      for (const words of game.orders ?? []) {
        // One that a newer engine does not know any more is not in force, as everybody can see.
        await engine().ask("order", { match, seat: this.#you, words, again: true, time: Date.now() }).catch(() => undefined);
      }
      this.#match = match;
    }
    if (before) {
      await engine().ask("free", { match: before });
    }
  }

  async #spare({ game, players }: LocalSetup): Promise<void> {
    const facts = (await engine().catalogue()).games.find((one) => one.game === game);
    const alone = players.filter((player) => !player?.bot).length === 1;
    for (const words of this.#you > 0 && facts ? this.begins(facts.orders, alone) : []) {
      await engine().ask("order", { match: this.#match, seat: this.#you, words, time: Date.now() });
    }
  }

  async #table(): Promise<TableMessage> {
    const table = await engine().ask("table", { match: this.#match, ...this.#viewer });
    this.#seen = table.number;
    return this.bare ? { ...table, undo: null } : table;
  }

  get #viewer(): { viewer?: number } {
    return this.#you ? { viewer: this.#you } : {};
  }

  // ---------------------------------------------------------------- what is kept

  #then<T>(step: () => Promise<T>): Promise<T> {
    const made = this.#work.then(step);
    this.#work = made.catch(() => undefined);
    return made;
  }

  /** Keeps how the game stands, and only then tells what has happened. `own`: the person did it. */
  #settle(tell?: () => void, own = false): Promise<void> {
    return this.#then(async () => {
      const match = this.#match;
      const [record, news] = await Promise.all([
        engine().ask("record", { match }),
        engine().ask("news", { match, seen: this.#seen, ...this.#viewer }),
      ]);
      const orders = news.find((one) => one.type === "now")?.orders ?? [];
      const last = this.#game;
      if (record !== last.record || orders.join("\n") !== (last.orders ?? []).join("\n") || isUnkept(last)) {
        const outcome = await keepGame(last, { record, orders }, this.#by, own);
        if ("kept" in outcome) {
          this.#game = outcome.kept;
          this.#putAway = false;
          this.#tellKept(outcome.unkept);
        } else if (outcome.elsewhere) {
          await this.#follow(outcome.elsewhere);
          if (own) {
            throw new Refusal(ELSEWHERE);
          }
          return;
        } else {
          this.#wasPutAway();
        }
      }
      if (this.#closed) {
        return;
      }
      tell?.();
      for (const message of news) {
        this.#seen = message.number;
        if (!tell) {
          this.hear(this.bare && message.type === "now" ? { ...message, undo: null } : message);
        }
      }
    });
  }

  #tellKept(unkept: string | null): void {
    if (unkept !== this.#unkept) {
      this.#unkept = unkept;
      this.hear({ type: "kept", trouble: unkept });
    }
  }

  #wasPutAway(): void {
    this.#putAway = true;
    this.hear({ type: "trouble", text: PUT_AWAY });
  }

  /** Takes up what another tab has made of the game. */
  async #follow(there: KeptGame): Promise<void> {
    this.#followed++;
    if (this.#closed) {
      return;
    }
    engine().stopThinking();
    this.#game = there;
    this.#putAway = false;
    await this.#sit(there);
    this.hear(await this.#table());
    clearTimeout(this.#waits);
    this.#waits = window.setTimeout(() => void this.#drive(), OTHERS_PLAY);
  }

  /** Looks whether another tab has kept the game since. */
  #lookElsewhere(): Promise<void> {
    return this.#then(async () => {
      const there = await keptGame(this.#game.id);
      if (this.#closed || this.#putAway) {
        return;
      }
      if (!there) {
        this.#wasPutAway();
      } else if (there.by !== this.#by && there.revision !== this.#game.revision) {
        await this.#follow(there);
      }
    }).catch(() => undefined);
  }

  // ---------------------------------------------------------------- the others

  /** Lets bots play until a person is asked. */
  async #drive(): Promise<void> {
    if (this.#driving) {
      return;
    }
    this.#driving = true;
    const followed = this.#followed;
    try {
      for (;;) {
        await this.ready();
        await this.#work;
        if (this.#closed || this.#putAway || followed !== this.#followed) {
          return;
        }
        const { asked } = await this.look();
        if (!this.#botAt(asked?.seats[0])) {
          return;
        }
        if ((await this.#botsMove(asked?.seats[0], followed)) && !this.#closed) {
          await this.#settle();
        }
      }
    } catch (trouble) {
      if (!this.#closed && followed === this.#followed) {
        this.hear({ type: "trouble", text: trouble instanceof Error ? trouble.message : String(trouble) });
      }
    } finally {
      this.#driving = false;
    }
  }

  /**
   * Lets the bot at that seat play, and for somebody in a hurry those after it: to keep and to tell each of their moves takes longer than
   * to find it. Returns whether anything was played.
   */
  async #botsMove(first: number | undefined, followed: number): Promise<boolean> {
    const begun = performance.now();
    let played = false;
    let bot = this.#botAt(first);
    while (bot) {
      const changed: Changed | null = await engine().botMove(this.#match, bot);
      played ||= changed !== null;
      const goesOn = this.hurries() && performance.now() - begun < KEPT_AFTER && !this.#closed && !this.#putAway && followed === this.#followed;
      bot = changed && goesOn ? this.#botAt(changed.actor) : undefined;
    }
    return played;
  }

  #botAt(seat: number | undefined): string | undefined {
    return seat === undefined ? undefined : this.#game.setup.players[seat - 1]?.bot;
  }
}
