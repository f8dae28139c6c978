// The one engine of this page, opened when it is first needed.
import wasmFile from "../../../build/wasm/billions.wasm?url";
import { EngineClient, type Port } from "../engine/client";
import type { Catalogue, GameFacts, Topic } from "../engine/types";
import workerFile from "../engine/worker.ts?worker&url";
import { loadPart } from "../ui/frame/part";

let open: EngineClient | null = null;

/** Made once their files are there. */
const newWorker = (name: string): Promise<Port> =>
  loadPart(
    async () => new Worker(workerFile, { type: "module", name: `billions ${name}` }) as unknown as Port,
    [workerFile, wasmFile].map((file) => file.slice(1)),
  );

export function engine(): EngineClient {
  open ??= new EngineClient(newWorker);
  return open;
}

export function catalogue(): Promise<Catalogue> {
  return engine().catalogue();
}

export async function factsOf(game: string): Promise<GameFacts | undefined> {
  return (await catalogue()).games.find((one) => one.game === game);
}

const pages = import.meta.glob<{ PAGES: Topic[] }>("../generated/rules/*.ts");

/** The pages of rules of a game. They lie beside the engine, so that only who reads them waits for them. */
export async function topicsOf(game: string): Promise<Topic[]> {
  return (await pages[`../generated/rules/${game}.ts`]?.())?.PAGES ?? [];
}
