// What stands beside the answers in another's turn: what each does now, which is clearly best, and why the same is asked once more.
import { expect, it } from "vitest";
import type { Entry, View } from "../../src/engine/types";
import { noSecondAction } from "../../src/games/six-billion/ask/asking";
import { whyOnceMore } from "../../src/games/six-billion/ask/answers.svelte";
import { newEngine } from "../engine/engine";

const engine = newEngine();
const position = {
  format: 1,
  game: "six-billion",
  seats: 3,
  tracks: { earth: { red: 4, blue: 1 }, mars: { red: 4, green: 4 } },
  event: { card: "double", faction: "red", site: "mars" },
  windows: [
    { window: "cancel", asked: "blue" },
    { window: "respond", asked: "red", card: "death", by: "blue" },
  ],
  hands: { red: ["war"] },
} as unknown as View;

it("each answer says what it does, and one that does nothing is not offered", () => {
  const { match } = engine.ask("new", { position, players: [null, null, null], seed: "answers" });
  expect(engine.ask("why", { match, seat: 1, move: "war" })).toMatchObject({ best: false, text: expect.stringMatching(/^Does nothing here: Blue has no token above 1/) as string });
  expect(engine.ask("why", { match, seat: 1, move: "pass" })).toMatchObject({ best: true, text: expect.stringMatching(/^Blue's Death works: your Mars token stays on 4\./) as string });
});

it("what happened since the same was asked before is told", () => {
  const entry = (number: number, kind: string, text: string): Entry => ({ number, kind: "move", seat: 2, time: 0, events: [{ kind, text, seat: 2 }] });
  const log = [entry(1, "responds", "You answer Blue's Death with War."), entry(2, "no-loss", "War: Blue has no token to halve.")];
  expect(whyOnceMore(log, 1)).toBe("You are asked once more, for something has changed: War: Blue has no token to halve.");
  expect(whyOnceMore(log, 2)).toBe("");
});

it("a second Action that came to nothing is told while one puts cards away, and only to oneself", () => {
  const entry = (number: number, kind: string, seat: number, a: number): Entry => ({ number, kind: "move", seat, time: 0, events: [{ kind, text: `${kind} ${number}`, seat, a }] });
  const log = [entry(1, "stopped", 1, 1), entry(2, "turn", 1, 0), entry(3, "stopped", 1, 1)];
  expect(noSecondAction(log, 1)).toBe("stopped 3");
  expect(noSecondAction(log.slice(0, 2), 1)).toBe("");
  expect(noSecondAction([...log.slice(0, 2), entry(3, "stopped", 1, 0)], 1)).toBe("");
  expect(noSecondAction(log, 2)).toBe("");
});
