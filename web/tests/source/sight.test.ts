// Whether a page counts as in sight: hidden, left alone, touched, come back to; and what the service worker hears of it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IDLE, Sight } from "../../src/source/sight";

let told: boolean[] = [];
let sight: Sight;
const page = (): EventTarget & { visibilityState: string } => document as unknown as EventTarget & { visibilityState: string };
const worker = new EventTarget();

function show(visible: boolean): void {
  page().visibilityState = visible ? "visible" : "hidden";
  page().dispatchEvent(new Event("visibilitychange"));
}
const touch = (type = "pointerdown"): boolean => page().dispatchEvent(new Event(type));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { serviceWorker: worker });
  told = [];
  sight = new Sight((now) => told.push(now));
});
afterEach(() => {
  sight.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a page in sight", () => {
  it("is one that is visible and was touched within a minute", () => {
    expect(sight.now).toBe(true);
    vi.advanceTimersByTime(IDLE - 1);
    touch("keydown");
    vi.advanceTimersByTime(IDLE - 1);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([false]);
    touch("pointermove");
    touch();
    expect(told).toEqual([false, true]);
    vi.advanceTimersByTime(IDLE);
    expect(told).toEqual([false, true, false]);
  });
  it("is out of sight at once when it is hidden, and back when it is shown", () => {
    show(false);
    touch();
    vi.advanceTimersByTime(2 * IDLE);
    show(true);
    expect(told).toEqual([false, true]);
    vi.advanceTimersByTime(IDLE - 1);
    expect(told).toEqual([false, true]);
  });
  it("says nothing any more when it is left", () => {
    sight.stop();
    show(false);
    vi.advanceTimersByTime(2 * IDLE);
    expect(told).toEqual([]);
  });
  it("tells the service worker, which asks", () => {
    const said: unknown[] = [];
    const ask = (data: string): boolean => worker.dispatchEvent(Object.assign(new Event("message"), { data, ports: [{ postMessage: (now: unknown) => said.push(now) }] }));
    ask("sight");
    ask("where"); // that is for another (main.ts)
    vi.advanceTimersByTime(IDLE);
    ask("sight");
    expect(said).toEqual([true, false]);
  });
});
