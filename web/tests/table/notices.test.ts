// Which notice is shown, and for how long.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Notices, TROUBLE_STAYS } from "../../src/table/notices.svelte";

beforeAll(() => {
  vi.stubGlobal("$state", { raw: (first: unknown) => first }); // the compiler's, which is not here
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what became of one's own press", () => {
  it("goes when it is read, or another takes its place", () => {
    const notices = new Notices(() => false);
    notices.show({ text: "No hint: you are not asked.", kind: "trouble" });
    notices.drop("First");
    expect(notices.now).not.toBeNull();
    notices.drop("No hint:");
    expect(notices.now).toBeNull();
    notices.show({ text: "One", kind: "trouble" });
    notices.show({ text: "Two", kind: "trouble" });
    vi.advanceTimersByTime(TROUBLE_STAYS);
    expect(notices.now).toBeNull();
  });
  it("stays as long as nobody can have read it", () => {
    const place = { left: true };
    const notices = new Notices(() => place.left);
    notices.show({ text: "Refused.", kind: "trouble" });
    vi.advanceTimersByTime(TROUBLE_STAYS);
    expect(notices.now?.text).toBe("Refused.");
  });
});
