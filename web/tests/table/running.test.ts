// The game that this tab plays is found again from its other pages, also where the browser keeps nothing, until it is over.
import { afterEach, expect, it, vi } from "vitest";
import { noteRunning, running } from "../../src/table/running";

afterEach(() => vi.unstubAllGlobals());

function forbid(): void {
  const no = (): never => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("sessionStorage", { getItem: no, setItem: no, removeItem: no });
  vi.stubGlobal("window", { name: "" });
}

it("is kept until it is over, whatever becomes of another game", () => {
  forbid();
  const game = { address: "t/k3v6", game: "six-billion" };
  expect(running()).toBeNull();
  noteRunning(game, true);
  expect(running()).toEqual({ ...game, stands: "" });
  noteRunning({ ...game, stands: "waiting for Ada" }, true);
  noteRunning(game, true); // who knows nothing of it changes nothing
  noteRunning({ ...game, address: "t/other" }, false);
  expect(running()).toEqual({ ...game, stands: "waiting for Ada" });
  noteRunning({ ...game, stands: "your turn" }, true);
  expect(running()?.stands).toBe("your turn");
  noteRunning(game, false);
  expect(running()).toBeNull();
});
