// A puzzle as the source of a table: the engine shows the position as its seat sees it. A move is answered with what it is worth, and is
// never played: what comes next nobody knows, the seat least of all.
//
// Must never know a card that the seat does not.
import { Refusal } from "../engine/engine";
import type { Look, Player, TableMessage, Why, YourQuestion } from "../engine/types";
import { engine, factsOf } from "../source/engine";
import type { Source, SourceMessage } from "../source/source";
import { withhold } from "../source/withheld";
import type { Puzzle } from "./puzzles";
import { doesOnly } from "./teach";

const notHere = (): Promise<never> => Promise.reject(new Refusal("That has its place in a whole game, not in a puzzle."));

/** A line on the board: its deal, who plays it, how far it goes, and the milliseconds that each decision stands. */
const LINE = "line";
const LINE_BOT = "greedy";
const OWN_CHOICES = 3;
const MOST_STEPS = 16;
const PAUSE = 900;

export class PuzzleSource implements Source {
  readonly local = true;
  readonly bare = true;
  readonly teaches = true;
  readonly mute = true;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  /** told what was answered; the best move ends the puzzle */
  onAnswer: (move: string, right: boolean) => void = () => undefined;
  /** what was asked: still known when nothing is asked any more */
  question: YourQuestion | null = null;
  #match = 0;
  #message: TableMessage | null = null;
  #players: (Player | null)[] = [];
  #over = false;
  /** how many lines were shown: an older one ends by itself */
  #showing = 0;

  constructor(readonly puzzle: Puzzle) {}

  async start(): Promise<void> {
    const { position, seat } = this.puzzle;
    // The rivals have faces; that they sit down is no news.
    const persons = (await factsOf(this.puzzle.game))?.persons ?? [];
    const rival = (i: number): Player | null => {
      const person = persons[i % persons.length];
      return person ? { bot: `medium:person=${person.id}` } : null;
    };
    this.#players = Array.from({ length: position.seats }, (_, i) => (i + 1 === seat ? { name: "You" } : rival(i)));
    this.#match = (await engine().newMatch({ position, keepView: true, players: this.#players })).match;
    const message = { ...withhold(await engine().ask("table", { match: this.#match, viewer: seat })), log: [] };
    this.question = message.asked?.you ?? null;
    this.#message = message;
    // Whoever wants the solution at once may have had it before the table was set.
    this.hear(this.#over ? { ...message, asked: null } : message);
  }

  move(_decision: number, move: string): Promise<void> {
    const right = move === this.puzzle.best;
    this.onAnswer(move, right);
    if (!right) {
      return Promise.reject(new Refusal("Another move is better."));
    }
    this.end();
    return Promise.resolve();
  }

  /** Nothing is asked any more: the table stays to be looked at, and can do nothing. */
  end(): void {
    this.#over = true;
    if (this.#message) {
      this.hear({ ...this.#message, asked: null });
    }
  }

  /** What a move does, or which rule forbids it. What the game thinks of it is not said: it often thinks wrong here, and who solves shall think. */
  async why(move: string): Promise<Why> {
    const { best: _, ...why } = await engine().ask("why", { match: this.#match, seat: this.puzzle.seat, move });
    return why.legal ? { ...why, text: doesOnly(why.text) } : why;
  }

  async look(_viewer?: unknown, board?: boolean): Promise<Look> {
    const look = await engine().ask("look", { match: this.#match, viewer: this.puzzle.seat, ...(board ? { board } : {}) });
    return this.#over ? { ...look, asked: null } : look;
  }

  /** Plays a move on the board, and what quick bots do until the seat has chosen twice more, in a deal that fits what it sees: the same for every
   * move. False: something else is shown by now. `null`: the moment of the puzzle again. */
  async show(move: string | null): Promise<boolean> {
    const mine = ++this.#showing;
    const { position, seat } = this.puzzle;
    if (move === null) {
      this.end();
      return true;
    }
    const { match } = await engine().newMatch({ position, seed: LINE, players: this.#players });
    const here = (): boolean => mine === this.#showing;
    try {
      let seen = await this.#tell(match, null);
      await engine().ask("play", { match, move });
      await engine().ask("seat", { match, seat, bot: LINE_BOT });
      for (let own = 0, steps = 0; own < OWN_CHOICES && steps < MOST_STEPS; steps++) {
        seen = await this.#tell(match, seen);
        await this.ready();
        await new Promise((go) => setTimeout(go, PAUSE));
        if (!here()) {
          return false;
        }
        const { asked } = await engine().ask("look", { match });
        if (!asked) {
          break;
        }
        own += asked.seats[0] === seat ? 1 : 0;
        await engine().ask("step", { match });
      }
    } finally {
      void engine().ask("free", { match });
    }
    return here();
  }

  /** What has happened since, as the seat sees it; nothing is asked. Returns how far that is. */
  async #tell(match: number, seen: number | null): Promise<number> {
    const viewer = this.puzzle.seat;
    const messages = seen === null ? [{ ...withhold(await engine().ask("table", { match, viewer })), log: [] }] : await engine().ask("news", { match, viewer, seen });
    for (const message of messages) {
      this.hear(message.type === "entry" ? message : { ...message, asked: null });
    }
    return messages.at(-1)?.number ?? seen ?? 0;
  }

  readonly hint = notHere;
  readonly record = notHere;
  readonly undo = notHere;
  readonly answerUndo = notHere;
  readonly order = notHere;
  readonly endOrder = notHere;
  readonly chat = notHere;

  close(): void {
    this.#showing++;
    if (this.#match) {
      engine()
        .ask("free", { match: this.#match })
        .catch(() => undefined);
    }
  }
}
