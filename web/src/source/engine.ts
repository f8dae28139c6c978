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

const topics = new Map<string, Promise<Topic[]>>();

/** The pages of rules of a game. */
export function topicsOf(game: string): Promise<Topic[]> {
  let asked = topics.get(game);
  if (!asked) {
    asked = engine().ask("topics", { game });
    topics.set(game, asked);
  }
  return asked;
}
