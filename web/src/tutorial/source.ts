// A lesson as the source of a table: the engine sets up its position, takes the moves that the coach waits for, and plays what is written
// down for the others. Every other move is answered with a kind word, or with the engine's own reason, and changes nothing.
//
// Must never let a move through that the engine would refuse.
import { drawSeed } from "../engine/client";
import { Refusal } from "../engine/engine";
import type { Look, View, Viewer, Why } from "../engine/types";
import { engine } from "../source/engine";
import type { Hint, Moment, Source, SourceMessage } from "../source/source";
import { withhold } from "../source/withheld";
import { insteadOf, wanted, type Lesson, type Step } from "./lesson";
import { LEARNER, playersOf, playOthers, type Ask } from "./script";

const ask: Ask = (what, about) => engine().ask(what, about);

export class LessonSource implements Source {
  readonly local = true;
  readonly teaches = true;
  hear: (message: SourceMessage) => void = () => undefined;
  ready: () => Promise<void> = () => Promise.resolve();
  /** told at which step the lesson is now; behind the last one it is over */
  onStep: (step: number) => void = () => undefined;
  /** told what is said to a move that is not the one */
  onWrong: (words: string) => void = () => undefined;
  #match = 0;
  #seen = 0;
  #at = 0;
  #closed = false;

  constructor(readonly lesson: Lesson) {}

  get step(): Step | undefined {
    return this.lesson.steps[this.#at];
  }

  async start(): Promise<void> {
    const { position } = this.lesson;
    const players = playersOf(position.game, position.seats);
    this.#match = (await ask("new", { position: position as View, players, seed: drawSeed(), time: Date.now() })).match;
    const table = await ask("table", { match: this.#match, viewer: LEARNER });
    this.#seen = table.number;
    this.hear(withhold(table));
  }

  async move(decision: number, move: string): Promise<void> {
    const step = this.step;
    if (!step || !wanted(step, move)) {
      const words = step?.want ? await this.#reason(step, move) : "One moment: read on first.";
      this.onWrong(words);
      throw new Refusal(words);
    }
    await ask("play", { match: this.#match, move, decision, time: Date.now() });
    await this.#tell();
    void this.#leave(step);
  }

  /** A step that waits for nothing is left. */
  async next(): Promise<void> {
    const step = this.step;
    if (step && !step.want) {
      await this.#leave(step);
    }
  }

  /** The move that is waited for, if it can be made at this moment. */
  async asked(): Promise<string | undefined> {
    const moves = (await this.look()).asked?.you?.moves ?? [];
    // What is named first is what the coach would do.
    const first = this.step?.want?.find((want) => moves.includes(want));
    return first ?? moves.find((move) => wanted(this.step, move));
  }

  async hint(): Promise<Hint> {
    const move = await this.asked();
    if (move === undefined) {
      throw new Refusal("Nothing is asked of you at this moment.");
    }
    return { move, text: (await this.why(move)).text };
  }

  why(move: string): Promise<Why> {
    return ask("why", { match: this.#match, seat: LEARNER, move });
  }

  look(viewer: Viewer = LEARNER, board?: boolean, at?: Moment): Promise<Look> {
    return ask("look", { match: this.#match, viewer, ...(board ? { board } : {}), ...(at ? { ply: at.ply } : {}) });
  }

  record(): Promise<string> {
    return ask("record", { match: this.#match });
  }

  readonly undo = (): Promise<void> => this.#notHere();
  readonly answerUndo = this.undo;
  readonly endOrder = this.undo;
  readonly chat = this.undo;
  readonly order = (): Promise<void> => this.#notHere("Orders have their place in a whole game. Here, answer yourself.");

  close(): void {
    this.#closed = true;
    if (this.#match) {
      ask("free", { match: this.#match }).catch(() => undefined);
    }
  }

  async #leave(step: Step): Promise<void> {
    this.#at++; // at once, so that a second click does not leave the next one as well
    await playOthers(ask, this.#match, step.then ?? [], async () => {
      await this.#tell();
      await this.ready();
      if (this.#closed) {
        throw new Refusal("The lesson was left.");
      }
    }).catch(() => undefined);
    if (!this.#closed) {
      await this.ready();
      this.onStep(this.#at);
    }
  }

  async #reason(step: Step, move: string): Promise<string> {
    const instead = insteadOf(step, move);
    if (instead) {
      return instead;
    }
    const why = await this.why(move).catch(() => null);
    return `That could be played, too${why?.text ? `: ${why.text}` : "."} For this lesson, do what is asked.`;
  }

  #notHere(words = "That has its place in a whole game, not in a lesson."): Promise<void> {
    this.onWrong(words);
    return Promise.reject(new Refusal(words));
  }

  async #tell(): Promise<void> {
    for (const message of await ask("news", { match: this.#match, viewer: LEARNER, seen: this.#seen })) {
      this.#seen = message.number;
      this.hear(message.type === "now" ? withhold(message) : message);
    }
  }
}
