// What the page makes of challenges without asking anybody: lines that outlast games, streaks, the text to share, decisions side by side.
import { describe, expect, it } from "vitest";
import { partingOf, rowsOf, type Decision } from "../src/challenge/compare";
import { resultLetters } from "../src/challenge/words";
import { courseOf, shareText } from "../src/challenge/share";
import { noted, streak, today, type Line } from "../src/people/kept/challenges";

const NOW = Date.parse("2026-11-24T15:00:00Z");
const end = { place: 1, points: 10, seats: 3, when: NOW };
const on = (day: string, more: Partial<Line> = {}): Line => ({ id: day, game: "six-billion", day, began: Date.parse(`${day}T23:50:00Z`), end, ...more });

describe("lines of challenges", () => {
  it("a day is the same everywhere", () => {
    expect(today(Date.parse("2026-11-24T23:59:59Z"))).toBe("2026-11-24");
    expect(today(Date.parse("2026-11-25T00:00:00Z"))).toBe("2026-11-25");
  });
  it("how a challenge ended first is how it ended", () => {
    const first = noted([], on("2026-11-24"));
    const again = noted(first, on("2026-11-24", { end: { ...end, place: 2 }, began: NOW }));
    expect(again).toEqual(first);
    expect(noted(first, { ...on("2026-11-24"), sent: true })[0]?.sent).toBe(true);
    const { end: _, ...open } = on("2026-11-24");
    expect(noted(first, open)[0]?.end).toEqual(end);
  });
  it("a streak is of days in a row, up to today or yesterday", () => {
    expect(streak([], NOW)).toBe(0);
    expect(streak([on("2026-11-23"), on("2026-11-22")], NOW)).toBe(2);
    expect(streak([on("2026-11-24"), on("2026-11-23"), on("2026-11-21")], NOW)).toBe(2);
    expect(streak([on("2026-11-22")], NOW)).toBe(0);
  });
  it("what was begun on another day, or not finished, does not count", () => {
    expect(streak([on("2026-11-24", { began: Date.parse("2026-11-25T00:01:00Z") })], NOW)).toBe(0);
    const { end: _, ...open } = on("2026-11-24");
    expect(streak([open], NOW)).toBe(0);
  });
});

describe("the text to share", () => {
  it("tells the course by rank, eight times", () => {
    const samples = [
      { ply: 0, totals: [0, 0, 0] },
      { ply: 40, totals: [5, 3, 1] },
      { ply: 60, totals: [2, 3, 1] },
      { ply: 80, totals: [0, 3, 1] },
    ];
    expect(courseOf({ plies: 80, samples }, 1)).toBe("🟨🟨🟨🟩🟩🟨🟨🟥");
  });
  it("is four lines", () => {
    expect(shareText({ day: "2026-11-24", place: 2, points: 1250 }, "six-billion", 4, "🟩", "https://example.org/#/result/abc")).toBe(
      "Billions: 6 Billion, the deal of 24 Nov 2026\n2nd of 4, 1,250 points\n🟩\nhttps://example.org/#/result/abc",
    );
  });
  it("is found in what somebody pastes", () => {
    expect(resultLetters("Look: https://example.org/#/result/ab-_9 !")).toBe("ab-_9");
    expect(resultLetters("https://example.org/#/replay/r/abc")).toBeNull();
  });
});

describe("decisions side by side", () => {
  const decisions = (...moves: string[]): { decisions: Decision[] } => ({ decisions: moves.map((move, ply) => ({ ply, move, parts: { verb: move } })) });
  it("part where the first one differs, or where one ends", () => {
    expect(partingOf(rowsOf([decisions("a", "b", "c"), decisions("a", "x", "c")]))).toBe(1);
    expect(partingOf(rowsOf([decisions("a", "b"), decisions("a", "b", "c")]))).toBe(2);
    expect(partingOf(rowsOf([decisions("a", "b"), decisions("a", "b")]))).toBe(-1);
    expect(rowsOf([decisions("a"), decisions("a"), decisions("b")])[0]?.same).toBe(false);
  });
});
