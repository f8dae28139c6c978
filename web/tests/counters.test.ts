// What a Push in answer to another's is called, and which sacrifices stand in front.
import { describe, expect, it } from "vitest";
import { counterOf } from "../src/games/one-billion-users/counters";
import { scenes } from "../src/games/one-billion-users/staging";
import { eventUnderWay, type ObuView } from "../src/games/one-billion-users/view";
import type { Entry } from "../src/engine/types";

const nameOf = (seat: number): string => ["", "You", "Otto", "Lola"][seat] ?? "";
const chain = { influencer: "The Investor", from: 1, destination: 2, opener: 2, last: 2, named: [1, 2] };
const view = { chain } as unknown as ObuView;
const to = (seat: number, from = 1): string => counterOf({ text: "", verb: "counter-push", seat }, { chain: { ...chain, from } } as unknown as ObuView, nameOf);

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
