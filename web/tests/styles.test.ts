// What the page's own styles (app.css) call something else than a component does would be drawn twice over: a playing card as a panel of a
// page. Must never pass because no styles were found.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
/** What components mean by the same word, and add something to. */
const MEANT = ["button", "small"];

describe("styles", () => {
  it("no component has a class of its own that app.css styles for something else", () => {
    const global = new Set([...readFileSync(`${SRC}app.css`, "utf8").matchAll(/(?<![\w-])\.([a-z][\w-]*)/g)].map(([, name]) => name));
    expect(global).toContain("column");
    const twice: string[] = [];
    let own = 0;
    for (const file of readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"))) {
      const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(readFileSync(SRC + file, "utf8")) ?? [];
      for (const [, name = ""] of style.matchAll(/^\s*\.([a-z][\w-]*)(?=\s*[{,])/gm)) {
        own++;
        if (global.has(name) && !MEANT.includes(name)) {
          twice.push(`${file}: .${name}`);
        }
      }
    }
    expect(own).toBeGreaterThan(500);
    expect(twice).toEqual([]);
  });
});
