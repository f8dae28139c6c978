// Rivals at one press: as many and as good as last time, and what is said of them.
import { beforeAll, describe, expect, it, vi } from "vitest";

vi.mock("../../src/ui/settings.svelte", () => ({ settings: { rivals: {} as Record<string, string[]>, name: "" }, keepSettings: vi.fn() }));
let rivals: typeof import("../../src/people/rivals");
beforeAll(async () => {
  rivals = await import("../../src/people/rivals");
});

describe("rivals of the last game", () => {
  it("are two easy ones before the first, then those one had, by game", () => {
    expect(rivals.rivalsOf("six-billion")).toEqual(["easy", "easy"]);
    rivals.noteRivals("six-billion", ["", "hard:person=mara", "best", "hard:person=otto"]);
    expect(rivals.rivalsOf("six-billion")).toEqual(["hard", "best", "hard"]);
    expect(rivals.rivalsOf("one-billion-users")).toEqual(["easy", "easy"]);
    rivals.noteRivals("six-billion", [""]);
    expect(rivals.rivalsOf("six-billion")).toEqual(["easy", "easy"]);
  });
  it("are told in words", () => {
    expect(rivals.rivalsWords(["easy", "easy"])).toBe("2 easy rivals");
    expect(rivals.rivalsWords(["hard"])).toBe("1 hard rival");
    expect(rivals.rivalsWords(["hard", "easy", "hard"])).toBe("3 rivals, hard and easy");
    expect(rivals.rivalsWords(["hard", "easy", "best"])).toBe("3 rivals, hard, easy and best");
  });
});
