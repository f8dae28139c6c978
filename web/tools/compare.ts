// Compares the engine as WebAssembly with the native program: the same seeds must lead to the same last states, bit for bit, and how
// fast one is beside the other is told. tools/check/compare-wasm runs it; a short form of it is a test (tests/engine/native.test.ts).
//
// Times are processor time in short slices, taken in turn, so that what else the machine does meets both alike. Each pair of slices
// gives a ratio; told is their median, and between which two of them the true median lies with 95 % confidence, whatever the times
// are spread like.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Engine } from "../src/engine/engine";
import type { SimResult } from "../src/engine/types";

/** Seconds of play before anything is timed. */
const WARM = 1;

export interface Run {
  game: string;
  bots: string[];
  games: number;
}

/** Random and mixed games with every number of seats, `games` of each kind in all; and a few with a bot that looks ahead. */
export function runs(games: number): Run[] {
  const kinds = [
    { game: "one-billion-users", seats: [2, 3, 4] },
    { game: "six-billion", seats: [2, 3, 4, 5] },
  ];
  return kinds.flatMap(({ game, seats }) => [
    ...seats.flatMap((count) => [
      { game, bots: Array<string>(count).fill("random"), games: Math.ceil(games / seats.length / 2) },
      { game, bots: Array.from({ length: count }, (_, i) => (i % 2 ? "random" : "greedy")), games: Math.ceil(games / seats.length / 2) },
    ]),
    { game, bots: ["search:iterations=100", "random"], games: Math.ceil(games / 5000) },
    { game, bots: ["search:iterations=100:net=1", "random"], games: Math.ceil(games / 5000) },
  ]);
}

const netsFolder = new URL("../../nets/", import.meta.url);
const module = new WebAssembly.Module(readFileSync(new URL("../../build/wasm/billions-batch.wasm", import.meta.url)));

export const binary = process.env["BILLIONS"] ?? new URL("../../build/release/billions", import.meta.url).pathname;

interface Native extends SimResult {
  options: Record<string, string>;
}

/** The arguments with which the native program plays the same games on one thread. */
function argumentsOf({ game, bots, games }: Run): string[] {
  const list = ["sim", game, "--games", String(games), "--seats", bots.join(","), "--seed", "7", "--threads", "1"];
  return [...list, "--rotate", "--json"];
}

export function playNatively(run: Run): Native {
  if (!existsSync(binary)) {
    throw new Error(`${binary} is not there; tools/build release makes it, or BILLIONS names another.`);
  }
  return JSON.parse(execFileSync(binary, argumentsOf(run), { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })) as Native;
}

export function playHere(engine: Engine, { game, bots, games }: Run, options: Record<string, string>): SimResult {
  return engine.ask("sim", { game, bots, games, options, seed: "7", rotate: true });
}

const nets = readdirSync(netsFolder).map((name) => readFileSync(new URL(name, netsFolder)));

/** With all that bots have learned, as the native program has it. */
export function newEngine(): Engine {
  const engine = new Engine(module);
  nets.forEach((net) => engine.bringNet(net));
  return engine;
}

/** Seconds of processor time that the native program takes. */
function nativeSeconds(words: string[]): number {
  const timed = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time "$0" "$@" >/dev/null 2>&1`, binary, ...words], { encoding: "utf8" });
  if (timed.status !== 0) {
    throw new Error(`${binary} ${words.join(" ")} failed.`);
  }
  return timed.stderr.trim().split(" ").map(Number).reduce((a, b) => a + b, 0);
}

function seconds(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export interface Speed {
  /** Seconds of a slice, the median. */
  native: number;
  here: number;
  /** Speed here as a share of the native one: the median over the slices, and its interval of 95 %. */
  ratio: number;
  low: number;
  high: number;
}

/** Which of so many sorted values, and its opposite number from the end, hold the true median between them: in 95 of 100 cases. */
export function rankOfInterval(count: number): number {
  let chance = 0.5 ** count; // that at most `rank` values lie below the median
  let sum = chance;
  let rank = 0;
  for (let below = 1; sum <= 0.025; below++) {
    rank = below;
    chance *= (count - below + 1) / below;
    sum += chance;
  }
  return Math.max(0, rank - 1);
}

function sorted(values: number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

function median(values: number[]): number {
  const list = sorted(values);
  const half = list.length >> 1;
  return list.length % 2 ? list[half]! : (list[half - 1]! + list[half]!) / 2;
}

/** How fast both are at games of one kind of bot: `slices` pairs of them. */
export function speed(run: Run, slices: number): Speed {
  const { options, hash } = playNatively(run);
  const engine = newEngine();
  const start = median(Array.from({ length: 9 }, () => nativeSeconds(["rules"]))); // to start a program is no play
  for (let warm = 0; warm < WARM;) { // until it has been compiled well
    warm += seconds(() => {
      if (playHere(engine, run, options).hash !== hash) {
        throw new Error(`${run.game} ${run.bots.join(",")}: the games differ, so times mean nothing. Build both from the same sources.`);
      }
    });
  }
  const native: number[] = [];
  const here: number[] = [];
  for (let i = 0; i < slices; i++) {
    native.push(nativeSeconds(argumentsOf(run)) - start);
    here.push(seconds(() => playHere(engine, run, options)));
  }
  const ratios = sorted(native.map((time, i) => time / here[i]!));
  const rank = rankOfInterval(slices);
  return { native: median(native), here: median(here), ratio: median(ratios), low: ratios[rank]!, high: ratios[slices - 1 - rank]! };
}

/** Plays everything on both and tells what came of it; the number of runs that differ. */
export function compare(games: number, tell: (line: string) => void): number {
  const engine = newEngine();
  let differ = 0;
  for (const run of runs(games)) {
    const native = playNatively(run);
    const here = playHere(engine, run, native.options);
    const same = native.hash === here.hash && native.decisions === here.decisions && native.games === here.games;
    differ += same ? 0 : 1;
    tell(`${run.game} ${run.bots.join(",")}: ${run.games} games, ${same ? `the same, ${here.hash}` : `${native.hash} and ${here.hash}`}`);
  }
  return differ;
}
