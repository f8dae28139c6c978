// Sitting down on a line that loses answers: the seat is asked for again with what was drawn for it, and the receipt names the first promise.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seatWith, takeSeat } from "../../src/people/seats/seating";
import { quickMatch } from "../../src/people/seats/waiting";
import { Silence } from "../../src/source/http";
import { forgetToken, SEAT_LINK, tokenOf } from "../../src/source/tokens";

interface Asked {
  name: string;
  seat?: number;
  contribution: string;
  token: string;
}

/** A server with one table, at which a token opens the seat that was taken with it. */
const server = { joins: [] as Asked[], seats: new Map<string, number>(), promise: "a", quick: 0, state: "open", loses: false, refuses: false };
const { receipts } = vi.hoisted(() => ({ receipts: [] as unknown[][] }));
vi.mock("../../src/people/kept/receipts", async (original) => ({ ...(await original<object>()), beginReceipt: (...all: unknown[]) => Promise.resolve(receipts.push(all)) }));
vi.mock("../../src/people/person.svelte", () => ({ signed: { session: undefined } }));

const answer = (body: unknown, status = 200): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  Object.assign(server, { joins: [], seats: new Map(), promise: "a", quick: 0, state: "open", loses: false, refuses: false });
  receipts.length = 0;
  forgetToken("k3v6");
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string } = {}) => {
    if (path === "/api/quick") {
      server.quick++;
      return answer({ table: "k3v6", commitment: server.promise });
    }
    if (!path.endsWith("/join")) {
      return answer({ table: "k3v6", commitment: server.promise, state: server.state });
    }
    const asked = JSON.parse(body ?? "") as Asked;
    server.joins.push(asked);
    if (server.refuses) {
      return answer({ error: { code: "full", text: "Seat 2 of this table is taken." } }, 409);
    }
    const seat = server.seats.get(asked.token) ?? asked.seat ?? 1;
    server.seats.set(asked.token, seat);
    return server.loses ? Promise.reject(new TypeError("no line")) : answer({ seat, token: asked.token, commitment: server.promise });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a seat whose answer was lost", () => {
  it("is asked for again with the same token and the same part of the seed", async () => {
    server.loses = true;
    await expect(takeSeat("k3v6", "Ann", 2)).rejects.toThrow(Silence);
    expect(tokenOf("k3v6")).toBeNull();
    Object.assign(server, { loses: false, promise: "b" }); // told after our part was sent: it must not get onto the receipt
    expect(await takeSeat("k3v6", "Ann", 2)).toBe(2);
    const [first, second] = server.joins;
    expect(second).toEqual(first);
    expect(first?.token).toMatch(/^[A-Za-z0-9_-]{21}[AQgw]$/);
    expect(tokenOf("k3v6")).toBe(first?.token);
    expect(receipts).toEqual([["k3v6", 2, "a", first?.contribution]]);
  });
  it("is the one that was got when another is wanted meanwhile", async () => {
    server.loses = true;
    await expect(seatWith("k3v6", "a", "Ann", 2)).rejects.toThrow(Silence);
    server.loses = false;
    expect(await seatWith("k3v6", "a", "Ann", 1)).toBe(2);
    expect(receipts[0]?.[1]).toBe(2);
  });
  it("is asked for with another token and another part once it was had", async () => {
    await seatWith("k3v6", "a", "Ann", 2);
    await seatWith("k3v6", "a", "Ann", 1);
    expect(server.joins[0]?.token).not.toBe(server.joins[1]?.token);
    expect(server.joins[0]?.contribution).not.toBe(server.joins[1]?.contribution);
  });
  it("of a quick match is looked for where it is, though the game has begun", async () => {
    server.loses = true;
    await expect(quickMatch("six-billion", "Ann")).rejects.toThrow(Silence);
    Object.assign(server, { loses: false, state: "playing" });
    expect(await quickMatch("six-billion", "Ann")).toBe("k3v6");
    expect(server.quick).toBe(1);
    expect(server.joins[1]).toEqual(server.joins[0]);
  });
  it("that is refused is said to be", async () => {
    server.refuses = true;
    await expect(takeSeat("k3v6", "Ann", 2)).rejects.toThrow("Seat 2 of this table is taken.");
    expect(receipts).toEqual([]);
  });
});

describe("the address that keeps a seat", () => {
  const seat = "K3pQ_7-xVbN2mLr8tYw0zA";
  it("opens it, also where a move waits beside it", () => {
    for (const address of [`#/t/abc?seat=${seat}`, `#/t/abc?seat=${seat}&sent=5.double+earth`, `http://here/#/hand/abc?seat=${seat}&sent=12.counter+Push%2C+to+2`]) {
      expect(SEAT_LINK.exec(address)?.slice(1)).toEqual(["abc", seat]);
    }
    expect(SEAT_LINK.exec(`#/t/abc?seat=${seat}&other=1`)).toBeNull();
  });
});
