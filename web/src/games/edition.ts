// The cards and the board that a table is played with.
import type { EditionDocument, View } from "../engine/types";
import { engine } from "../source/engine";

/** The edition that a view names, as the engine understands it. */
export async function editionOf({ edition, game }: View): Promise<EditionDocument> {
  return (await engine().ask("edition", typeof edition === "object" ? { edition } : { game })).edition;
}
