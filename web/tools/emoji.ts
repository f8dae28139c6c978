// Picks the pictures that a game uses out of the emoji set when the page is built: `import pictures from "./pictures.json?emoji"` gives
// for each name of the file the inside of one or more SVG pictures of 32 by 32.
//
// Must never let the whole set into the page; a picture that the set does not have ends the build.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

interface Set {
  icons: Record<string, { body: string }>;
}

const ENDING = ".json?emoji";
const OURS = "\0emoji:";

export function emoji(): Plugin {
  const require = createRequire(import.meta.url);
  const set = JSON.parse(readFileSync(require.resolve("@iconify-json/fluent-emoji-flat/icons.json"), "utf8")) as Set;
  return {
    name: "emoji",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith(ENDING)) {
        return null;
      }
      // Under a name that nobody else takes for a JSON file.
      const file = await this.resolve(source.slice(0, -"?emoji".length), importer);
      return file && OURS + file.id.slice(0, -".json".length);
    },
    load(id) {
      if (!id.startsWith(OURS)) {
        return null;
      }
      const path = `${id.slice(OURS.length)}.json`;
      this.addWatchFile(path);
      const names = JSON.parse(readFileSync(path, "utf8")) as Record<string, string[]>;
      const bodies: Record<string, string> = {};
      for (const [name, pictures] of Object.entries(names)) {
        for (const picture of pictures) {
          const icon = set.icons[picture];
          if (!icon) {
            this.error(`${path}: the emoji set has no "${picture}" (for ${name}).`);
          }
          bodies[picture] = icon.body;
        }
      }
      return {
        code: `const bodies = ${JSON.stringify(bodies)};\nconst names = ${JSON.stringify(names)};\n
          export default Object.fromEntries(Object.entries(names).map(([name, list]) => [name, list.map((one) => bodies[one])]));`,
        map: null,
      };
    },
  };
}
