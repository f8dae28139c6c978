// Challenges in the page's engine: the deal of a day is everywhere the same, its table can be set from what is told of it, and what was
// played there is proven, or caught.
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../src/engine/engine";
import type { Challenge } from "../src/engine/types";
import { newEngine, refusal } from "./engine/engine";

let engine: Engine;
beforeAll(() => {
  engine = newEngine();
});

const GAMES = ["one-billion-users", "six-billion"];

/** Plays a challenge as the page does, the person by the engine's hints. */
function play(challenge: Challenge, name = "Ann"): string {
  const { game, revision, seats, options, seed, players } = challenge;
  const { match } = engine.ask("new", { game, revision, seats, options, seed, players: players.map((player) => player ?? { name }) });
  for (;;) {
    const { asked } = engine.ask("look", { match, viewer: challenge.seat });
    if (!asked) {
      break;
    }
    if (asked.seats[0] === challenge.seat) {
      engine.ask("play", { match, move: engine.ask("hint", { match, bot: "greedy" }).move });
    } else {
      engine.ask("step", { match });
    }
  }
  const record = engine.ask("record", { match });
  engine.ask("free", { match });
  return record;
}

describe.each(GAMES)("challenges of %s", (game) => {
  it("are the same wherever they are made, and their id is a hash of their text", () => {
    const challenge = engine.ask("daily", { game, day: "2026-11-24" });
    expect(challenge).toEqual(newEngine().ask("daily", { game, day: "2026-11-24" }));
    expect(challenge).toEqual(engine.ask("challenge", { text: challenge.text }));
    expect(challenge.day).toBe("2026-11-24");
    expect(challenge.players[challenge.seat - 1]).toBeNull();
    expect(challenge.players.filter((player) => player === null)).toHaveLength(1);
    const digits = createHash("sha256").update(`billions-challenge-1${challenge.text}`).digest();
    let bits = "";
    digits.forEach((byte) => (bits += byte.toString(2).padStart(8, "0")));
    const id = Array.from({ length: 16 }, (_, i) => "abcdefghijklmnopqrstuvwxyz234567"[parseInt(bits.slice(5 * i, 5 * i + 5), 2)]).join("");
    expect(challenge.id).toBe(id);
  });

  it("are proven when they were played, and a record leads back to them", () => {
    const challenge = engine.ask("daily", { game, day: "2026-11-25" });
    const record = play(challenge);
    const played = engine.ask("played", { record });
    expect(played).toMatchObject({ id: challenge.id, day: "2026-11-25", seat: challenge.seat, name: "Ann" });
    expect(played.compared).toBeGreaterThan(20);
    expect(record).toContain(`Result: seat ${played.seat}, ${played.points} points, place ${played.place}\n`);
    expect(engine.ask("challenge", { text: record })).toEqual(challenge);
  });

  it("are refused with a sentence when a bot did not play as it does", () => {
    const challenge = engine.ask("daily", { game, day: "2026-11-26" });
    const seat = challenge.players.findIndex((player) => player !== null) + 1;
    const bot = "random";
    const other = engine.ask("challenge", { text: challenge.text.replace(new RegExp(`Seat ${seat}: .*`), `Seat ${seat}: ${bot}`) });
    expect(other.id).not.toBe(challenge.id);
    expect(other.day).toBeNull();
    // What another bot played there is passed off as this one's.
    const forged = play(other).replace(`Seat ${seat}: ${bot}`, `Seat ${seat}: ${challenge.players[seat - 1]?.bot}`);
    expect(refusal(() => engine.ask("played", { record: forged }))).toContain("this is not the game that these bots play");
  });
});

it("refuses days that are none, and texts that are no challenge", () => {
  expect(refusal(() => engine.ask("daily", { game: "six-billion", day: "2026-02-30" }))).toContain("is no day");
  expect(refusal(() => engine.ask("challenge", { text: "hello" }))).toContain("this is no record");
  const { text } = engine.ask("daily", { game: "six-billion", day: "2026-11-24" });
  expect(refusal(() => engine.ask("challenge", { text: text.replace(/: greedy/, ": best") }))).toContain("cannot be asked again");
  expect(refusal(() => engine.ask("played", { record: text }))).toContain("is not over");
});
