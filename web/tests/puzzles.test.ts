// Puzzles: the data that is there, which one comes next, and what is kept of answers.
import { describe, expect, it } from "vitest";
import { isAsked, outcome, withAnswer, type Attempt } from "../src/puzzles/attempts";
import { LEVELS, levelWords, nextOf, ofDay, progressIn, puzzlesIn, type Puzzle, type Worth } from "../src/puzzles/puzzles";
import { against, changeWords, changesOf, doesOnly, endsGame, leadWords, leadsTo, mainChanges, parted, placeWords, reasonAgainst } from "../src/puzzles/teach";
import { newEngine, read } from "./engine/engine";

const GAMES = ["one-billion-users", "six-billion"];
const WANTED = 100;
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
      // Files from before every seat's points were kept have one number there.
      expect(one.moves.every(({ points }) => points.length === one.position.seats)).toBe(true);
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
    for (let i = 0; i < 9; i++) {
      const next = nextOf(few, tried, came.at(-1) ?? "p4")?.id ?? "";
      came.push(next);
      tried = withAnswer(tried, next, true);
    }
    expect(came.slice(0, 8)).not.toContain("p4");
    expect(came[8]).toBe("p4");
    expect(tried.get("p4")).toMatchObject({ first: false, known: true });
  });

  it("is what was missed after 8, 20 and 50 other answers, with new ones between", () => {
    const many = Array.from({ length: 90 }, (_, i) => puzzle(`m${String(i)}`, 1 + (i % LEVELS)));
    let tried: Map<string, Attempt> = new Map();
    const came: string[] = [];
    for (let i = 0; i < 89; i++) {
      const next = nextOf(many, tried, came.at(-1))?.id ?? "";
      came.push(next);
      tried = withAnswer(tried, next, i > 0);
    }
    const times = came.flatMap((id, i) => (id === came[0] ? [i] : []));
    expect(times).toEqual([0, 9, 30, 81]);
    expect(tried.get(came[0] ?? "")).toMatchObject({ first: false, known: true, returned: 3 });
  });

  it("is never two in a row that come back, as long as there are new ones", () => {
    const many = Array.from({ length: 60 }, (_, i) => puzzle(`m${String(i)}`, 1 + (i % LEVELS)));
    let tried: Map<string, Attempt> = new Map();
    let before = false;
    let returned = 0;
    for (let i = 0; i < 60; i++) {
      const next = nextOf(many, tried)?.id ?? "";
      const again = tried.has(next);
      expect(again && before).toBe(false);
      returned += Number(again);
      before = again;
      tried = withAnswer(tried, next, i > 8);
    }
    expect(returned).toBeGreaterThan(9);
  });

  it("reads what was kept before it was noted how often one came", () => {
    const old = new Map([["p4", { id: "p4", first: false, known: false, number: 1 }], ["p0", { id: "p0", first: false, known: true, number: 9 }]]);
    expect(nextOf(few, old)?.id).toBe("p4");
    expect(withAnswer(old, "p4", true).get("p4")).toMatchObject({ first: false, known: true, times: 2, met: 1, returned: 1 });
    expect(withAnswer(old, "p0", true).get("p0")).not.toHaveProperty("returned");
  });

  it("leaves out what it is told to leave out", () => {
    expect(nextOf(few, new Map(), "p0", "p5")?.level).not.toBe(1);
  });

  describe("how hard", () => {
    const many = Array.from({ length: 100 }, (_, i) => puzzle(`m${String(i)}`, 1 + (i % LEVELS)));
    const climb = (answers: boolean[], of = many): number[] => {
      let tried: Map<string, Attempt> = new Map();
      return answers.flatMap((found) => {
        const next = nextOf(of, tried);
        const fresh = !tried.has(next?.id ?? "");
        tried = withAnswer(tried, next?.id ?? "", found);
        return fresh ? [next?.level ?? 0] : [];
      });
    };

    it("begins easy and rises by one with two found in a row", () => {
      expect(climb([true, true, true, true, true, true, true])).toEqual([1, 1, 2, 2, 3, 3, 4]);
    });
    it("falls by one with each that was missed", () => {
      expect(climb([true, true, true, true, true, false, true])).toEqual([1, 1, 2, 2, 3, 3, 2]);
    });
    it("never jumps by more than one level", () => {
      const all = climb(Array.from({ length: 60 }, (_, i) => i % 7 !== 3 && i % 5 !== 2));
      expect(all.every((level, i) => i === 0 || Math.abs(level - (all[i - 1] ?? 0)) <= 1)).toBe(true);
    });
    it("takes what is left where a level is used up, and does not jump then either", () => {
      const rare = [puzzle("a", 1), puzzle("b", 1), ...Array.from({ length: 3 }, (_, i) => puzzle(`c${String(i)}`, 2)), puzzle("d", 4), puzzle("e", 5)];
      expect(climb([true, true, true, true, true, true], rare)).toEqual([1, 1, 2, 2, 2, 4]);
    });
    it("is not moved by one that was chosen by hand and is far off", () => {
      expect(nextOf(many, withAnswer(new Map(), "m4", false))?.level).toBe(1);
      expect(nextOf(many, withAnswer(new Map(), "m4", true))?.level).toBe(1);
    });
  });

  it("takes no credit from one that was found, whatever is done when it is looked at again", () => {
    const found = withAnswer(new Map(), "p1", true).get("p1");
    const missed = withAnswer(new Map(), "p1", false).get("p1");
    expect([isAsked(undefined, {}), isAsked(found, {}), isAsked(missed, {})]).toEqual([true, false, false]);
    expect([isAsked(found, { training: true }), isAsked(missed, { training: true }), isAsked(found, { today: true })]).toEqual([true, true, true]);
    expect([outcome(undefined), outcome(found?.known), outcome(missed?.known)]).toEqual(["", " ✓ found", ": missed"]);
  });

  it("has levels whose words stand in their order", () => {
    expect([1, 2, 3, 4, 5].map(levelWords)).toEqual(["Level 1 of 5, easy", "Level 2 of 5, medium", "Level 3 of 5, hard", "Level 4 of 5, very hard", "Level 5 of 5, extreme"]);
  });

  it("has one for every day, the same for everybody, none twice in a row", () => {
    const days = Array.from({ length: 10 }, (_, i) => ofDay(few, `2026-12-${String(i + 10)}`)?.id);
    expect(new Set(days).size).toBe(few.length);
    expect(ofDay([...few].reverse(), "2026-12-10")?.id).toBe(days[0]);
  });
});

