// What the page makes of challenges without asking anybody: lines that outlast games, streaks, the text to share, decisions side by side.
import { describe, expect, it } from "vitest";
import { partingOf, rowsOf, type Decision } from "../src/challenge/compare";
import { resultLetters } from "../src/challenge/words";
import { courseOf, gridOf, shareText } from "../src/challenge/share";
import { daysPlayed, inARow, noted, today, untilNext, type Line } from "../src/people/kept/challenges";

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
  it("a row is of days up to today, or yesterday while today's is open", () => {
    const row = (...days: string[]): number => inARow(daysPlayed(days.map((day) => on(day))), today(NOW));
    expect(row()).toBe(0);
    expect(row("2026-11-23", "2026-11-22")).toBe(2);
    expect(row("2026-11-24", "2026-11-24", "2026-11-23", "2026-11-21")).toBe(2);
    expect(row("2026-11-22")).toBe(0);
    expect(inARow(["2026-03-01", "2026-02-28"], "2026-03-02")).toBe(2);
  });
  it("what was begun on another day, or not finished, does not count", () => {
    const { end: _, ...open } = on("2026-11-24");
    expect(daysPlayed([on("2026-11-24", { began: Date.parse("2026-11-25T00:01:00Z") }), open])).toEqual([]);
  });
  it("the next day is counted down to", () => {
    expect(untilNext(NOW)).toBe("9 h 0 min");
    expect(untilNext(Date.parse("2026-11-24T23:59:30Z"))).toBe("1 min");
    expect(untilNext(Date.parse("2026-11-25T00:00:00Z"))).toBe("24 h 0 min");
  });
});

describe("the text to share", () => {
  it("tells the place at eight moments, the last as it ended, and nothing else", () => {
    const samples = [
      { ply: 0, totals: [0, 0, 0] },
      { ply: 40, totals: [5, 3, 1] },
      { ply: 60, totals: [2, 3, 1] },
      { ply: 80, totals: [0, 3, 1] },
    ];
    const course = courseOf({ plies: 80, samples }, { seat: 1, place: 3 });
    expect(course).toEqual([1, 1, 1, 1, 1, 2, 2, 3]);
    expect(gridOf(course, 3)).toBe("🟩🟩🟩🟩🟩⬜⬜⬜\n⬜⬜⬜⬜⬜🟨🟨⬜\n⬜⬜⬜⬜⬜⬜⬜🟥");
    expect(gridOf([1, 2], 2)).toBe("🟩⬜\n⬜🟥");
    // Points equal, and lost by the tie-break.
    expect(courseOf({ plies: 8, samples: [{ ply: 0, totals: [4, 4] }] }, { seat: 2, place: 2 })).toEqual([1, 1, 1, 1, 1, 1, 1, 2]);
  });
  it("has the deal, the result, the grid and the link, a line each", () => {
    expect(shareText({ day: "2026-11-24", place: 2, points: 1250 }, "six-billion", 4, "🟩\n⬜", "https://example.org/#/result/abc")).toBe(
      "Billions: 6 Billion, the deal of 24 Nov 2026\n2nd of 4, 1,250 points\n🟩\n⬜\nhttps://example.org/#/result/abc",
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
