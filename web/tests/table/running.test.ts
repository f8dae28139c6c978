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
  expect(running()).toEqual(game);
  noteRunning({ ...game, address: "t/other" }, false);
  expect(running()).toEqual(game);
  noteRunning(game, false);
  expect(running()).toBeNull();
});
