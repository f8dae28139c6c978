// Both games as a package for Node 18 and browsers: the C engine as WebAssembly, asked in JSON. Runs in whatever thread it is loaded in;
// a page does better to load it in a worker.
//
// Must never hold a rule: engine.ts asks, the engine answers.
import { Broken, Engine } from "../src/engine/engine";

export { Broken, Engine, Refusal } from "../src/engine/engine";
export type { Progress } from "../src/engine/engine";
export type * from "../src/engine/types";

/** What the engine can be made of: its bytes, a module that was compiled elsewhere, or the answer of a `fetch`. */
export type Source = BufferSource | WebAssembly.Module | Response;

/** What lies beside this file. */
async function beside(name: string): Promise<Uint8Array> {
  const address = new URL(name, import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return Uint8Array.from(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) {
    throw new Broken(`${name} could not be fetched (status ${response.status}).`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** An engine of its own, with no tables yet. Without a source it is the one beside this file. */
export async function load(source?: Source | Promise<Source>): Promise<Engine> {
  const given = (await source) ?? (await beside("./billions.wasm"));
  const bytes = given instanceof Response ? await given.arrayBuffer() : given;
  // To TypeScript everything is a module, which has no members.
  return new Engine(bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes as unknown as BufferSource));
}

/** What bots have learned of a game, in the file beside this one: `engine.bringNet(await net("six-billion"))`, and `hard` asks it. */
export async function net(game: "six-billion"): Promise<Uint8Array> {
  return beside(`./nets/${game}.net`);
}
