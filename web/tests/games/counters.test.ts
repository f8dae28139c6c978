// What a Push in answer to another's is called, and which sacrifices stand in front.
import { describe, expect, it } from "vitest";
import { moveOf } from "../../src/games/one-billion-users/moves";
import type { Parts } from "../../src/generated/one-billion-users";
import { newEngine } from "../engine/engine";
import { answeredIn, bestFirst, briefOf, counterOf, goesTo } from "../../src/games/one-billion-users/counters";
import { scenes } from "../../src/games/one-billion-users/staging";
import { eventUnderWay, type ObuView } from "../../src/games/one-billion-users/view";
import type { Entry } from "../../src/engine/types";

const nameOf = (seat: number): string => ["", "You", "Otto", "Lola"][seat] ?? "";
const chain = { influencer: "The Investor", from: 1, destination: 2, opener: 2, last: 2, named: [1, 2] };
const view = { chain } as unknown as ObuView;
const to = (seat: number, from = 1): string => counterOf({ text: "", verb: "counter-push", seat }, { chain: { ...chain, from } } as unknown as ObuView, nameOf);

it("a Poke says where the Influencer would go, and what that comes to", () => {
  const text = "It adds 50 M Users to The Investor, who wants most Users. The Investor goes to Seat 3's platform. Your Toxicity still exceeds your User icons, 17 to 12.5: 500 points stay lost. You stay at 400 points, Seat 3 from 650 to 1,000.";
  expect(`${goesTo(text, "The Investor")} ${briefOf(text)}`).toBe("goes to Seat 3's platform. You stay at 400 points, Seat 3 from 650 to 1,000.");
});

describe("a Push in answer", () => {
  it("says where the Influencer goes, or that it stays", () => {
    expect(to(1)).toBe("Keep The Investor");
    expect(to(3)).toBe("Send The Investor to Lola");
    expect(to(1, 2)).toBe("Bring The Investor to you");
    expect(to(2, 2)).toBe("Leave The Investor with Otto");
    expect(view.chain?.from).toBe(1);
  });
  it("has its cause told as well", () => {
    const entry = (kinds: string[]): Entry => ({ number: 1, kind: "move", seat: 2, time: 0, how: "bot", parts: { verb: "push" }, events: kinds.map((kind) => ({ kind, seat: 2, text: `The Investor: ${kind}.` })) });
    const weightOf = (kinds: string[]): string | undefined => scenes(entry(kinds), 1).find(({ text }) => text.includes("pushed"))?.weight;
    expect(weightOf(["pushed"])).toBe("news");
    expect(weightOf(["pushed", "joined"])).toBe("routine");
    expect(scenes(entry(["discarded"]), 1)[0]?.weight).toBe("news");
  });
});

describe("an Event", () => {
  it("is not over while somebody is asked what it wants", () => {
    const asked = (window: string, why?: string): boolean => eventUnderWay({ windows: [{ window, seat: 1, ...(why ? { why } : {}) }] } as unknown as ObuView);
    expect([asked("viral"), asked("give"), asked("take"), asked("drop", "moral panic")]).toEqual([true, true, true, true]);
    expect([asked("drop", "hellsite"), asked("chain"), eventUnderWay({} as ObuView)]).toEqual([false, false, false]);
  });
});

describe("a question that comes again", () => {
  const move = (number: number, seat: number, verb: string): Entry => ({ number, kind: "move", seat, time: 0, ply: number, parts: { verb } }) as unknown as Entry;
  const log = [move(1, 3, "add"), move(2, 4, "poke"), move(3, 2, "pass"), move(4, 1, "counter-push"), move(5, 4, "counter-push"), move(6, 1, "counter-push"), move(7, 2, "pass"), move(8, 4, "counter-push")];
  it("says who has answered what in between", () => {
    expect(answeredIn(log.slice(0, 3), 1)).toBe("");
    expect(answeredIn(log.slice(0, 4), 2)).toBe("Seat 1 answers Seat 4's Poke with a Push.");
    expect(answeredIn(log.slice(0, 5), 1)).toBe("Seat 4 answers your Push with a Push.");
    expect(answeredIn(log, 1)).toBe("Seat 4 answers your Push with another Push.");
  });
  it("leaves out what was taken back, and what was before", () => {
    expect(answeredIn([...log.slice(0, 5), { number: 6, kind: "undo", seat: 1, time: 0, to: 4 } as unknown as Entry], 1)).toBe("");
    expect(answeredIn([...log, move(9, 1, "add")], 1)).toBe("");
    expect(answeredIn([], 1)).toBe("");
  });
});

describe("the answers of a window", () => {
  const engine = newEngine();

  it("each say in a sentence what they come to, and the one that is clearly best stands first", () => {
    let best = 0;
    let pushes = 0;
    for (const seed of ["windows", "answers", "counters"]) {
      const { match } = engine.ask("new", { game: "one-billion-users", seats: 4, seed, players: Array.from({ length: 4 }, () => ({ bot: "greedy" })) });
      do {
        const { asked } = engine.ask("table", { match, viewer: 1 });
        if (!asked?.you || !asked.window) {
          continue;
        }
        const told = new Map(asked.you.moves.map((move) => [move, engine.ask("why", { match, seat: 1, move })]));
        const moves = asked.you.moves.map((text, i) => moveOf(text, asked.you?.parts?.[i] as unknown as Parts));
        const clear = [...told.values()].filter((why) => why.best);
        expect(clear.length).toBeLessThanOrEqual(1);
        best += clear.length;
        expect(clear.length === 0 || told.get(bestFirst(moves, told)[0]?.text ?? "")?.best).toBe(true);
        for (const { text, verb } of moves) {
          const brief = briefOf(told.get(text)?.text ?? "");
          expect(brief).toMatch(/^[A-Z].*\.$/);
          if (verb === "counter-push") {
            pushes++;
            expect(brief, "what a Push comes to is told in points").toMatch(/^You .*points/);
          }
        }
      } while (engine.ask("step", { match }).actor !== 0);
      engine.ask("free", { match });
    }
    expect(best).toBeGreaterThan(0);
    expect(pushes).toBeGreaterThan(2);
  });

  it("a sentence without points is kept as it is", () => {
    expect(briefOf("You take nothing.")).toBe("You take nothing.");
    expect(briefOf("Low on Funds is then active. It is so.")).toBe("Low on Funds is then active.");
    expect(briefOf("Your Toxicity, 1 to 0.5, exceeds them. You go from 1,250 to 400 points.")).toBe("You go from 1,250 to 400 points.");
  });
});
