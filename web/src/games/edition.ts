// The cards and the board that a table is played with.
import type { EditionDocument, View } from "../engine/types";
import { engine } from "../source/engine";

const known = new Map<string, Promise<EditionDocument>>();

/** The edition that a view names, as the engine understands it; asked once. */
export function editionOf({ edition, game }: View): Promise<EditionDocument> {
  const own = typeof edition === "object" ? { edition } : { game };
  const key = JSON.stringify(own);
  const found = known.get(key) ?? engine().ask("edition", own).then((answer) => answer.edition);
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}
