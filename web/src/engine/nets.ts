// What bots have learned (nets/ of the repository) comes to an engine when a bot first asks for it, and not before: a file as large as
// the rest of the page.
//
// Must never keep a bot from playing: without its net it plays as bots do that have none.
import type { Engine } from "./engine";
import type { Asks, What } from "./types";

/** The bytes of a game's net; null where there is none, or where it cannot be had now. */
export type FetchNet = (game: string) => Promise<Uint8Array | null>;

/** Hands the engine the net that it would need for this question. A net that could not be had is asked for again the next time. */
export async function bringNet<W extends What>(engine: Engine, what: W, about: Asks<W>, fetchNet: FetchNet): Promise<void> {
  if (what !== "think") {
    return;
  }
  const { question, bot } = about as Asks<"think">;
  const game = question.position?.game;
  try {
    if (game === undefined || !engine.ask("net", { game, bot })) {
      return;
    }
    const net = await fetchNet(game);
    if (net) {
      engine.bringNet(net);
    }
  } catch {
    // What is wrong with the question, the answer to it says.
  }
}
