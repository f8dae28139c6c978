// The command behind tools/compare-wasm: GAMES (10000) and "speed" or "hashes" (both).
import { compare, speed } from "./compare";

const games = Number(process.argv[2] ?? "10000");
const what = process.argv[3] ?? "all";
const timed = [
  { game: "one-billion-users", bots: ["random", "random", "random"], games: 20000 },
  { game: "one-billion-users", bots: ["greedy", "greedy", "greedy"], games: 4000 },
  { game: "one-billion-users", bots: ["search:iterations=400", "greedy", "greedy"], games: 8 },
  { game: "six-billion", bots: ["random", "random", "random"], games: 6000 },
  { game: "six-billion", bots: ["greedy", "greedy", "greedy"], games: 1000 },
  { game: "six-billion", bots: ["search:iterations=400", "greedy", "greedy"], games: 2 },
];

let differ = 0;
if (what !== "speed") {
  differ = compare(games, (line) => console.log(line));
}
if (what !== "hashes") {
  for (const run of timed) {
    const { native, here, ratio } = speed(run, 5);
    const title = `${run.game} ${run.bots.join(",")}`;
    console.log(`${title}: native ${native.toFixed(3)} s, WebAssembly ${here.toFixed(3)} s, ${ratio.toFixed(2)} of native speed`);
  }
}
if (differ > 0) {
  console.error(`compare-wasm: ${differ} runs differ`);
  process.exit(1);
}
