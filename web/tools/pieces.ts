// Into how many pieces the page falls. What is loaded only when it is wanted would fall into a hundred small files, one for each set of
// places that share it: a house in which five people open a table at once would ask for hundreds within a second, more than a server lets
// one address ask. So modules that belong together are one piece.
//
// Must never touch what the first page is made of: that stays as small as it can be.
import type { ManualChunkMeta } from "rollup";

/** What the first page waits for besides what the program's first module imports. */
const FIRST = ["/src/main.ts", "/src/pages/Home.svelte", "/src/pages/Art.svelte", "/src/people/tables.ts", "/src/people/bots.ts", "/src/source/engine.ts"];

/** The piece that a module belongs to, by where it lies; what none of these fits is left to the bundler. */
const PIECES: [RegExp, string][] = [
  [/\/src\/games\/six-billion\//, "six-billion"],
  [/\/src\/games\/one-billion-users\//, "one-billion-users"],
  [/\/src\/replay\//, "replay"],
  [/\/src\/challenge\//, "challenge"],
  [/\/src\/(tutorial|puzzles)\//, "tutorial"],
  [/\/src\/(home\/More|people\/seats\/(Quick|waiting|Asked)|source\/asking)\./, "more"],
  [/\/src\/(home|table|screen|ui|source|people|options|games)\/|\/src\/storage\/tab\.|\/src\/pages\/(LocalTable|RemoteTable|Hand|Screen)\./, "table"],
];

/** Of Svelte, which is one module by its door: what the first page does not use. */
const LATER = /\/svelte\/src\/internal\/client\/dom\/(elements\/(transitions|bindings\/(input|size))|blocks\/svelte-element)/;

let first: Set<string> | undefined;

function firstOf(meta: ManualChunkMeta): Set<string> {
  const found = new Set<string>();
  const walk = (id: string): void => {
    if (!found.has(id)) {
      found.add(id);
      meta.getModuleInfo(id)?.importedIds.forEach(walk);
    }
  };
  [...meta.getModuleIds()].filter((id) => FIRST.some((name) => id.split("?")[0]?.endsWith(name))).forEach(walk);
  return found;
}

export function pieceOf(id: string, meta: ManualChunkMeta): string | undefined {
  first ??= firstOf(meta);
  return LATER.test(id) ? "later" : first.has(id) ? "first" : PIECES.find(([lies]) => lies.test(id.split("?")[0] ?? id))?.[1];
}
