// Every lesson of the tutorial, played by the engine itself: its position loads, every move that is waited for can be made, every word for
// a wrong move belongs to a move that could be made, the others' moves are played, and the game at the end of the course comes to an end.
import { describe, expect, it } from "vitest";
import type { Answers, Asks, View, What } from "../src/engine/types";
import { course as obu } from "../src/tutorial/one-billion-users";
import { course as six } from "../src/tutorial/six-billion";
import { insteadOf, spoken, wanted, type Lesson } from "../src/tutorial/lesson";
import { LEARNER, playOthers } from "../src/tutorial/script";
import { newEngine, read } from "./engine/engine";

const engine = newEngine();
const ask = async <W extends What>(what: W, about: Asks<W>): Promise<Answers<W>> => engine.ask(what, about);
const movesOf = (match: number): string[] => engine.ask("look", { match, viewer: LEARNER }).asked?.you?.moves ?? [];

function begin({ position }: Lesson, seed: string): number {
  const players = Array.from({ length: position.seats }, (_, i) => (i === 0 ? { name: "You" } : { bot: "easy" }));
  return engine.ask("new", { position: position as unknown as View, players, seed }).match;
}

/** Plays a lesson with the first, or the last, of the moves that a step would take. */
async function through(lesson: Lesson, which: 0 | -1): Promise<number> {
  const match = begin(lesson, `lesson ${which}`);
  for (const [at, step] of lesson.steps.entries()) {
    const where = `${lesson.id}, step ${at + 1}`;
    if (step.want) {
      const moves = movesOf(match);
      for (const want of step.want) {
        const some = want.endsWith("*") ? moves.some((move) => wanted({ say: "", want: [want] }, move)) : moves.includes(want);
        expect(some || step.want.length > 1, `${where}: ${want} among ${moves.join(", ")}`).toBe(true);
      }
      for (const begins of Object.keys(step.instead ?? {})) {
        const reached = moves.some((move) => !wanted(step, move) && insteadOf(step, move) === step.instead?.[begins]);
        expect(reached, `${where}: nothing that begins with "${begins}" could be played`).toBe(true);
      }
      const move = moves.filter((one) => wanted(step, one)).at(which);
      expect(move, where).toBeDefined();
      await ask("play", { match, move: move ?? "", seat: LEARNER });
    }
    expect(await playOthers(ask, match, step.then ?? []), `${where}: moves of others that could not be made`).toEqual([]);
  }
  return match;
}

describe.each([obu, six])("the course of $title", (course) => {
  it.each(course.lessons)("lesson $id", async (lesson) => {
    for (const which of [0, -1] as const) {
      const match = await through(lesson, which);
      engine.ask("free", { match });
    }
  });

  it("ends in a game that ends, and begins where it says", () => {
    const { seats, options, position } = course.last;
    const players = Array.from({ length: seats }, () => ({ bot: "easy" }));
    const about = { game: course.game, seats, options, players, seed: "the last game" };
    const { match } = engine.ask("new", { ...about, ...(position ? { position: position as unknown as View } : {}) });
    let decisions = 0;
    while (!engine.ask("look", { match }).over) {
      engine.ask("step", { match });
      expect(++decisions).toBeLessThan(2000);
    }
    expect(decisions).toBeGreaterThan(20);
    const record = engine.ask("record", { match });
    const again = engine.ask("load", { record });
    expect(engine.ask("look", { match: again.match }).scores).toEqual(engine.ask("look", { match }).scores);
  });

  it("names its lessons apart, and says everything in words", () => {
    const names = course.lessons.map((lesson) => lesson.id);
    expect(new Set(names).size).toBe(names.length);
    for (const lesson of course.lessons) {
      for (const { say } of lesson.steps) {
        for (const paragraph of spoken(say)) {
          expect(paragraph.length % 2, `${lesson.id}: ** without its like in "${paragraph.join("**")}"`).toBe(1);
        }
      }
    }
  });
});

it("lets a wrong move change nothing, and others only where they are asked", async () => {
  const lesson = obu.lessons[0];
  expect(lesson).toBeDefined();
  if (lesson) {
    const match = begin(lesson, "untouched");
    const before = engine.ask("record", { match });
    expect(await playOthers(ask, match, ["draw deck"])).toEqual(["draw deck"]);
    expect(engine.ask("record", { match })).toBe(before);
  }
});

it("knows the lessons that docs/page.md counts", () => {
  const words = read("docs/page.md").replace(/\s+/g, " ");
  expect(words).toContain(`${obu.lessons.length} lessons of One Billion Users`);
  expect(words).toContain(`${six.lessons.length} of 6 Billion`);
});
