import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Asking } from "../../src/source/asking.svelte";
import { call } from "../../src/source/http";

/** A server that may be silent, and may lose its answers. */
const server = { there: true, loses: false, done: 0 };
const asking = {} as { now: Asking };
const press = (repeats: boolean): Promise<void> => asking.now.press(() => call("POST", "/api/tables/k3v6/seats", {}), { repeats });

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { there: true, loses: false, done: 0 });
  vi.stubGlobal("$state", (first: unknown) => first); // the compiler's, which is not here
  asking.now = new Asking();
  vi.stubGlobal("fetch", (path: string) => {
    if (!server.there) {
      return Promise.reject(new TypeError("no line"));
    }
    server.done += Number(path !== "/healthz");
    return server.loses && path !== "/healthz" ? Promise.reject(new TypeError("no line")) : Promise.resolve(new Response("{}"));
  });
});
afterEach(() => {
  asking.now.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a press while nobody answers", () => {
  it("is said not to be sent, counts once, and is sent once when somebody answers", async () => {
    server.there = false;
    const pressed = press(true);
    void press(true);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(asking.now).toMatchObject({ seconds: 9, unsent: true, busy: true });
    server.there = true;
    await vi.advanceTimersByTimeAsync(2_000);
    await pressed;
    expect(server.done).toBe(1);
    expect(asking.now).toMatchObject({ seconds: null, trouble: "" });
  });
  it("is repeated where its answer was lost, if it changes nothing the second time", async () => {
    server.loses = true;
    const pressed = press(true);
    await vi.advanceTimersByTimeAsync(0);
    server.loses = false;
    await vi.advanceTimersByTimeAsync(2_000);
    await pressed;
    expect(asking.now.trouble).toBe("");
    expect(server.done).toBe(2);
  });
  it("is not repeated if it would, and that is said", async () => {
    server.loses = true;
    await press(false);
    expect(server.done).toBe(1);
    expect(asking.now.trouble).toContain("The server does not answer.");
  });
  it("is given up when nobody waits for it any more", async () => {
    server.there = false;
    const pressed = press(true);
    await vi.advanceTimersByTimeAsync(3_000);
    asking.now.close();
    server.there = true;
    await vi.advanceTimersByTimeAsync(3_000);
    await pressed;
    expect(server.done).toBe(0);
  });
});
