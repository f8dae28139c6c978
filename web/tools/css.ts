// Counts the styles of the page: lines of CSS in components, and colours written there in figures instead of by the name of a token. A colour
// that is given a name where it stands (--sky: #171e38) is a token. With "list", each of the others with where it stands.
//
//     npm run css [list]
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
let lines = 0;
let css = 0;
let tokens = 0;
const strays = new Map<string, string[]>();
for (const name of files) {
  const text = readFileSync(SRC + name, "utf8");
  lines += text.split("\n").length - 1;
  for (const [, style = ""] of text.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
    css += style.split("\n").length - 1;
    for (const line of style.split("\n")) {
      for (const { 0: colour, index } of line.matchAll(/#[0-9a-f]{3,8}\b/gi)) {
        if (/--[\w-]+:[^;{]*$/.test(line.slice(0, index))) {
          tokens++;
        } else {
          strays.set(colour.toLowerCase(), [...(strays.get(colour.toLowerCase()) ?? []), name]);
        }
      }
    }
  }
}
const uses = [...strays.values()].reduce((sum, where) => sum + where.length, 0);
console.log(`${files.length} components, ${lines} lines, ${css} of them CSS; ${strays.size} colours in figures in ${uses} places, ${tokens} more named where they stand`);
if (process.argv[2] === "list") {
  for (const [colour, where] of [...strays].sort((a, b) => b[1].length - a[1].length)) {
    console.log(`${colour} ${where.join(", ")}`);
  }
}
