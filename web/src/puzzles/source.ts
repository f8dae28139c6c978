// A puzzle as the source of a table: the engine shows the position as its seat sees it. A move is answered with what it is worth, and is
// never played: what comes next nobody knows, the seat least of all.
//
// Must never know a card that the seat does not.
import { Refusal } from "../engine/engine";
import type { Look, Player, Standing, Why } from "../engine/types";
import { engine, factsOf } from "../source/engine";
import type { Hint, Source, SourceMessage } from "../source/source";
import type { Puzzle } from "./puzzles";

/** Nothing is offered that would answer for whoever thinks. */
function bare<Message extends Standing>(message: Message): Message {
  const { asked } = message;
  if (!asked?.you) {
    return { ...message, undo: null };
  }
  const { orders: _, ...you } = asked.you;
  return { ...message, undo: null, asked: { ...asked, you } };
}

export class PuzzleSource implements Source {
  readonly local = true;
  readonly bare = true;
  readonly teaches = true;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  /** told what was answered, and why that is good or bad; the best move ends the puzzle */
  onAnswer: (move: string, right: boolean, why: string) => void = () => undefined;
  #match = 0;

  constructor(readonly puzzle: Puzzle) {}

  async start(): Promise<void> {
    const { position, seat } = this.puzzle;
    // The rivals have faces; that they sit down is no news.
    const persons = (await factsOf(this.puzzle.game))?.persons ?? [];
    const rival = (i: number): Player | null => {
      const person = persons[i % persons.length];
      return person ? { bot: `medium:person=${person.id}` } : null;
    };
    const players = Array.from({ length: position.seats }, (_, i) => (i + 1 === seat ? { name: "You" } : rival(i)));
    this.#match = (await engine().newMatch({ position, keepView: true, players })).match;
    this.hear({ ...bare(await engine().ask("table", { match: this.#match, viewer: seat })), log: [] });
  }

  async move(_decision: number, move: string): Promise<void> {
    const why = await this.why(move)
      .then(({ text }) => text)
      .catch(() => null);
    const right = move === this.puzzle.best;
    this.onAnswer(move, right, why ?? "");
    if (!right) {
      throw new Refusal("Another move is better.");
    }
  }

  why(move: string): Promise<Why> {
    return engine().ask("why", { match: this.#match, seat: this.puzzle.seat, move });
  }

  look(_viewer?: unknown, board?: boolean): Promise<Look> {
    return engine().ask("look", { match: this.#match, viewer: this.puzzle.seat, ...(board ? { board } : {}) });
  }

  hint(): Promise<Hint> {
    return this.#notHere();
  }
  record(): Promise<string> {
    return this.#notHere();
  }
  undo(): Promise<void> {
    return this.#notHere();
  }
  answerUndo(): Promise<void> {
    return this.#notHere();
  }
  order(): Promise<void> {
    return this.#notHere();
  }
  endOrder(): Promise<void> {
    return this.#notHere();
  }
  chat(): Promise<void> {
    return this.#notHere();
  }

  close(): void {
    if (this.#match) {
      engine()
        .ask("free", { match: this.#match })
        .catch(() => undefined);
    }
  }

  #notHere(): Promise<never> {
    return Promise.reject(new Refusal("That has its place in a whole game, not in a puzzle."));
  }
}
