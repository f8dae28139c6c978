// How long the others take, as one who plays sees it: from the press after which they play to the next question, at the usual pace. Reckoned from the
// director's own timetable (table/stage/), in games of bots and without a browser: what drawing and thinking cost comes on top. Where a bot passes in
// one's place, one's orders would have: that is no question.
//
//     npm run rounds [SEATS [GAME [GAMES]]]      6 Billion between so many (5), or another game; so many games (20)
import { GRAND, MOST_GRAND, OWN_GRAND, Round, ROUND } from "../../../src/table/stage/round";
import { STAGINGS, stepsOf, type Step } from "./staged";

const [seats, game, games] = [Number(process.argv[2] ?? "5"), process.argv[3] ?? "six-billion", Number(process.argv[4] ?? "20")];
const YOU = 1;

/** A round as Director shows it: how long it lasts, how many were shown by themselves, and whether the rest was shown together. */
function lengthOf(steps: readonly Step[]): { length: number; alone: number; montage: boolean } {
  const round = new Round(STAGINGS[game]?.round ?? ROUND);
  const scenes = steps.flatMap(({ staged }) => staged.map(({ scene }) => scene));
  const alone = scenes.slice(0, MOST_GRAND);
  const montage = scenes.length > MOST_GRAND;
  let length = alone.reduce((sum, scene) => sum + (scene.stands ?? (scene.seat === YOU && !scene.fated ? OWN_GRAND : GRAND)), montage ? GRAND : 0);
  for (const [i, { scene, seat }] of steps.entries()) {
    const stands = i === steps.length - 1 || round.isOver(1) ? 0 : round.lengthOf(scene?.weight ?? "nothing", 1, seat === YOU, scene?.length);
    round.spend(stands);
    length += stands;
  }
  return { length: length / 1000, alone: alone.length, montage };
}

const rounds: ReturnType<typeof lengthOf>[] = [];
for (let i = 1; i <= games; i++) {
  let steps: Step[] = [];
  for (const step of stepsOf({ game, seats, bot: "greedy", seed: `rounds ${i}` })) {
    if (step.seat === YOU && step.verb !== "pass") {
      rounds.push(...(steps.some(({ seat }) => seat !== YOU) ? [lengthOf(steps)] : []));
      steps = [];
    }
    steps.push(step);
  }
}

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const quiet = rounds.filter(({ alone }) => alone === 0).map(({ length }) => length);
const seconds = (all: readonly number[]): string => `median ${median(all).toFixed(1)} s, longest ${Math.max(0, ...all).toFixed(1)} s`;
console.log(`${game} between ${seats}, ${games} games, ${rounds.length} rounds`);
console.log(`without a grand event: ${quiet.length}, ${seconds(quiet)}`);
for (let grand = 1; grand <= MOST_GRAND; grand++) {
  const with_ = rounds.filter(({ alone, montage }) => alone === grand && !montage).map(({ length }) => length);
  console.log(`with ${grand}: ${with_.length}, ${seconds(with_)}`);
}
const montages = rounds.filter(({ montage }) => montage).map(({ length }) => length);
console.log(`with more, the rest as one montage: ${montages.length}, ${seconds(montages)}`);
console.log(`each grand one adds at most ${((GRAND + 400) / 1000).toFixed(1)} s: ${GRAND / 1000} s in the middle, 0.4 s where it acts`);
