// "Draw for me" in One Billion Users: when the deck's card comes by itself, that nothing comes while one's eyes are elsewhere; and the pass that is
// made by itself.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Parts } from "../../src/generated/one-billion-users";
import type { Entry } from "../../src/engine/types";
import type { Choice } from "../../src/games/one-billion-users/choice.svelte";
import { moveOf } from "../../src/games/one-billion-users/moves";
import type { Table } from "../../src/table/table.svelte";

const page = { hidden: false, dialog: false };
vi.stubGlobal("$state", (first: unknown) => first); // the compiler's, which is not here
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("document", {
  documentElement: { dataset: {} },
  get hidden() {
    return page.hidden;
  },
  querySelector: () => (page.dialog ? {} : null),
});
const { drawnForMe, fillRing, FILLS, passedForMe } = await import("../../src/games/one-billion-users/draw");
const { settings } = await import("../../src/ui/settings.svelte");

interface About {
  verbs?: Parts["verb"][];
  log?: Entry["kind"][];
  card?: string;
  teaches?: boolean;
  local?: boolean;
  others?: ("bot" | "person")[];
}
const tableOf = ({ log = [], teaches = false, local = true, others = ["bot", "bot"] }: About = {}): Table =>
  ({ local, you: 1, seats: ["person", ...others].map((kind, i) => ({ seat: i + 1, kind })), log: log.map((kind) => ({ kind })), source: { teaches }, director: { staged: null, playing: false } }) as unknown as Table;
const choiceOf = ({ verbs = ["draw-deck", "draw-discard"], card }: About = {}): Choice =>
  ({ card: card ?? null, all: verbs.map((verb) => moveOf(verb, { verb } as unknown as Parts)) }) as unknown as Choice;
const drawn = (about: About = {}): string | undefined => drawnForMe(tableOf(about), choiceOf(about))?.text;

describe("what is drawn by itself", () => {
  beforeEach(() => (settings.drawsForMe = true));

  it("is the deck's card, where the two piles are all there is to choose from", () => {
    expect(drawn()).toBe("draw-deck");
    expect(drawn({ verbs: ["draw-deck", "draw-discard", "sacrifice"] })).toBeUndefined();
    expect(drawn({ verbs: ["draw-deck", "claim"] })).toBeUndefined();
    expect(drawn({ verbs: ["add", "discard"] })).toBeUndefined();
    expect(drawn({ verbs: [] })).toBeUndefined();
  });

  it("is nothing before one has chosen that, in lessons and puzzles, and while a card is looked at", () => {
    expect(drawn({ teaches: true })).toBeUndefined();
    expect(drawn({ card: "Poke" })).toBeUndefined();
    settings.drawsForMe = false;
    expect(drawn()).toBeUndefined();
  });

  it("is nothing that was just taken back, until the next move", () => {
    expect(drawn({ log: ["move", "undo"] })).toBeUndefined();
    expect(drawn({ log: ["move", "undo", "chat"] })).toBeUndefined();
    expect(drawn({ log: ["move", "undo", "move"] })).toBe("draw-deck");
  });
});

describe("a pass that is made by itself", () => {
  const passes = (about: About = {}): boolean => passedForMe(tableOf(about), choiceOf({ verbs: ["pass"], ...about })) !== null;
  it("is the only answer, among bots alone", () => {
    expect(passes()).toBe(true);
    expect(passes({ verbs: ["counter-guard", "pass"] })).toBe(false);
    expect(passes({ verbs: ["done"] })).toBe(false);
    expect(passes({ verbs: [] })).toBe(false);
  });
  it("is none where somebody could learn from it, or learns the game, or has just taken it back, or wants to be asked", () => {
    expect(passes({ others: ["bot", "person"] })).toBe(false);
    expect(passes({ local: false })).toBe(false);
    expect(passes({ teaches: true })).toBe(false);
    expect(passes({ log: ["move", "undo"] })).toBe(false);
    settings.asksAll = true;
    expect(passes()).toBe(false);
    settings.asksAll = false;
  });
});

describe("the ring", () => {
  let now = 0;
  let next: (() => void) | null = null;
  const shown: number[] = [];
  const draw = vi.fn();
  /** As often as a screen draws. */
  const passes = (time: number, step = 20): void => {
    for (let i = 0; i < time / step; i++) {
      now += step;
      next?.();
    }
  };
  beforeEach(() => {
    Object.assign(page, { hidden: false, dialog: false });
    now = 0;
    shown.length = 0;
    draw.mockClear();
    vi.spyOn(performance, "now").mockImplementation(() => now);
    vi.stubGlobal("requestAnimationFrame", (go: () => void) => ((next = go), 1));
    vi.stubGlobal("cancelAnimationFrame", () => (next = null));
  });
  afterEach(() => vi.restoreAllMocks());
  const fill = (table = tableOf()): (() => void) => fillRing(table, (part) => shown.push(part), draw);

  it("fills in a second and a half, and then the card is drawn, once", () => {
    const end = fill();
    passes(FILLS - 20);
    expect(draw).not.toHaveBeenCalled();
    expect(shown.at(-1)).toBeCloseTo((FILLS - 20) / FILLS);
    passes(20);
    expect(draw).toHaveBeenCalledTimes(1);
    end();
    passes(2 * FILLS);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["a dialog is open", (on: boolean) => (page.dialog = on)],
    ["the page is hidden", (on: boolean) => (page.hidden = on)],
  ])("is empty while %s, and begins again", (_, set) => {
    const end = fill();
    passes(FILLS - 100);
    set(true);
    passes(2 * FILLS);
    expect(shown.at(-1)).toBe(0);
    set(false);
    passes(FILLS - 100);
    expect(draw).not.toHaveBeenCalled();
    passes(100);
    expect(draw).toHaveBeenCalledTimes(1);
    end();
  });

  it("waits for the stage, and counts no pause of the page", () => {
    const table = tableOf();
    const end = fill(table);
    Object.assign(table.director, { playing: true });
    passes(2 * FILLS);
    Object.assign(table.director, { playing: false, staged: { scenes: [] } });
    passes(2 * FILLS);
    Object.assign(table.director, { staged: null });
    passes(FILLS - 100);
    now += 10 * FILLS; // no picture was drawn meanwhile
    next?.();
    expect(draw).not.toHaveBeenCalled();
    passes(FILLS);
    expect(draw).toHaveBeenCalledTimes(1);
    end();
  });
});
