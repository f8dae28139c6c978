// A reader without eyes for tests of the page: what it knows is the accessibility tree that Chromium gives to a screen reader and what live
// regions say; what it does is press keys.
//
// Must never look for anything by a selector, and never use a mouse.
import { strict as assert } from "node:assert";
import type { CDPSession, Page } from "playwright-core";

export interface Place {
  id: number;
  role: string;
  name: string;
  value: string;
  focused: boolean;
  disabled: boolean;
  expanded: boolean | null;
  /** ids of what it stands in, the page first */
  inside: number[];
}

/** Everything in its order, as a screen reader goes through it. */
export class Tree {
  constructor(readonly nodes: readonly Place[]) {}

  find(role: string, name: RegExp | string, under?: Place): Place | undefined {
    return this.all(role, name, under)[0];
  }
  all(role: string, name: RegExp | string = /(?:)/, under?: Place): Place[] {
    return this.nodes.filter(
      (node) => node.role === role && (typeof name === "string" ? node.name === name : name.test(node.name)) && (!under || node.inside.includes(under.id)),
    );
  }
  /** What is read of a node from its first to its last word. */
  textOf(node: Place): string {
    return this.nodes
      .filter((one) => one.role === "StaticText" && one.inside.includes(node.id))
      .map(({ name }) => name)
      .join(" ")
      .replace(/[\s\u00a0]+/g, " ")
      .trim();
  }
  get focused(): Place | undefined {
    return this.nodes.findLast((node) => node.focused && node.role !== "RootWebArea");
  }
  get text(): string {
    return this.nodes.map(({ name, value }) => `${name} ${value}`).join("\n");
  }
}

interface Value {
  value?: unknown;
}
interface Raw {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
  backendDOMNodeId?: number;
  parentId?: string;
}

export interface Heard {
  how: "polite" | "assertive";
  sentences: string[];
}

/** Runs in the page, from its beginning: writes down what live regions say, as browsers tell it to screen readers. */
function listen(): void {
  const heard: Heard[] = [];
  Object.assign(window, { heard });
  const IMPLIED: Record<string, string> = { alert: "assertive", status: "polite", log: "polite" };
  const liveOf = (node: Element): string | null => node.getAttribute("aria-live") ?? IMPLIED[node.getAttribute("role") ?? ""] ?? null;
  const silent = (node: Element): boolean => node.closest("[inert], [aria-hidden=true], [hidden]") !== null || (document.querySelector("dialog:modal") !== null && node.closest("dialog:modal") === null);
  const sentencesOf = (node: Node): string[] => {
    const inside = node instanceof Element ? [...node.querySelectorAll("p")] : [];
    return (inside.length > 0 ? inside : [node]).map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim()).filter(Boolean);
  };
  new MutationObserver((changes) => {
    for (const { type, addedNodes, target } of changes) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        const from = node instanceof Element ? node : node.parentElement;
        // A region that comes with its words is heard only if it is an alert.
        const alerts = node instanceof Element ? [node, ...node.querySelectorAll("[role=alert]")].filter((one) => one.getAttribute("role") === "alert") : [];
        const region = from?.parentElement ? (type === "characterData" ? from : from.parentElement).closest("[aria-live], [role=alert], [role=status], [role=log]") : null;
        for (const [place, words] of [...(region ? [[region, node] as const] : []), ...alerts.map((one) => [one, one] as const)]) {
          const how = liveOf(place);
          const sentences = sentencesOf(words);
          if ((how === "polite" || how === "assertive") && sentences.length > 0 && !silent(place)) {
            heard.push({ how, sentences });
          }
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

export class Ears {
  private constructor(
    readonly page: Page,
    readonly session: CDPSession,
  ) {}

  static async open(page: Page): Promise<Ears> {
    await page.addInitScript(listen);
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    return new Ears(page, session);
  }

  async read(): Promise<Tree> {
    const { nodes } = (await this.session.send("Accessibility.getFullAXTree")) as { nodes: Raw[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const found: Place[] = [];
    const walk = (raw: Raw, inside: number[]): void => {
      const property = (name: string): unknown => raw.properties?.find((one) => one.name === name)?.value.value;
      const id = Number(raw.backendDOMNodeId ?? -Number(raw.nodeId));
      const words = (value: Value | undefined): string => String((value?.value as string | number | undefined) ?? "").replace(/[\s\u00a0]+/g, " ").trim();
      if (!raw.ignored) {
        found.push({
          id,
          role: words(raw.role),
          name: words(raw.name),
          value: words(raw.value),
          focused: property("focused") === true,
          disabled: property("disabled") === true,
          expanded: typeof property("expanded") === "boolean" ? (property("expanded") as boolean) : null,
          inside,
        });
      }
      for (const child of raw.childIds ?? []) {
        const next = byId.get(child);
        if (next) {
          walk(next, raw.ignored ? inside : [...inside, id]);
        }
      }
    };
    const root = nodes.find((node) => node.parentId === undefined);
    if (root) {
      walk(root, []);
    }
    return new Tree(found);
  }

  /** What has been said since the page began. */
  heard(): Promise<Heard[]> {
    return this.page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
  }

  /** Waits until something urgent has been said after the first so many. */
  async answers(before: number, patience = 180_000): Promise<void> {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      if ((await this.heard()).filter(({ how }) => how === "assertive").length > before) {
        return;
      }
      await this.page.waitForTimeout(60);
    }
    throw new Error("nobody answered");
  }

  key(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Goes by Tab, or back by Shift and Tab, until the node has the focus. */
  async goTo(node: Place, most = 400): Promise<void> {
    const passed: string[] = [];
    for (let i = 0; i < most; i++) {
      const tree = await this.read();
      const focused = tree.focused;
      if (focused?.id === node.id) {
        return;
      }
      const [at, to] = [focused, node].map((one) => tree.nodes.findIndex(({ id }) => id === one?.id));
      assert.ok(to !== undefined && to >= 0, `"${node.name}" has gone while one went there`);
      passed.push(`${focused?.role ?? "nothing"} ${focused?.name ?? ""}`);
      await this.key(focused && (at ?? 0) > to ? "Shift+Tab" : "Tab");
    }
    throw new Error(`Keys alone do not reach "${node.name}"; they passed ${passed.slice(-30).join(", ")}.`);
  }

  async press(node: Place): Promise<void> {
    await this.goTo(node);
    await this.key("Enter");
  }

  /** Reads again and again until there is what is wanted. */
  async until<T>(what: (tree: Tree) => T | undefined | null | false, about: string, patience = 180_000): Promise<T> {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      const found = what(await this.read());
      if (found) {
        return found;
      }
      await this.page.waitForTimeout(60);
    }
    throw new Error(`${about} never came`);
  }
}
