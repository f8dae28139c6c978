// A worker that owns an engine: answers the questions of client.ts one after the other. There are two of these: one has the tables, the
// other thinks for bots, so that neither the page nor a table ever waits for a bot.
//
// Must never keep anything of its own.
import wasmAddress from "../../../build/wasm/billions.wasm?url";
import { Broken, Engine, Refusal } from "./engine";
import type { FromWorker, ToWorker } from "./client";

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

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const { id, what, about } = event.data;
  engine.then(
    (ready) => {
      ready.onProgress = (done, total) => say({ id, progress: [done, total] });
      try {
        say({ id, answer: ready.ask(what, about) });
      } catch (trouble) {
        const refused = trouble instanceof Refusal;
        say({ id, error: trouble instanceof Error ? trouble.message : String(trouble), broken: !refused });
      }
    },
    (trouble: unknown) => say({ id, error: trouble instanceof Error ? trouble.message : String(trouble), broken: true }),
  );
});
