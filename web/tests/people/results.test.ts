// One's record: each game counts once, by its last end; streaks are of victories.
import { describe, expect, it } from "vitest";
import type { KeptGame } from "../../src/people/kept/kept";
import { streakAfter } from "../../src/people/kept/streak";
import { noted, resultOf, talliesOf, type Result } from "../../src/people/kept/results";

function game(id: string, place: number, about: Partial<KeptGame> = {}): KeptGame {
  const players = [{ name: "You" }, { bot: "easy" }, { bot: "easy" }];
  return { id, setup: { game: "six-billion", seats: 3, options: {}, players }, record: "", seat: 1, began: 1, changed: 2, over: true, places: [place, 2, 3], ...about };
}

describe("one's record", () => {
  it("counts a game once, by its last end", () => {
    let all: Result[] = [];
    for (const one of [game("a", 1), game("b", 3), game("a", 1), game("a", 2)]) {
      all = noted(all, one);
    }
    expect(all.map(({ id, place }) => [id, place])).toEqual([["b", 3], ["a", 2]]);
    expect(noted(all, game("a", 2, { over: false })).map(({ id }) => id)).toEqual(["b"]);
  });
  it("leaves out lessons, games that go on, and those in which only bots play", () => {
    expect(resultOf(game("a", 1, { lesson: true }))).toBeNull();
    expect(resultOf(game("a", 1, { over: false }))).toBeNull();
    expect(resultOf(game("a", 1, { seat: 0 }))).toBeNull();
    expect(resultOf(game("a", 1))).toMatchObject({ level: "easy", place: 1 });
  });
  it("names bots of several levels", () => {
    const players = [{ name: "You" }, { bot: "easy" }, { bot: "hard" }];
    expect(resultOf(game("a", 1, { setup: { game: "six-billion", seats: 3, options: {}, players } }))?.level).toBe("mixed");
  });
  it("tells places and streaks", () => {
    const all = [1, 1, 2, 1, 3, 1].reduce<Result[]>((sum, place, i) => noted(sum, game(`g${i}`, place)), []);
    expect(talliesOf(all)).toEqual([{ game: "six-billion", level: "easy", games: 6, places: [4, 1, 1], streak: 1, best: 2 }]);
  });
});

describe("what a game adds to the record", () => {
  const told = (...places: number[]): string => streakAfter(places.reduce<Result[]>((sum, place, i) => noted(sum, game(`g${i}`, place)), []), `g${places.length - 1}`)?.text ?? "";
  it.each([
    [[1], "Your first win against Easy."],
    [[1, 1, 1], "Third win in a row against Easy."],
    [[1, 2, 1, 1, 1], "Third win in a row against Easy."],
    [[1, 2, 1], "2 of 3 games won against Easy."],
    [[1, 1, 3], "That ends 2 wins in a row against Easy."],
    [[1, 2, 2], "1 of 3 games won against Easy."],
    [[2], ""],
    [[2, 2, 3], ""],
    [[1, 2], ""],
    [[], ""],
  ])("%j: %s", (places, text) => {
    expect(told(...places)).toBe(text);
  });
  it("is of the same game and level, and of that game alone, whatever was played since", () => {
    const hard = { setup: { game: "six-billion", seats: 2, options: {}, players: [{ name: "You" }, { bot: "hard" }] } };
    const all = [game("a", 1), game("b", 1, hard), game("c", 1), game("d", 3)].reduce<Result[]>(noted, []);
    expect(streakAfter(all, "b")).toEqual({ text: "Your first win against Hard.", wins: 1 });
    expect(streakAfter(all, "c")).toEqual({ text: "Second win in a row against Easy.", wins: 2 });
    expect(streakAfter(all, "gone")).toBeNull();
  });
});
