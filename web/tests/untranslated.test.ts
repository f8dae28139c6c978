// What a browser's translator may touch (tools/untranslated.ts): which elements of a component are marked, and that it can be said of every
// component. What comes of it in a browser is tried by tests/page/server/translated.ts. Must never pass because no components were found.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { Components } from "../tools/untranslated";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const all = new Components();
const marked = (code: string, file = `${SRC}ui/Sample.svelte`): string => {
  const { code: out, faults } = all.mark(file, code);
  expect(faults).toEqual([]);
  return out;
};
const faults = (code: string): string[] => all.mark(`${SRC}ui/Sample.svelte`, code).faults.map((one) => one.replace(SRC, ""));
const NO = 'translate="no"';

describe("words that a translator may not touch", () => {
  it("are those that can change, and no others", () => {
    expect(marked("<main><h1>Settings</h1><p>You have {points}</p></main>")).toBe(`<main><h1>Settings</h1><p ${NO}>You have {points}</p></main>`);
    expect(marked("<button>{#if on}Stop{:else}Go{/if}</button>")).toBe(`<button ${NO}>{#if on}Stop{:else}Go{/if}</button>`);
    expect(marked("<div>{#each all as one (one)}<p>Static</p>{/each}</div>")).toBe("<div>{#each all as one (one)}<p>Static</p>{/each}</div>");
    expect(marked(`<p ${NO}><b>{points}</b></p>`), "what is in it needs no mark of its own").toBe(`<p ${NO}><b>{points}</b></p>`);
  });
  it("are sentences in which something comes and goes", () => {
    expect(marked("<p>Always {#if on}<b>sometimes</b>{/if}</p>")).toBe(`<p ${NO}>Always {#if on}<b>sometimes</b>{/if}</p>`);
    expect(marked("<p>{#if on}<b>sometimes</b>{/if}</p>"), "a translator takes the b for a part of a sentence").toBe(`<p ${NO}>{#if on}<b>sometimes</b>{/if}</p>`);
    expect(marked("<main><h1>Home</h1>{#if on}<a>Go on</a>{/if}</main>"), "and here for one of its own").toBe("<main><h1>Home</h1>{#if on}<a>Go on</a>{/if}</main>");
  });
  it("are words of a picture", () => {
    expect(marked("<svg><text>Earth</text></svg><svg><path /></svg>")).toBe(`<svg ${NO}><text>Earth</text></svg><svg><path /></svg>`);
  });
  it("are what snippets and other components put into an element", () => {
    expect(marked("{#snippet n()}{points}{/snippet}<p>{@render n()}</p>")).toBe(`{#snippet n()}{points}{/snippet}<p ${NO}>{@render n()}</p>`);
    const words = '<script lang="ts">\n  import Words from "./Words.svelte";\n</script>\n';
    expect(marked(`${words}<div><Words text="a" /></div>`)).toBe(`${words}<div ${NO}><Words text="a" /></div>`);
  });
  it("must have an element that can be marked", () => {
    expect(faults("<Dialog>You have {points}</Dialog>")).toEqual(["ui/Sample.svelte:1: <Dialog> is given words that change: put an element round them"]);
    expect(faults("<Row>{#snippet picture()}{points}{/snippet}</Row>")).toHaveLength(1);
    expect(faults("{#snippet n()}{points}{/snippet}<Row picture={n} />")).toHaveLength(1);
    expect(faults("<Dialog><p>You have {points}</p>{#snippet picture()}<b>{points}</b>{/snippet}</Dialog>")).toEqual([]);
  });
});

describe("words that it may touch although they come out of an expression", () => {
  it("are in an element that is replaced when they change", () => {
    expect(marked('{#key words}<p translate="yes">{words}</p>{/key}')).toBe("{#key words}<p >{words}</p>{/key}");
    expect(marked('{#each all as one (one)}<li translate="yes">{one}</li>{/each}')).toBe("{#each all as one (one)}<li >{one}</li>{/each}");
    expect(faults('<p translate="yes">{words}</p>')).toEqual(['ui/Sample.svelte:1: <p translate="yes"> shows words that change; they must be inside {#key words}']);
    expect(faults('{#key other}<p translate="yes">{words}</p>{/key}')).toHaveLength(1);
    expect(faults('{#each all as one, i (i)}<p translate="yes">{one}</p>{/each}')).toHaveLength(1);
    expect(faults('{#key words}<div><p translate="yes">{words}</p></div>{/key}')).toHaveLength(1);
  });
});

describe("the page", () => {
  it("is in English, and says so", () => {
    expect(readFileSync(`${SRC}../index.html`, "utf8")).toContain('<html lang="en">');
  });
  it("has no component of which that cannot be said", () => {
    const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
    const found = files.map((name) => all.mark(SRC + name, readFileSync(SRC + name, "utf8")));
    expect(found.flatMap((one) => one.faults)).toEqual([]);
    expect(found.reduce((sum, { marks }) => sum + marks, 0)).toBeGreaterThan(300);
  });
});
