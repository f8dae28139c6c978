// A game of bots that plays by itself on the first page: the real table, played by the engine of this page. Nobody sits there.
//
// Must never keep anything, nor say anything to who listens.
import { drawBots } from "../people/bots";
import { closedSource } from "../source/closed";
import { engine, factsOf } from "../source/engine";
import { Table } from "../table/table.svelte";

/** so many moves have been made when one begins to look: nothing much is on a table before */
const BEFORE = 60;
/** how long a move stands, beside what it is worth: milliseconds */
const STANDS = 900;

export class Demo {
  /** it goes on: not out of sight, and not for who wants no motion */
  moves = false;
  #match = 0;
  #seen = 0;
  #closed = false;
  readonly #source = { ...closedSource("Nobody sits here."), look: () => engine().ask("look", { match: this.#match, viewer: 0 }) };
  readonly table = new Table(this.#source);

  constructor(readonly game: string) {}

  /** Sets the table as it is after some moves; rejects where that cannot be done. */
  async open(seats: number): Promise<void> {
    const { game } = this;
    const bots = drawBots((await factsOf(game))?.persons ?? [], Array<string>(seats).fill("medium"));
    this.#match = (await engine().newMatch({ game, seats, players: bots.map((bot) => ({ bot })) })).match;
    for (let i = 0; i < BEFORE; i++) {
      await this.#step();
    }
    const table = await engine().ask("table", { match: this.#match });
    this.#seen = table.number;
    this.#source.hear({ ...table, log: [] });
    await this.#source.ready();
  }

  /** Plays until it is closed, or to the end of the game: true. */
  async play(): Promise<boolean> {
    for (let over = false; ; ) {
      await new Promise((done) => setTimeout(done, STANDS));
      if (this.#closed || over) {
        return over;
      }
      if (this.moves && document.visibilityState === "visible") {
        this.table.director.begin(); // each move is a round of its own: nothing hurries
        over = await this.#step();
        for (const message of await engine().ask("news", { match: this.#match, seen: this.#seen })) {
          this.#seen = message.number;
          this.#source.hear(message);
        }
        await this.#source.ready();
      }
    }
  }

  close(): void {
    if (!this.#closed) {
      this.#closed = true; // once: its number may be another game's by the next time
      this.table.close();
      void engine().ask("free", { match: this.#match }).catch(() => undefined);
    }
  }

  async #step(): Promise<boolean> {
    return (await engine().ask("step", { match: this.#match, time: Date.now() })).actor === 0;
  }
}
