// Keeps the page true while the browser translates it. A translator replaces text nodes (Chrome, Edge), or takes the children of a sentence
// out and puts back only texts and elements, without the comments that mark where a block begins (Firefox). What Svelte writes into such a
// node later is seen by nobody. So, when the page is built, every element whose own words can change gets translate="no", which all
// translators respect; words that are written in a component for good stay theirs to translate.
//
// An element whose words come out of an expression and are worth a translation bears translate="yes" in the component, directly inside
// {#key WORDS} or {#each ... (WORDS)}: then new words are a new element, and no node that a translator has touched is written to. The key must
// name all that can change in it. Anywhere else translate="yes" says that the children are boxes of their own, as those of a flex container.
//
// Must never change what the page shows, and must never guess: where nobody can say which element shows words that change, it is an error.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, type AST } from "svelte/compiler";
import type { Plugin } from "vite";

type Node = AST.Fragment["nodes"][number];
type Element = AST.RegularElement | AST.SvelteElement;

/** What a translator takes for a part of the sentence round it. */
const INLINE = new Set(["a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "var"]);
/** It is neither part of a sentence nor a sentence. */
const DRAWN = new Set(["br", "canvas", "img", "input", "svg"]);
/** Its words are no text nodes of the page. */
const SILENT = new Set(["script", "style", "textarea", "title"]);

export interface Marked {
  code: string;
  /** how many elements got the mark */
  marks: number;
  /** one sentence for each place where it cannot be done */
  faults: string[];
}

function isElement(node: Node): node is Element {
  return node.type === "RegularElement" || node.type === "SvelteElement";
}

/** The fragments of a block, in which nodes are on the level of the block itself; undefined: it is no block. */
function branchesOf(node: Node): (AST.Fragment | null)[] | undefined {
  switch (node.type) {
    case "IfBlock":
      return [node.consequent, node.alternate];
    case "EachBlock":
      return [node.body, node.fallback ?? null];
    case "AwaitBlock":
      return [node.pending, node.then, node.catch];
    case "KeyBlock":
      return [node.fragment];
    case "SvelteFragment":
    case "SvelteBoundary":
      return [node.fragment];
    default:
      return undefined;
  }
}

interface Level {
  /** words that can change, or come and go */
  changes: boolean;
  /** a block, which needs its place among the children */
  blocks: boolean;
  /** words */
  words: boolean;
  /** elements that a translator takes for parts of a sentence */
  parts: boolean;
  /** elements that it takes for sentences of their own, as it does what is between them */
  boxes: boolean;
}

/** One component, and what it must know of others. */
class Component {
  readonly #root: AST.Root;
  readonly #snippets = new Map<string, AST.Fragment>();
  readonly #imports = new Map<string, string>();
  readonly #asked = new Set<string>();
  readonly marks: number[] = [];
  readonly dropped: [number, number][] = [];
  readonly faults: string[] = [];

  constructor(
    readonly file: string,
    readonly code: string,
    readonly others: Components,
  ) {
    this.#root = parse(code, { modern: true, filename: file });
    for (const [, name = "", path = ""] of code.matchAll(/^\s*import (\w+) from "(\.[^"]+\.svelte)";/gm)) {
      this.#imports.set(name, resolve(dirname(file), path));
    }
    this.#collect(this.#root.fragment);
  }

  #collect(fragment: AST.Fragment): void {
    for (const node of fragment.nodes) {
      if (node.type === "SnippetBlock") {
        this.#snippets.set(node.expression.name, node.body);
        this.#collect(node.body);
      }
      branchesOf(node)?.forEach((branch) => branch && this.#collect(branch));
      if ("fragment" in node) {
        this.#collect(node.fragment);
      }
    }
  }

  get #template(): string {
    return this.code.slice(this.#root.fragment.nodes[0]?.start ?? this.code.length).replace(/<style>[^]*/, "");
  }

  /** Whether it has words of its own that change and belong to whatever element it is put into. */
  get bare(): boolean {
    return this.#level(this.#root.fragment.nodes, false).changes;
  }

  mark(): void {
    this.#walk(this.#root.fragment, false, null);
  }

  #level(nodes: Node[], inBlock: boolean): Level {
    const level: Level = { changes: false, blocks: false, words: false, parts: false, boxes: false };
    for (const node of nodes) {
      const branches = branchesOf(node);
      if (branches) {
        level.blocks = true;
        for (const branch of branches) {
          const inside = this.#level(branch?.nodes ?? [], node.type !== "SvelteBoundary");
          level.changes ||= inside.changes;
          level.words ||= inside.words;
          level.parts ||= inside.parts;
          level.boxes ||= inside.boxes;
        }
      } else if (node.type === "Text") {
        const says = node.data.trim() !== "";
        level.words ||= says;
        level.changes ||= says && inBlock;
      } else if ((node.type === "ExpressionTag" && node.expression.type !== "Literal") || (node.type === "Component" && this.#isBare(node.name)) || (node.type === "RenderTag" && this.#rendersBare(node))) {
        level.changes = level.words = true;
      } else if (isElement(node)) {
        const inline = INLINE.has(node.name);
        level.parts ||= inline && this.#says(node.fragment);
        level.boxes ||= !inline && !DRAWN.has(node.name);
      }
    }
    return level;
  }

  #isBare(name: string): boolean {
    const path = this.#imports.get(name);
    return path !== undefined && this.others.isBare(path);
  }

  #rendersBare({ expression }: AST.RenderTag): boolean {
    const call = expression.type === "ChainExpression" ? expression.expression : expression;
    const name = call.type === "CallExpression" && call.callee.type === "Identifier" ? call.callee.name : "";
    const body = this.#snippets.get(name);
    if (!body || this.#asked.has(name)) {
      return false; // handed in by a parent, which must not hand in such words (below); or it renders itself
    }
    this.#asked.add(name);
    const { changes } = this.#level(body.nodes, false);
    this.#asked.delete(name);
    return changes;
  }

  /** Whether there are any words in it. */
  #says({ nodes }: AST.Fragment): boolean {
    return nodes.some(
      (node) =>
        (node.type === "Text" && node.data.trim() !== "") ||
        ["ExpressionTag", "Component", "RenderTag"].includes(node.type) ||
        (branchesOf(node) ?? ("fragment" in node && (!isElement(node) || node.name !== "svg") ? [node.fragment] : [])).some((branch) => branch && this.#says(branch)),
    );
  }

  #walk(fragment: AST.Fragment, covered: boolean, block: Node | null): void {
    for (const node of fragment.nodes) {
      if (isElement(node)) {
        if (!SILENT.has(node.name)) {
          this.#walk(node.fragment, this.#cover(node, covered, block) || covered, null);
        }
        continue;
      }
      branchesOf(node)?.forEach((branch) => branch && this.#walk(branch, covered, node));
      if (node.type === "Component" || node.type === "SvelteComponent") {
        // What is put into another component is shown by an element that is not seen from here; a snippet with a name is looked at by itself.
        if (!covered) {
          this.#askWhole(node.fragment, node.start, `<${node.name}>`);
          node.fragment.nodes.forEach((inner) => inner.type === "SnippetBlock" && this.#askWhole(inner.body, inner.start, `<${node.name}>`));
        }
        this.#walk(node.fragment, covered, null);
      } else if (node.type === "SnippetBlock") {
        // It is shown where it is rendered: here, which #level knows, or by the component that it is handed to.
        if (new RegExp(`(?<!@render |snippet )\\b${node.expression.name}\\b(?!")`).test(this.#template)) {
          this.#askWhole(node.body, node.start, "another component");
        }
        this.#walk(node.body, false, null);
      }
    }
  }

  /** What another component is given must bring the elements round its words. */
  #askWhole({ nodes }: AST.Fragment, at: number, whom: string): void {
    if (this.#level(nodes, false).changes) {
      this.#fault(at, `${whom} is given words that change: put an element round them`);
    }
  }

  /** Marks an element where it needs it; true: nothing in it needs a mark of its own. */
  #cover(element: Element, covered: boolean, block: Node | null): boolean {
    const given = element.attributes.find((one): one is AST.Attribute => one.type === "Attribute" && one.name === "translate");
    const value = given && this.code.slice(given.start, given.end);
    if (value === 'translate="no"') {
      return true;
    }
    const level = this.#level(element.fragment.nodes, false);
    if (value === 'translate="yes"') {
      this.dropped.push([given?.start ?? 0, given?.end ?? 0]);
      return this.#isReplaced(element, block, level);
    }
    if (value !== undefined) {
      this.#fault(element.start, `${value} is neither "yes" nor "no"`);
    }
    // A translator that wraps words of an SVG in elements of HTML makes them invisible.
    const draws = element.name === "svg" && this.#says(element.fragment);
    if (!covered && (level.changes || draws || (level.blocks && (level.words || (level.parts && !level.boxes))))) {
      this.marks.push(element.start + 1 + (element.type === "SvelteElement" ? "svelte:element" : element.name).length);
      return true;
    }
    return false;
  }

  /** Whether an element that may be translated is replaced as a whole when its words change. If not, it has none of its own that could. */
  #isReplaced(element: Element, block: Node | null, level: Level): boolean {
    const key = block?.type === "KeyBlock" ? block.expression : block?.type === "EachBlock" ? block.key : undefined;
    const names = key ? this.#source(key) : "";
    const left = element.fragment.nodes.map((node) => (node.type === "ExpressionTag" ? this.#source(node.expression) : "")).filter((words) => !names.includes(words));
    if (left[0] !== undefined || (level.changes && !key)) {
      this.#fault(element.start, `<${element.name} translate="yes"> shows words that change; they must be inside {#key ${left[0] ?? "..."}}`);
    }
    return key !== undefined;
  }

  /** An expression as it is written; the parser says where, which its types leave out. */
  #source(expression: object): string {
    const { start, end } = expression as { start: number; end: number };
    return this.code.slice(start, end);
  }

  #fault(at: number, what: string): void {
    this.faults.push(`${this.file}:${this.code.slice(0, at).split("\n").length}: ${what}`);
  }
}