describe("the solution", () => {
  const of = (points: number[][], places = [140, 170, 190], turns: number[] = []): Puzzle => {
    const moves: Worth[] = points.map((one, i) => ({ move: `m${String(i)}`, place: places[i] ?? 0, points: one, turns: turns[i] ?? 0 }));
    return { seat: 1, best: "m0", next: "m1", advised: "m2", moves } as Puzzle;
  };
  const solved = (puzzle: Puzzle): string => {
    const other = against(puzzle, [])?.worth;
    return other ? changeWords(puzzle, mainChanges(puzzle, other)) : "";
  };

  it("is held against one's own wrong move, else against what comes to mind first, else against the next best", () => {
    const puzzle = of([[1], [2], [3]]);
    expect(against(puzzle, ["m1"])).toMatchObject({ as: "yours", worth: { move: "m1" } });
    expect(against(puzzle, [])).toMatchObject({ as: "advised", worth: { move: "m2" } });
    expect(against({ ...puzzle, advised: "m0" }, [])).toMatchObject({ as: "next", worth: { move: "m1" } });
  });

  it("says what one ends with oneself, and the rival whose points differ most, oneself first", () => {
    expect(solved(of([[19500, 14800, 9000], [19500, 14800, 9000], [19000, 17200, 9040]]))).toBe("On average you end with 1,950 points instead of 1,900; Seat 2 with 1,480 instead of 1,720.");
    expect(solved(of([[481, 450, 453], [464, 459, 457], [441, 460, 453]]))).toBe("On average you end with 48.1 points instead of 44.1; Seat 2 with 45.0 instead of 46.0.");
  });

  it("says nothing of what a move takes or brings where everybody's points fall", () => {
    const words = solved(of([[362, 335, 300], [362, 335, 300], [387, 382, 310]]));
    expect(words).toBe("On average you end with 36.2 points instead of 38.7; Seat 2 with 33.5 instead of 38.2.");
  });

  it("names the nearest rival where the place changes and hardly any points do", () => {
    expect(solved(of([[19500, 9000, 19300], [19500, 9000, 19300], [19530, 9010, 19320]]))).toBe("On average you end with 1,950 points as with the other; Seat 3 with 1,930 as with the other.");
    expect(solved(of([[481, 100, 470], [481, 100, 470], [500, 101, 472]]))).toBe("On average you end with 48.1 points instead of 50.0; Seat 3 with 47.0 instead of 47.2.");
  });

  it("says how often one wins with two seats, and the place with more", () => {
    const two = of([[1], [2]], [121, 143]);
    const words = (puzzle: Puzzle, seats: number): string => leadsTo({ ...puzzle, position: { ...puzzle.position, seats } }, puzzle.moves[1] ?? { move: "", place: 0, points: [], turns: 0 });
    expect(words(two, 2)).toBe("you win 79 % of the games that go on from here, instead of 57 %");
    expect(words(two, 3)).toBe("you end on place 1.21 of 3 instead of 1.43, on average of many games that go on from here");
  });

  it("tells places as exactly as the table does, and how clear the lead is", () => {
    expect([placeWords(140), placeWords(145)]).toEqual(["1.40", "1.45"]);
    const puzzle = { ...of([[1], [2], [3]], [140, 151, 190]), lead: 11, low: 8 };
    expect(leadWords(puzzle)).toBe("That is 0.11 places better (at least 0.08, with 95 % certainty).");
    expect(leadWords(puzzle, "Pass")).toBe("The next best is Pass, 0.11 places behind (at least 0.08, with 95 % certainty).");
  });

  it.each(GAMES)("of every puzzle of %s tells a lead that is that of the table, at least what is certain", (game) => {
    for (const one of all.get(game) ?? []) {
      const next = one.moves.find(({ move }) => move === one.next)?.place ?? 0;
      expect(Math.abs(next - (one.moves[0]?.place ?? 0) - one.lead)).toBeLessThanOrEqual(1);
      expect(one.low).toBeLessThanOrEqual(one.lead);
    }
  });

  it.each(GAMES)("of every puzzle of %s names oneself and one rival", (game) => {
    for (const one of all.get(game) ?? []) {
      const other = against(one, [])?.worth;
      const seats = other ? mainChanges(one, other).map(({ seat }) => seat) : [];
      expect(seats).toHaveLength(2);
      expect(seats).toContain(one.seat);
    }
  });

  it("leaves small differences of the others out", () => {
    const puzzle = of([[481, 450, 453], [464, 459, 457], [441, 451, 453]]);
    expect(changesOf(puzzle, puzzle.moves[2] ?? { move: "", place: 0, points: [], turns: 0 }).map(({ seat }) => seat)).toEqual([1]);
  });

  it.each(GAMES)("of every puzzle of %s has a reason against what comes to mind first, which never says that either will do", (game) => {
    const list = all.get(game) ?? [];
    expect(list.length).toBeGreaterThanOrEqual(150);
    for (const one of list) {
      const [best, ...others] = one.moves;
      expect(best?.why).toBeUndefined();
      expect(one.moves.find(({ move }) => move === one.advised)?.why).toContain(`"${one.advised}"`);
      for (const { why = "" } of others) {
        expect(why).not.toMatch(/Take either|hardly any difference|^What it costs/);
      }
    }
  });

  it("holds the best move against the one that was tried, or the one that comes to mind first where quick play shows nothing", () => {
    const one = of([[362, 335], [352, 335], [342, 335]]);
    const worth = { move: "m1", place: 140, points: [352, 335], turns: 0 };
    const puzzle = { ...one, advised: "m2", moves: one.moves.map((each) => (each.move === "m2" ? { ...each, why: "Better than m2." } : each)) };
    expect(reasonAgainst(puzzle, worth)).toEqual({ why: "Better than m2.", other: "m2" });
    expect(reasonAgainst(puzzle, { ...worth, why: "Better than m1." })).toEqual({ why: "Better than m1.", other: "m1" });
    expect(reasonAgainst(one, worth)).toBeNull();
  });

  it("says in one sentence what is gained, and keeps the rest for who wants figures", () => {
    const gain = 'You end with about 2 points more than with "pass", mostly at Mars.';
    expect(parted(`You keep the card. ${gain} You win in 34 of 100 games instead of 22.`)).toEqual({ gain, rest: "You keep the card. You win in 34 of 100 games instead of 22." });
    expect(parted("")).toEqual({ gain: "", rest: "" });
    for (const { moves } of [...all.values()].flat()) {
      expect(moves.flatMap(({ why }) => (why === undefined ? [] : parted(why).gain)).filter((one) => /\d of 100|place is/.test(one))).toEqual([]);
    }
  });

  it("says what a move does without what the game thinks of it", () => {
    expect(doesOnly("Green's Belt token stays on 4. This helps you: about 1.2 points by the end of the game.")).toBe("Green's Belt token stays on 4.");
    expect(doesOnly("This ends the game: as things stand, you do not win.")).toBe("This ends the game.");
  });

  it("knows when the best move ends the game or lets it end", () => {
    expect(endsGame("Black's Belt token doubles to 1024, unless somebody else cancels that. This ends the game: as things stand, you do not win.")).toBe(true);
    expect(endsGame("Your Belt token stays on 512. Else the game ends: as far as you can see, you win.")).toBe(false);
  });
});
