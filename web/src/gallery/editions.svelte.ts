// Editions out of files: read, checked by the engine, and kept in this browser for galleries and new
// tables until they are put away.
//
// Must never let an edition through that the engine has not understood.
import { Refusal } from "../engine/engine";
import type { EditionDocument, EditionFacts } from "../engine/types";
import { engine } from "../source/engine";
import { textOf } from "../source/files";
import { read, write } from "../storage/small";

const KEY = "billions.editions";
const LARGEST = 256 * 1024;

/** By game: the edition that was last loaded from a file. */
export const loaded = $state<Record<string, EditionDocument>>(read(KEY, {}));

function keep(): void {
  write(KEY, loaded);
}

export function putAway(game: string): void {
  delete loaded[game];
  keep();
}

/** Takes a file in; rejects with one sentence. The edition is then the loaded one of its game. */
export async function takeIn(file: File): Promise<EditionFacts> {
  if (file.size > LARGEST) {
    throw new Refusal(`${file.name} has more than ${LARGEST / 1024} KiB: that is no edition.`);
  }
  let document: unknown;
  const text = await textOf(file);
  try {
    document = JSON.parse(text);
  } catch (why) {
    throw new Refusal(`${file.name} is not JSON: ${why instanceof Error ? why.message : String(why)}`);
  }
  if (document === null || typeof document !== "object" || Array.isArray(document)) {
    throw new Refusal(`${file.name} must hold one JSON object, an edition as docs/editions.md describes it.`);
  }
  const edition = document as EditionDocument;
  const facts = await engine()
    .ask("edition", { edition })
    .catch((why: unknown) => {
      throw why instanceof Refusal ? new Refusal(`${file.name}: ${why.message}`) : why;
    });
  loaded[facts.game] = edition;
  keep();
  return facts;
}

/** The compiled edition, or the loaded one, as the engine understands it. */
export function factsOf(game: string, own: EditionDocument | undefined): Promise<EditionFacts> {
  return engine().ask("edition", own ? { edition: $state.snapshot(own) as EditionDocument } : { game });
}
