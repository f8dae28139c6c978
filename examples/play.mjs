// A game of 6 Billion against two bots, by a program that takes the first move it may.
//     npm install billions-engine-0.1.0.tgz && node play.mjs
import { load } from "billions-engine";

const engine = await load();
const players = [{ name: "First" }, { bot: "greedy" }, { bot: "easy" }];
const { match } = engine.ask("new", { game: "six-billion", seats: 3, seed: "2026", players });
for (;;) {
  const look = engine.ask("look", { match, viewer: 1 });
  if (look.over) {
    console.log(look.scores.map((score) => `seat ${score.seat}: place ${score.place}, ${score.total} points`).join("\n"));
    break;
  }
  if (look.asked.you) {
    engine.ask("play", { match, move: look.asked.you.moves[0] });
  } else {
    engine.ask("step", { match });
  }
}
const { decisions, hash } = engine.ask("load", { record: engine.ask("record", { match }) });
console.log(`${decisions} decisions; the record is ${hash ? "verified" : "not whole"}`);