/** All components that were looked at, by their files. */
export class Components {
  readonly #bare = new Map<string, boolean>();

  isBare(file: string): boolean {
    const known = this.#bare.get(file);
    if (known !== undefined) {
      return known;
    }
    this.#bare.set(file, false); // one that shows itself
    const bare = new Component(file, readFileSync(file, "utf8"), this).bare;
    this.#bare.set(file, bare);
    return bare;
  }

  mark(file: string, code: string): Marked {
    const component = new Component(file, code, this);
    component.mark();
    const edits: [number, number, string][] = [...component.marks.map((at): [number, number, string] => [at, at, ' translate="no"']), ...component.dropped.map(([from, to]): [number, number, string] => [from, to, ""])];
    let marked = code;
    for (const [from, to, words] of edits.sort((a, b) => b[0] - a[0])) {
      marked = marked.slice(0, from) + words + marked.slice(to);
    }
    return { code: marked, marks: component.marks.length, faults: component.faults };
  }
}

export function untranslated(): Plugin {
  return {
    name: "untranslated",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".svelte")) {
        return null;
      }
      // Anew each time: a component that is edited while the page is served may have changed what others must know.
      const { code: marked, faults } = new Components().mark(id, code);
      if (faults[0] !== undefined) {
        this.error(faults.join("\n"));
      }
      return { code: marked, map: null };
    },
  };
}
