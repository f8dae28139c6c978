// Puzzles: the data that is there, which one comes next, and what is kept of answers.
import { describe, expect, it } from "vitest";
import { withAnswer, type Attempt } from "../src/puzzles/attempts";
import { LEVELS, nextOf, ofDay, progressIn, puzzlesIn, type Puzzle } from "../src/puzzles/puzzles";
import { newEngine, read } from "./engine";

const GAMES = ["one-billion-users", "six-billion"];
const WANTED = 200;
const all = new Map(GAMES.map((game) => [game, puzzlesIn(read(`puzzles/${game}.jsonl`))]));
const puzzle = (id: string, level: number): Puzzle => ({ id, level }) as Puzzle;
const few = Array.from({ length: 10 }, (_, i) => puzzle(`p${i}`, 1 + (i % LEVELS)));

describe("the puzzles of the repository", () => {
  it.each(GAMES)("of %s are many, each once, and the engine knows their moves", (game) => {
    const list = all.get(game) ?? [];
    const engine = newEngine();
    expect(list.length).toBeGreaterThanOrEqual(WANTED);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    for (const one of list) {
      const { match } = engine.ask("new", { position: one.position, keepView: true });
      const { asked } = engine.ask("look", { match, viewer: one.seat });
      engine.ask("free", { match });
      const moves = asked?.you?.moves ?? [];
      expect([...moves].sort()).toEqual(one.moves.map(({ move }) => move).sort());
      expect(one).toMatchObject({ game, best: one.moves[0]?.move });
      expect(moves).toContain(one.advised);
      expect(one.advised).not.toBe(one.best);
      expect(one.why).not.toBe("");
      expect(one.low).toBeGreaterThan(0);
      expect(one.level).toBeGreaterThanOrEqual(1);
      expect(one.level).toBeLessThanOrEqual(LEVELS);
    }
  });

  it.each(GAMES)("of %s tell no card that the seat does not see", (game) => {
    for (const one of all.get(game) ?? []) {
      expect(one.position).toMatchObject({ viewer: one.seat });
    }
  });
});

describe("which comes next", () => {
  it("is never the one that was just there, and one that is new as long as there is one", () => {
    let tried: Map<string, Attempt> = new Map();
    let last: string | undefined;
    const seen = new Set<string>();
    for (let i = 0; i < few.length; i++) {
      const next = nextOf(few, tried, last);
      expect(next).toBeDefined();
      expect(seen).not.toContain(next?.id);
      last = next?.id ?? "";
      seen.add(last);
      tried = withAnswer(tried, last, true);
    }
    expect(nextOf(few, tried, last)?.id).not.toBe(last);
    expect(progressIn(few, tried)).toEqual({ all: 10, known: 10, missed: 0 });
  });

  it("is what was missed, but not at once", () => {
    let tried = withAnswer(new Map(), "p4", false);
    const came: string[] = [];
    for (let i = 0; i < 6; i++) {
      const next = nextOf(few, tried, came.at(-1) ?? "p4")?.id ?? "";
      came.push(next);
      tried = withAnswer(tried, next, true);
    }
    expect(came.slice(0, 4)).not.toContain("p4");
    expect(came[4]).toBe("p4");
    expect(tried.get("p4")).toMatchObject({ first: false, known: true });
  });

  it("gets harder with right answers and easier with wrong ones", () => {
    const levels = (found: boolean): number => {
      let tried: Map<string, Attempt> = new Map();
      for (let i = 0; i < 3; i++) {
        tried = withAnswer(tried, nextOf(few, tried)?.id ?? "", found);
      }
      return nextOf(few, tried)?.level ?? 0;
    };
    expect(levels(true)).toBeGreaterThan(levels(false));
  });

  it("has one for every day, the same for everybody, none twice in a row", () => {
    const days = Array.from({ length: 10 }, (_, i) => ofDay(few, `2026-12-${String(i + 10)}`)?.id);
    expect(new Set(days).size).toBe(few.length);
    expect(ofDay([...few].reverse(), "2026-12-10")?.id).toBe(days[0]);
  });
});
