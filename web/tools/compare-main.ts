// The command behind tools/check/compare-wasm: GAMES (10000) and "speed" or "hashes" (both).
import { compare, speed } from "./compare";

const games = Number(process.argv[2] ?? "10000");
const what = process.argv[3] ?? "all";
const SLICES = 21;
// So many games that a slice takes about a quarter of a second: a thousandth is what the native program's time is known to.
const timed = [
  { game: "one-billion-users", bots: ["random", "random", "random"], games: 20000 },
  { game: "one-billion-users", bots: ["greedy", "greedy", "greedy"], games: 4000 },
  { game: "one-billion-users", bots: ["search:iterations=400", "greedy", "greedy"], games: 1 },
  { game: "six-billion", bots: ["random", "random", "random"], games: 6000 },
  { game: "six-billion", bots: ["greedy", "greedy", "greedy"], games: 1000 },
  { game: "six-billion", bots: ["search:iterations=40", "greedy", "greedy"], games: 1 },
  // Nearly all of it is the net: what it says of a view, from the view on.
  { game: "six-billion", bots: ["search:iterations=300:depth=1:habit=0:net=1", "greedy", "greedy"], games: 1 },
];

let differ = 0;
if (what !== "speed") {
  differ = compare(games, (line) => console.log(line));
}
if (what !== "hashes") {
  for (const run of timed) {
    const { native, here, ratio, low, high } = speed(run, SLICES);
    const title = `${run.game} ${run.bots.join(",")}`;
    const times = `native ${native.toFixed(3)} s, WebAssembly ${here.toFixed(3)} s`;
    console.log(`${title}: ${ratio.toFixed(2)} of native speed (${low.toFixed(2)} to ${high.toFixed(2)} in ${SLICES} slices: ${times})`);
  }
}
if (differ > 0) {
  console.error(`compare-wasm: ${differ} runs differ`);
  process.exit(1);
}
