// A game that is looked at again: at which of its moves one is, who looks, and what is then to be seen. The tables of the games show it
// as they show a game that goes on; they get a `Table` of which only what is seen is ever set.
//
// Must never let anything be played, and must never show more of an unfinished game than its own seat saw.
import { tick } from "svelte";
import type { Entry, Look, RecordFacts, StoryLine, TableMessage, Viewer } from "../engine/types";
import { gameTable } from "../games";
import { meetPeople } from "../people/people.svelte";
import { engine } from "../source/engine";
import { closedSource } from "../source/closed";
import { withCards } from "../source/source";
import { Table } from "../table/table.svelte";
import { play as fly, remember } from "../ui/motion";
import { moves as moving } from "../ui/settings.svelte";

/** Milliseconds from one decision to the next. */
export const SPEEDS = [{ words: "½×", wait: 2400 }, { words: "1×", wait: 1200 }, { words: "2×", wait: 500 }, { words: "8×", wait: 150 }];
/** So many moments are kept ready. */
const KEPT = 400;

/** Names stand for seats here: nobody is "you" in a game that was. */
class Shown extends Table {
  override readonly bygone = true;

  override nameOf(seat: number): string {
    return this.titleOf(seat);
  }
}

export interface Told {
  record: string;
  /** how sentences call it when it is wrong */
  name: string;
  /** of an unfinished game: the seat whose eyes may be used */
  seat?: number;
  /** who has left a seat to the bot that the record names there, by seat */
  left?: ReadonlyMap<number, string>;
}

export class Replay {
  readonly table = new Shown(closedSource("This is a replay: nothing can be played here."));
  /** the moment that is wanted; what is shown follows at once */
  at = $state(0);
  plies = $state(0);
  viewer = $state<Viewer>(0);
  /** where one sits when everything is open */
  seat = $state(1);
  story = $state.raw<StoryLine[]>([]);
  /** one's own seat in that game; null: it is not known, or one has only watched */
  own = $state<number | null>(null);
  /** moments at which a decision has been carried out, and those at which a turn begins */
  stops = $state.raw<number[]>([]);
  turns = $state.raw<number[]>([]);
  playing = $state(false);
  wait = $state(1200);
  trouble = $state("");
  ready = $state(false);
  facts: RecordFacts | null = null;
  over = false;
  #board = false;
  #told: Told | null = null;
  #entries: Entry[] = [];
  #busy = false;
  #timer = 0;
  readonly #kept = new Map<string, Look>();

