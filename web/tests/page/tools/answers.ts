// How often a person is asked in a game, and by what: one who plays as the advice has it, with the answers that the page gives by itself, against bots.
// No browser: each question is one of the table's. Prints for each game and number of seats the mean of so many games.
//
//     npm run answers [GAMES [BOT]]
import { newEngine } from "../../engine/engine";
import type { Asked } from "../../../src/engine/types";

const games = Number(process.argv[2] ?? "40");
const bot = process.argv[3] ?? "medium";
const engine = newEngine();

/** What a question is about: the verbs that one may answer with, "pass" aside. */
function about({ you }: Asked): string {
  const verbs = new Set((you?.parts ?? []).map(({ verb }) => verb).filter((verb) => verb !== "pass"));
  return [...verbs].sort().join("/");
}

for (const [game, seats] of [["one-billion-users", 3], ["one-billion-users", 4], ["six-billion", 4], ["six-billion", 5]] as const) {
  const counts = new Map<string, number>();
  let answers = 0;
  for (let i = 0; i < games; i++) {
    const players = [{ name: "You" }, ...Array.from({ length: seats - 1 }, () => ({ bot }))];
    const { match } = engine.ask("new", { game, seats, seed: `answers ${i}`, players });
    if (game === "six-billion") {
      engine.ask("order", { match, seat: 1, words: "standard" });
    }
    let ends = false;
    for (let look = engine.ask("look", { match, viewer: 1 }); !look.over; look = engine.ask("look", { match, viewer: 1 })) {
      if (look.asked?.seats[0] === 1) {
        const what = about(look.asked);
        const { move } = engine.ask("hint", { match, bot: "greedy" });
        // As the page offers it: the end of a turn is one press, on an open card or on the button that draws the rest; the card that is put
        // away before was only marked.
        const draws = game === "six-billion" && move === "deck";
        const follows = ends && (draws || move.startsWith("take"));
        if (!follows) {
          counts.set(what, (counts.get(what) ?? 0) + 1);
          answers++;
        }
        ends = what === "discard";
        if (draws) {
          engine.ask("order", { match, seat: 1, words: "fill up" });
        } else {
          engine.ask("play", { match, move });
        }
      } else {
        engine.ask("step", { match });
      }
    }
    engine.ask("free", { match });
  }
  console.log(`${game}, ${seats} seats: ${(answers / games).toFixed(1)} answers a game`);
  for (const [what, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, 14)) {
    console.log(`  ${(count / games).toFixed(1).padStart(5)}  ${what}`);
  }
}
