// Games of bots as the director of a table sees them: step for step, with what of each has the middle of the table for who sits at seat 1. Without a
// browser, of fixed seeds.
//
// Must never make an entry up: the engine writes them all.
import { newEngine } from "../../engine/engine";
import type { Entry, Look } from "../../../src/engine/types";
import * as obu from "../../../src/games/one-billion-users/staging";
import { launchesOf } from "../../../src/games/one-billion-users/launches";
import { heavier, weighed, worthTheStage, type Scene, type Staging } from "../../../src/games/scene";
import * as six from "../../../src/games/six-billion/staging";
import { LEAD, newLead } from "../../../src/table/stage/lead";

export const STAGINGS: Record<string, Pick<Staging, "stage" | "scenes" | "late" | "round">> = { "one-billion-users": obu, "six-billion": six };

export interface Bots {
  game: string;
  seats: number;
  bot: string;
  seed: string;
}

export interface Step {
  /** how many steps were made before it */
  ply: number;
  /** who made it, and who is asked next */
  seat: number;
  next: number;
  /** what was played */
  verb: string;
  /** the heaviest of it, and all that has the middle of the table, by what it is of */
  scene: Scene | null;
  staged: { kind: string; scene: Scene }[];
}

const begun = ({ game, seats, bot, seed }: Bots): { game: string; seats: number; seed: string; players: { bot: string }[] } => ({ game, seats, seed, players: Array.from({ length: seats }, () => ({ bot })) });

/** What a scene is of: "joined", "event Patch Day", "milestone 2". */
function kindOf(scene: Scene, entries: readonly Entry[]): string {
  const events = entries.flatMap((entry) => entry.events ?? []);
  const kind = events.find(({ text }) => text && scene.text.endsWith(text))?.kind ?? "";
  return scene.place === LEAD ? LEAD : entries.some((entry) => launchesOf(entry).length > 0) ? "launched" : scene.place?.startsWith(kind) && kind ? scene.place : kind === "event" ? `${kind} ${scene.card}` : kind;
}

const ownTotal = ({ scores }: Look): number => scores.find(({ seat }) => seat === 1)?.total ?? 0;

export function* stepsOf(about: Bots): Generator<Step> {
  const engine = newEngine();
  const staging = STAGINGS[about.game];
  const { match } = engine.ask("new", begun(about));
  const look = (): Look => engine.ask("look", { match, viewer: 1 });
  let seen = 0;
  let before = look();
  for (let ply = 0; staging && !before.over; ply++) {
    engine.ask("step", { match });
    const entries = engine.ask("news", { match, viewer: 1, seen }).flatMap((one) => (one.type === "entry" ? [one] : []));
    seen = Math.max(seen, ...entries.map(({ number }) => number));
    const after = look();
    const fell = ownTotal(after) < ownTotal(before);
    const all = entries.map((entry) => [staging.stage(entry, 1, before.view), staging.scenes(entry, 1, before.view)] as const);
    const lead = staging.late(after.view) ? newLead(before, after, 1, seen) : null;
    const staged = [...all.flatMap(([scene, scenes]) => worthTheStage(scene, scenes, fell)), ...(lead ? [lead] : [])];
    const scene = weighed(all.map(([one]) => one).reduce(heavier, null), fell);
    yield { ply, seat: before.asked?.seats[0] ?? 0, next: after.asked?.seats[0] ?? 0, verb: entries.find(({ kind }) => kind === "move")?.parts?.verb ?? "", scene, staged: staged.map((one) => ({ kind: kindOf(one, entries), scene: one })) };
    before = after;
  }
}

/** The record of that game before a step. */
export function recordAt(about: Bots, ply: number): string {
  const engine = newEngine();
  const { match } = engine.ask("new", begun(about));
  for (let i = 0; i < ply; i++) {
    engine.ask("step", { match });
  }
  return engine.ask("record", { match });
}
