// How long the line stays that is told to who comes back.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Back, LAPSE_STAYS } from "../../src/table/back.svelte";

beforeAll(() => {
  vi.stubGlobal("$state", (first: unknown) => first); // the compiler's, which is not here
  vi.stubGlobal("window", globalThis);
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function told(): Back {
  const back = new Back();
  back.tell("Time ran out: Pass.", LAPSE_STAYS);
  return back;
}

it("stays for half a minute where time has decided", () => {
  const back = told();
  vi.advanceTimersByTime(LAPSE_STAYS - 1000);
  expect(back.words).toBe("Time ran out: Pass.");
  vi.advanceTimersByTime(5000);
  expect(back.words).toBeNull();
});

it("goes once it is read, where there is another question meanwhile", () => {
  const back = told();
  vi.advanceTimersByTime(2000);
  back.makesRoom();
  expect(back.words).toBe("Time ran out: Pass.");
  vi.advanceTimersByTime(10_000);
  expect(back.words).toBeNull();
});
