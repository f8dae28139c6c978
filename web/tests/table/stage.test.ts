// What one does is seen to happen before the next turn, which may begin by itself with an Event, has the middle of the table.
import { expect, it, vi } from "vitest";
import type { Entry, Look } from "../../src/engine/types";
import type { ObuView } from "../../src/games/one-billion-users/view";
import * as staging from "../../src/games/one-billion-users/staging";
import type { Scene, Staging } from "../../src/games/scene";
import { newEngine } from "../engine/engine";

vi.stubGlobal("$state", Object.assign((first: unknown) => first, { raw: (first: unknown) => first })); // the compiler's, which is not here
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { changeOf, Director } = await import("../../src/table/stage/director.svelte");
const { settings } = await import("../../src/ui/settings.svelte");
const YOU = 1;

/** The first moves of that kind after which the next turn begins with an Event or an Influencer: with the table before, between and after. */
function found(verb: string): { entry: Entry; was: Look; at: (ply: number) => Look; is: Look } {
  const engine = newEngine();
  for (let deal = 0; deal < 50; deal++) {
    const { match } = engine.ask("new", { game: "one-billion-users", seats: 3, seed: `order ${deal}`, players: [{ bot: "greedy" }, { bot: "greedy" }, { bot: "greedy" }] });
    const look = (ply?: number): Look => engine.ask("look", { match, viewer: YOU, ...(ply ? { ply } : {}) });
    for (let was = look(), seen = 0; !was.over; was = look()) {
      engine.ask("step", { match });
      const entries = engine.ask("news", { match, viewer: YOU, seen }).flatMap((one) => (one.type === "entry" ? [one] : []));
      seen = Math.max(seen, ...entries.map(({ number }) => number));
      const entry = entries.find(({ seat, parts, events = [] }) => seat === YOU && parts?.verb === verb && events.some(({ kind, seat }) => seat !== YOU && (kind === "event" || kind === "influencer")));
      if (entry) {
        return { entry, was, at: look, is: look() };
      }
    }
  }
  throw new Error(`After no ${verb} the next turn begins so.`);
}

it.each(["add", "block"])("a card that is played (%s) lies there, with what it brings, before what the next turn begins with is announced", async (verb) => {
  const { entry, was, at, is } = found(verb);
  const view = was.view;
  const table = { you: YOU, look: was as Look | null, log: [entry], staging: staging as unknown as Staging, sceneOf: (one: Entry): Scene | null => staging.stage(one, YOU), scenesOf: (one: Entry): Scene[] => staging.scenes(one, YOU) };
  const director = new Director(table);
  const told: string[] = [];
  Object.defineProperty(director, "staged", { set: (staged: { scenes: Scene[] } | null) => told.push(...(staged?.scenes.map(({ text }) => text) ?? [])) });
  settings.pace = 0.001;
  director.note(entry);
  const between = at(director.waits);
  await director.perform(false, between);
  expect(told.filter((text) => !text.includes("You"))).toEqual([]);

  const [before, now] = [view, between.view].map((one) => (one as ObuView).platforms) as [ObuView["platforms"], ObuView["platforms"]];
  const card = String(entry.parts?.["community"] ?? entry.parts?.["blocker"]);
  const target = Number(entry.parts?.["seat"] ?? YOU) - 1;
  const shown = (platforms: ObuView["platforms"]): string => JSON.stringify({ ...platforms[target], hand: [] });
  expect(shown(now)).toContain(card);
  expect(shown(before)).not.toContain(card);
  expect((between.view as ObuView).event_pile).toEqual((view as ObuView).event_pile);
  expect(now.map(({ influencers }) => influencers)).toEqual(before.map(({ influencers }) => influencers));

  table.look = between;
  await director.showFirst(null);
  await director.perform(true, is);
  expect(told.join(" ")).toMatch(/Seat 2 draws|joins/);
});

it("own points that change for more than one reason, or fall, are said with what of them has changed", () => {
  const look = (...items: [string, number][]): Look => ({ scores: [{ seat: YOU, total: items.reduce((sum, [, points]) => sum + points, 0), items: items.map(([label, points]) => ({ label, points })) }] }) as unknown as Look;
  expect(changeOf(YOU, look(["Users", 400], ["Low Toxicity Bonus", 200]), look(["Users", 650], ["Low Toxicity Bonus", 0]))).toEqual({ before: 600, after: 650, by: "Users +250 · Low Toxicity Bonus −200" });
  expect(changeOf(YOU, look(["Mars", 8], ["  again, by the Hidden Agenda", 8]), look(["Mars", 4]))?.by).toBe("Mars −4 · again, by the Hidden Agenda −8");
  expect(changeOf(YOU, look(["Users", 400]), look(["Users", 650]))).toBeNull();
  expect(changeOf(null, look(["Users", 400]), look(["Users", 100]))).toBeNull();
});
