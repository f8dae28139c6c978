// The C engine as WebAssembly, in whatever thread this runs: one request in, one result out (web/engine/dispatch.c).
//
// Gives the engine a clock, a reader of decimal numbers and somewhere to say why it died, and nothing else of the machine. Must never run on the page's own thread
// while somebody plays: worker.ts is there for that.
import type { Answers, Asks, What } from "./types";

/** The engine refused: `message` is one sentence for a person, and nothing has changed. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    text: string,
    /** the server's word for it (docs/protocol.md), where it was the server */
    readonly code?: string,
  ) {
    super(text);
  }
}

/** The engine stopped by an error of its own or for want of memory: what it held is lost. */
export class Broken extends Error {
  override name = "Broken";
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  web_buffer(length: number): number;
  web_call(length: number): number;
  web_net(length: number): number;
  web_result(): number;
  web_result_length(): number;
}

/** Errors of WASI, as far as they are used. */
const FINE = 0;
const NOT_SEEKABLE = 70;
const REALTIME = 0;

export type Progress = (done: number, total: number) => void;

export class Engine {
  /** Told while an analysis goes on. */
  onProgress: Progress = () => undefined;
  readonly #exports: Exports;
  readonly #utf8 = new TextDecoder();
  #lastWords = "";
  #broken: Broken | null = null;

  /** Of a compiled module: build/wasm/billions.wasm. */
  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, {
      billions: {
        progress: (done: number, total: number) => this.onProgress(done, total),
        number: (at: number, length: number) => Number(this.#text(at, length)),
      },
      wasi_snapshot_preview1: {
        clock_time_get: (clock: number, _precision: bigint, out: number) => this.#clock(clock, out),
        fd_write: (_file: number, pieces: number, count: number, out: number) => this.#write(pieces, count, out),
        fd_close: () => FINE,
        fd_seek: () => NOT_SEEKABLE,
        proc_exit: (code: number) => {
          throw new Broken(this.#lastWords || `The engine ended with code ${code}.`);
        },
      },
    });
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  /** Throws a Refusal with a sentence, or Broken; then this engine is of no more use. */
  ask<W extends What>(what: W, about: Asks<W>): Answers<W> {
    const bytes = new TextEncoder().encode(JSON.stringify({ do: what, ...about }));
    return JSON.parse(this.#call(bytes, (length) => this.#exports.web_call(length))) as Answers<W>;
  }

  /** Takes what the bots of a game have learned (a file of nets/): from then on they ask it. Throws as `ask` does. */
  bringNet(net: Uint8Array): void {
    this.#call(net, (length) => this.#exports.web_net(length));
  }

  #call(bytes: Uint8Array, call: (length: number) => number): string {
    if (this.#broken) {
      throw this.#broken;
    }
    let fine: boolean;
    let result: string;
    try {
      const buffer = this.#exports.web_buffer(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, buffer, bytes.length).set(bytes);
      fine = call(bytes.length) === 1;
      result = this.#text(this.#exports.web_result(), this.#exports.web_result_length());
    } catch (trouble) {
      const why = trouble instanceof Error ? trouble.message : String(trouble);
      this.#broken = trouble instanceof Broken ? trouble : new Broken(this.#lastWords || `The engine stopped: ${why}.`);
      throw this.#broken;
    }
    if (!fine) {
      throw new Refusal(result);
    }
    return result;
  }

  #text(at: number, length: number): string {
    return this.#utf8.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }

  #clock(clock: number, out: number): number {
    const now = clock === REALTIME ? performance.timeOrigin + performance.now() : performance.now();
    new DataView(this.#exports.memory.buffer).setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
    return FINE;
  }

  /** Whatever file it is: only the error stream is ever written to, shortly before the end. */
  #write(pieces: number, count: number, out: number): number {
    const memory = new DataView(this.#exports.memory.buffer);
    let written = 0;
    for (let i = 0; i < count; i++) {
      const length = memory.getUint32(pieces + 8 * i + 4, true);
      this.#lastWords += this.#text(memory.getUint32(pieces + 8 * i, true), length);
      written += length;
    }
    this.#lastWords = this.#lastWords.slice(-1000);
    memory.setUint32(out, written, true);
    return FINE;
  }
}
