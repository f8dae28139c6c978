// The engine for tests: the file that tools/build-web makes, in the test's own thread.
import { readFileSync } from "node:fs";
import { Engine } from "../../src/engine/engine";
import type { FromWorker, Port, ToWorker } from "../../src/engine/client";
import { Refusal } from "../../src/engine/engine";

const file = new URL("../../../build/wasm/billions.wasm", import.meta.url);
let module: WebAssembly.Module | null = null;

export function newEngine(): Engine {
  module ??= new WebAssembly.Module(readFileSync(file));
  return new Engine(module);
}

/** A text of this repository. */
export function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
}

/** The sentence with which something is refused. */
export function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (trouble) {
    if (trouble instanceof Refusal) {
      return trouble.message;
    }
    throw trouble;
  }
  throw new Error("This should have been refused.");
}

/** A worker without a thread: answers in a later turn of the event loop, as a true one would. */
export class TestPort implements Port {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  readonly asked: string[] = [];
  #open = true;
  readonly #engine = newEngine();

  postMessage({ id, what, about }: ToWorker): void {
    this.asked.push(what);
    setTimeout(() => {
      if (!this.#open) {
        return;
      }
      this.#engine.onProgress = (done, total) => this.onmessage?.({ data: { id, progress: [done, total] } });
      try {
        this.onmessage?.({ data: { id, answer: this.#engine.ask(what, about) } });
      } catch (trouble) {
        this.onmessage?.({ data: { id, error: (trouble as Error).message, broken: !(trouble instanceof Refusal) } });
      }
    }, 0);
  }

  terminate(): void {
    this.#open = false;
  }
}
