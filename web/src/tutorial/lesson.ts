// What a lesson of the tutorial is: a position that the engine sets up, what the coach says to it, which moves it waits for, and what the
// others do meanwhile. tests/tutorial.test.ts plays every one of them.
//
// Must never say what is legal: a lesson only asks for moves, the engine says whether they can be made.
import type { View } from "../engine/types";
import type { Position } from "../people/kept/games";

export interface Step {
  /** what the coach says; what stands between ** is said louder, an empty line begins a paragraph */
  say: string;
  /** what is ringed on the table, as a selector; of what it finds only what is in sight */
  ring?: string;
  /** the moves that are waited for; one that ends in * stands for all that begin so. Without it one just goes on. */
  want?: string[];
  /** what is said to other moves, by how they begin */
  instead?: Record<string, string>;
  /** what the others do after it, in turn; what else they are asked they pass */
  then?: string[];
}

export interface Lesson {
  id: string;
  title: string;
  position: Position;
  steps: Step[];
}

/** Lessons as they are written down; what is the same in every position of a game is added. */
export function lessonsOf(game: string, written: readonly (Omit<Lesson, "position"> & { position: { seats: number } & Record<string, unknown> })[]): Lesson[] {
  return written.map((lesson) => ({ ...lesson, position: { format: 1, game, ...lesson.position } }));
}

/** Said once in the game at the end of a course, when what it waits for first comes about. */
export interface Tip {
  id: string;
  say: string;
  when: (moment: Moment) => boolean;
}

/** What tips look at. */
export interface Moment {
  view: View;
  yours: boolean;
  window: boolean;
  moves: string[];
}

export interface Course {
  game: string;
  title: string;
  /** what one learns, in one line */
  about: string;
  lessons: Lesson[];
  last: {
    title: string;
    say: string;
    seats: number;
    bot: string;
    options: Record<string, string>;
    position?: Position;
    tips: Tip[];
  };
}

export function wanted(step: Step | undefined, move: string): boolean {
  return (step?.want ?? []).some((want) => (want.endsWith("*") ? move.startsWith(want.slice(0, -1)) : move === want));
}

export function insteadOf(step: Step, move: string): string | null {
  const found = Object.entries(step.instead ?? {}).find(([begins]) => move.startsWith(begins));
  return found ? found[1] : null;
}

/** The paragraphs of what is said, each in pieces; every other piece is said louder. */
export function spoken(say: string): string[][] {
  return say
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim().split("**"));
}
