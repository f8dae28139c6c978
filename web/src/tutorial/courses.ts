// The courses there are; each is loaded when somebody takes it.
import type { Course } from "./lesson";

export const LAST = "game";

const courses: Record<string, () => Promise<Course>> = {
  "one-billion-users": async () => (await import("./one-billion-users")).course,
  "six-billion": async () => (await import("./six-billion")).course,
};

export const GAMES = Object.keys(courses);

export async function courseOf(game: string): Promise<Course | null> {
  return (await courses[game]?.()) ?? null;
}
