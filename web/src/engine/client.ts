// The page's way to the engine: promises instead of messages, and two workers. One has the tables; the other thinks for bots and
// analyses, and can be stopped at any moment without anything being lost.
//
// Must never answer for the engine: no rule is known here.
import { Broken, Refusal, type Progress } from "./engine";
import type { Analysis, Answers, Argument, Asks, BotFacts, BotQuestion, Catalogue, Changed, NewMatch, Thought, View, What } from "./types";

export interface ToWorker {
  id: number;
  what: What;
  // The worker hands it on as it is; the types of client and engine are the same.
  about: never;
}

export interface FromWorker {
  id: number;
  answer?: unknown;
  error?: string;
  broken?: boolean;
  progress?: [number, number];
}

/** What is used of a Worker, so that tests can do without one. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** The port may take a while; what is asked meanwhile waits. */
export type MakePort = (name: "table" | "thinker") => Port | Promise<Port>;

/** The thinker was stopped before it had answered. */
export class Stopped extends Error {
  override name = "Stopped";
}

interface Waiting {
  resolve(answer: never): void;
  reject(reason: Error): void;
  progress: Progress | undefined;
}

/** One worker. A broken one is replaced when it is next asked. */
class Line {
  #port: Promise<Port> | null = null;
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  constructor(readonly name: "table" | "thinker", readonly make: MakePort, readonly onBroken: (why: Broken) => void) {}

  ask<W extends What>(what: W, about: Asks<W>, progress?: Progress): Promise<Answers<W>> {
    const port = (this.#port ??= this.#open());
    const id = this.#next++;
    return new Promise<Answers<W>>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: never) => void, reject, progress });
      port.then(
        (open) => open.postMessage({ id, what, about: about as never }),
        (why: Error) => this.#port === port && this.#breaks(new Broken(why.message)),
      );
    });
  }

  /** Ends the worker; whoever waits for an answer gets `reason`. */
  close(reason: Error): void {
    this.#port?.then((port) => port.terminate()).catch(() => undefined);
    this.#port = null;
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of left) {
      waiting.reject(reason);
    }
  }

  async #open(): Promise<Port> {
    const port = await this.make(this.name);
    port.onmessage = ({ data }) => this.#hear(data);
    port.onerror = ({ message }) => this.#breaks(new Broken(message || "The engine's worker could not be started."));
    return port;
  }

  #breaks(why: Broken): void {
    this.close(why);
    this.onBroken(why);
  }

  #hear(data: FromWorker): void {
    const waiting = this.#waiting.get(data.id);
    if (!waiting) {
      return;
    }
    if (data.progress) {
      waiting.progress?.(...data.progress);
    } else if (data.broken) {
      this.#breaks(new Broken(data.error));
    } else {
      this.#waiting.delete(data.id);
      if (data.error !== undefined) {
        waiting.reject(new Refusal(data.error));
      } else {
        waiting.resolve(data.answer as never);
      }
    }
  }
}

