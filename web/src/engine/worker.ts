// A worker that owns an engine: answers the questions of client.ts one after the other. There are two of these: one has the tables, the
// other thinks for bots, so that neither the page nor a table ever waits for a bot.
//
// Must never keep anything of its own.
import wasmAddress from "../../../build/wasm/billions.wasm?url";
import { Broken, Engine, Refusal } from "./engine";
import type { FromWorker, ToWorker } from "./client";
import { bringNet } from "./nets";

const nets = import.meta.glob<string>("../../../nets/*.net", { query: "?url", import: "default", eager: true });

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmAddress);
  if (!response.ok) {
    throw new Broken(`The engine could not be fetched (status ${response.status}).`);
  }
  // A server that does not know the type of the file must not keep anybody from playing.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const engine = compile().then((module) => new Engine(module));

function say(message: FromWorker): void {
  postMessage(message);
}

async function fetchNet(game: string): Promise<Uint8Array | null> {
  const address = nets[`../../../nets/${game}.net`];
  const response = address === undefined ? null : await fetch(address);
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

async function answer({ id, what, about }: ToWorker): Promise<void> {
  try {
    const ready = await engine;
    await bringNet(ready, what, about, fetchNet);
    ready.onProgress = (done, total) => say({ id, progress: [done, total] });
    say({ id, answer: ready.ask(what, about) });
  } catch (trouble) {
    say({ id, error: trouble instanceof Error ? trouble.message : String(trouble), broken: !(trouble instanceof Refusal) });
  }
}

let last = Promise.resolve();
addEventListener("message", (event: MessageEvent<ToWorker>) => {
  last = last.then(() => answer(event.data));
});