  get record(): string {
    return this.#told?.record ?? "";
  }
  get match(): number {
    return this.facts?.match ?? 0;
  }
  /** Who may be looked over the shoulder. */
  get viewers(): Viewer[] {
    const seats = Array.from({ length: this.facts?.seats ?? 0 }, (_, i) => i + 1);
    return this.over ? ["all", ...seats, 0] : [this.#told?.seat ?? 0];
  }

  /** Reads the record, every line of it; rejects with a sentence if any is wrong. */
  async open(told: Told, ply: number | null, viewer: Viewer | null): Promise<void> {
    this.#told = told;
    this.facts = await engine().loadRecord(told.record, told.name);
    await meetPeople().catch(() => undefined);
    const { match, game } = this.facts;
    this.#board = gameTable(game).board ?? false;
    const table: TableMessage = await engine().ask("table", { match });
    this.over = table.state === "over";
    this.table.setup = table.setup;
    this.table.seats = table.seats.map((one) => {
      const left = told.left?.get(one.seat);
      return left ? { ...one, left } : one;
    });
    this.table.state = table.state;
    this.own = told.seat ?? null;
    this.seat = told.seat ?? Math.max(1, table.seats.findIndex((seat) => seat.kind === "person") + 1);
    this.viewer = viewer !== null && this.viewers.includes(viewer) ? viewer : (this.viewers[0] ?? 0);
    if (typeof this.viewer === "number" && this.viewer > 0) {
      this.seat = this.viewer;
    }
    await this.#read();
    this.plies = (await this.#look(0)).plies;
    await this.go(ply ?? (this.over ? 0 : this.plies));
    this.ready = true;
  }

  close(): void {
    this.pause();
    const { match } = this;
    if (match) {
      void engine()
        .ask("free", { match })
        .catch(() => undefined);
    }
  }

  async look(viewer: Viewer): Promise<void> {
    this.viewer = viewer;
    if (typeof viewer === "number" && viewer > 0) {
      this.seat = viewer;
    }
    await this.#read();
    await this.go(this.at);
  }

  /** Shows a moment. Whoever asks again before it is there gets only the last one that was asked for. */
  async go(ply: number, flying = false): Promise<void> {
    this.at = Math.max(0, Math.min(this.plies, ply));
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    try {
      for (let shown = ""; shown !== this.#key(this.at); ) {
        shown = this.#key(this.at);
        await this.#show(await this.#look(this.at), flying && moving());
      }
      this.trouble = "";
    } catch (why) {
      this.trouble = why instanceof Error ? why.message : String(why);
      this.pause();
    } finally {
      this.#busy = false;
    }
    void this.#lookAhead();
  }

  next(): Promise<void> {
    return this.go(this.stops.find((stop) => stop > this.at) ?? this.plies, true);
  }
  back(): Promise<void> {
    return this.go(this.stops.findLast((stop) => stop < this.at) ?? 0, true);
  }
  nextTurn(): Promise<void> {
    return this.go(this.turns.find((turn) => turn > this.at) ?? this.plies);
  }
  backTurn(): Promise<void> {
    return this.go(this.turns.findLast((turn) => turn < this.at) ?? 0);
  }

  play(): void {
    if (this.at >= this.plies) {
      this.at = 0;
    }
    this.playing = true;
    const step = async (): Promise<void> => {
      await this.next();
      if (this.at >= this.plies) {
        this.playing = false;
      }
      if (this.playing) {
        this.#timer = window.setTimeout(() => void step(), this.wait);
      }
    };
    this.#timer = window.setTimeout(() => void step(), Math.min(300, this.wait));
  }
  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** What has just happened, in the words of the log. */
  get caption(): string {
    const from = this.stops.findLast((stop) => stop < this.at) ?? -1;
    const said = this.story.filter((line) => line.ply > from && line.ply <= this.at).map((line) => line.text);
    return said.join(" ");
  }

  #key(ply: number): string {
    return `${this.viewer}:${ply}`;
  }

  async #look(ply: number): Promise<Look> {
    const key = this.#key(ply);
    const known = this.#kept.get(key);
    if (known) {
      return known;
    }
    const { match, viewer } = this;
    const look = await engine().ask("look", { match, viewer, ply, ...(this.#board ? { board: true } : {}) });
    this.#kept.set(key, look);
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) {
        break;
      }
      this.#kept.delete(old);
    }
    return look;
  }

  /** What comes next is fetched while one looks at what is. */
  async #lookAhead(): Promise<void> {
    const near = [this.stops.find((stop) => stop > this.at), this.stops.findLast((stop) => stop < this.at)];
    for (const ply of near) {
      if (ply !== undefined && !this.#busy) {
        await this.#look(ply).catch(() => undefined);
      }
    }
  }

  async #show(look: Look, flying: boolean): Promise<void> {
    const before = flying ? remember() : null;
    const { table } = this;
    table.you = this.viewer === 0 ? null : this.seat;
    table.view = withCards(look.view, table.setup?.edition);
    table.look = look;
    table.asked = look.asked && { ...look.asked, you: null };
    table.state = look.over ? "over" : "playing";
    if (before) {
      await tick();
      fly(before, this.#entries.find((entry) => entry.until === this.at) ?? null);
    }
  }

  /** Everything that was said, as the viewer heard it, and where one can stop. */
  async #read(): Promise<void> {
    const { match, viewer } = this;
    this.story = await engine().ask("story", { match, viewer });
    const news = await engine().ask("news", { match, viewer: viewer === "all" ? this.seat : viewer, seen: 0 });
    this.#entries = news.filter((one) => one.type === "entry");
    const stops = this.#entries.flatMap((entry) => (entry.kind === "began" || entry.kind === "move" ? [entry.until ?? 0] : []));
    this.stops = [...new Set(stops)].sort((a, b) => a - b);
    this.turns = [...new Set(this.story.filter((line) => line.opens).map((line) => line.ply))];
  }
}
