// What was said at a table, and not heard of when the table was left.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ChatDraft } from "../../src/ui/draft.svelte";

beforeAll(() => void vi.stubGlobal("$state", (first: unknown) => first)); // the compiler's, which is not here

describe("what was said when a page was loaded again", () => {
  it("is doubtful until the log shows it, or somebody types", () => {
    const said = new ChatDraft("aTable");
    said.text = "Tunnel";
    expect(said.waits).toBe(false);
    void said.send(40, () => new Promise(() => undefined));
    expect([said.doubtful, said.inWords]).toEqual([false, "40.Tunnel"]);
    const again = new ChatDraft("aTable");
    expect([again.text, again.doubtful, again.waits]).toEqual(["Tunnel", true, true]);
    expect([again.mayFollow(44), again.mayFollow(400)]).toEqual([true, false]);
    again.settle([{ number: 40, text: "Tunnel" }]); // that was another one
    expect(again.doubtful).toBe(true);
    again.settle([{ number: 41, text: "Tunnel" }]);
    expect([again.text, again.waits, again.inWords]).toEqual(["", false, ""]);
  });
  it("comes back from the address, but not over what is typed", () => {
    const kept = new ChatDraft("another");
    kept.restore("7.A line\nof two.");
    expect([kept.text, kept.doubtful, kept.inWords]).toEqual(["A line\nof two.", true, "7.A line\nof two."]);
    kept.text = "New";
    expect(kept.waits).toBe(false);
    kept.restore("7.Old");
    expect(kept.text).toBe("New");
    kept.text = "";
    kept.restore("nonsense");
    expect(kept.text).toBe("");
  });
  it("is not doubtful once it was refused", async () => {
    const refused = new ChatDraft("third");
    refused.text = "x".repeat(3);
    await refused.send(1, () => Promise.reject(new Error("Too much at once.")));
    expect([refused.doubtful, refused.waits, refused.text]).toEqual([false, true, "xxx"]);
  });
});
