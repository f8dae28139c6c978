// What stands before and beside a table: sentences without their rule numbers, levels in words, whether telephones can come in.
import { afterEach, describe, expect, it, vi } from "vitest";
import { levelWord, OFFERED } from "../../src/options/levels";
import { followReach, type Reach } from "../../src/screen/reach";
import { apart } from "../../src/ui/words";

describe("a sentence", () => {
  it("is whole without the numbers of its rules", () => {
    expect(apart("Server Overload allows only 50 M (OBU-70).")).toEqual({ sentence: "Server Overload allows only 50 M.", rules: ["OBU-70"] });
    expect(apart("Nobody may (SIX-9, SIX-10), and the treaty holds (SIX-10).")).toEqual({ sentence: "Nobody may, and the treaty holds.", rules: ["SIX-9", "SIX-10"] });
    expect(apart("Mars (16 billion) is full.")).toEqual({ sentence: "Mars (16 billion) is full.", rules: [] });
  });
});

describe("a level", () => {
  it("is offered by words, and what is not offered has words, too", () => {
    expect(OFFERED.map(levelWord)).toEqual(["Easy", "Medium", "Hard", "Best"]);
    expect([levelWord("greedy"), levelWord("random")]).toEqual(["Straightforward", "Aimless"]);
  });
});

describe("a server on this machine", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  it("is asked until it is open; what it said stands while it starts anew", async () => {
    vi.useFakeTimers();
    const answers: (object | null)[] = [{ addresses: [], closed: ["http://192.0.2.7:8000/"] }, null, { addresses: ["http://192.0.2.7:8000/"] }];
    const fetched = vi.fn(() => {
      const answer = answers.shift();
      return answer ? Promise.resolve(new Response(JSON.stringify(answer), { status: 200, headers: { "Content-Type": "application/json" } })) : Promise.reject(new TypeError("no connection"));
    });
    vi.stubGlobal("fetch", fetched);
    const told: Reach[] = [];
    const end = followReach({ origin: "http://127.0.0.1:8000", hostname: "127.0.0.1" }, (reach) => told.push(reach));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([{ addresses: [], why: "alone", closed: ["http://192.0.2.7:8000"] }, { addresses: ["http://192.0.2.7:8000"] }]);
    expect(fetched).toHaveBeenCalledTimes(3); // and then no more
    end();
  });
});
