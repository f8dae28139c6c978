// The one engine of this page, opened when it is first needed.
import { openEngine, type EngineClient } from "../engine/client";
import type { Catalogue, GameFacts, Topic } from "../engine/types";

let open: EngineClient | null = null;

export function engine(): EngineClient {
  open ??= openEngine();
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