/** 32 random bytes as a seed. */
export function drawSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return "0x" + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class EngineClient {
  /** Told when the worker with the tables broke: its matches are gone. */
  onBroken: (why: Broken) => void = () => undefined;
  readonly #table: Line;
  readonly #thinker: Line;
  #catalogue: Promise<Catalogue> | null = null;

  constructor(make: MakePort) {
    this.#table = new Line("table", make, (why) => this.onBroken(why));
    this.#thinker = new Line("thinker", make, () => undefined);
  }

  /** Asks the worker that has the tables. Rejects with a Refusal whose message is a sentence for people. */
  ask<W extends What>(what: W, about: Asks<W>): Promise<Answers<W>> {
    return this.#table.ask(what, about);
  }

  /** Games, options, orders, bots: asked once. */
  catalogue(): Promise<Catalogue> {
    this.#catalogue ??= this.ask("games", {}).catch((trouble: unknown) => {
      this.#catalogue = null;
      throw trouble;
    });
    return this.#catalogue;
  }

  newMatch(match: NewMatch): Promise<Answers<"new">> {
    return this.ask("new", { seed: drawSeed(), ...match, time: Date.now() });
  }

  loadRecord(record: string, name?: string): Promise<Answers<"load">> {
    return this.ask("load", { record, ...(name === undefined ? {} : { name }), time: Date.now() });
  }

  play(match: number, move: string, decision: number): Promise<Changed> {
    return this.ask("play", { match, move, decision, time: Date.now() });
  }

  /** A bot's answer to a question, worked out by the thinker. */
  think(question: BotQuestion, bot: string): Promise<Thought> {
    return this.#thinker.ask("think", { question, bot });
  }

  /**
   * Lets the bot whose turn it is decide. Bots that take their time think in the other worker. Null if somebody took a move back
   * meanwhile, or the thinker was stopped: nothing was played then.
   */
  async botMove(match: number, bot: string): Promise<Changed | null> {
    if (!(await this.#looksAhead(bot))) {
      return this.ask("step", { match, time: Date.now() });
    }
    const question = await this.ask("question", { match });
    try {
      const thought = await this.think(question, bot);
      return await this.play(match, thought.move, question.decision);
    } catch (trouble) {
      const stale = trouble instanceof Stopped || (trouble instanceof Refusal && (await this.#decision(match)) !== question.decision);
      if (stale) {
        return null;
      }
      throw trouble;
    }
  }

  /** An answer about a match of the thinker, which is given back then; a thinker that was stopped has none any more. */
  #andFree<T>(match: number, answer: Promise<T>): Promise<T> {
    const free = (): void => void this.#thinker.ask("free", { match }).catch(() => undefined);
    return answer.then(
      (told) => (free(), told),
      (why: unknown) => {
        if (!(why instanceof Stopped)) {
          free();
        }
        throw why;
      },
    );
  }

  /** A good move of who is asked in a view, and why; without keeping the table waiting. `effort`: hundredths of the usual one. */
  async hint(position: View, effort = 100): Promise<Argument> {
    const { match } = await this.#thinker.ask("new", { position, keepView: true });
    return this.#andFree(match, this.#thinker.ask("hint", { match, effort }));
  }

  /** The same of the question that is open in a match. */
  async hintOf(match: number, effort?: number): Promise<Argument> {
    return this.hint((await this.ask("question", { match })).position, effort);
  }

  /** Asks the worker that thinks: what takes a while, and may be stopped. */
  aside<W extends What>(what: W, about: Asks<W>): Promise<Answers<W>> {
    return this.#thinker.ask(what, about);
  }

  /** Why one move rather than another at a moment of a game. */
  async argue(record: string, about: { ply: number; move: string; other: string }): Promise<Argument> {
    const { match } = await this.#thinker.ask("load", { record });
    return this.#andFree(match, this.#thinker.ask("hint", { match, ...about }));
  }

  /** Judges every choice of a finished game; `progress` hears how far it is. */
  async analyse(record: string, about: { bot?: string; seed?: string }, progress?: Progress): Promise<Analysis> {
    const { match } = await this.#thinker.ask("load", { record });
    return this.#andFree(match, this.#thinker.ask("analyse", { match, ...about }, progress));
  }

  /** Gives up what the thinker is at; the next question finds a fresh one. */
  stopThinking(): void {
    this.#thinker.close(new Stopped("The thinking was stopped."));
  }

  close(): void {
    this.stopThinking();
    this.#table.close(new Stopped("The engine was closed."));
  }

  async #looksAhead(bot: string): Promise<boolean> {
    const base = bot.split(":")[0];
    const facts: BotFacts | undefined = (await this.catalogue()).bots.find((one) => one.name === base);
    return facts?.looksAhead ?? true;
  }

  async #decision(match: number): Promise<number> {
    return (await this.ask("look", { match })).asked?.decision ?? 0;
  }
}
