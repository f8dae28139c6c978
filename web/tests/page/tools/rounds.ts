// How long the others take, as one who plays sees it: from the press after which they play to the next question, at the usual pace and with
// everything moving. Prints the median, the ninth of ten and the longest of one game's rounds.
//
//     npm run rounds [SEATS [GAME]]      6 Billion between so many (5), or another game
import { begin, openFixture, openPage } from "./fixture";
import { step, type Game } from "./player";

const seats = Number(process.argv[2] ?? "5");
const game = (process.argv[3] ?? "six-billion") as Game;
const fixture = await openFixture();
const { page, troubles } = await openPage(fixture, { width: 1440, height: 900 }, { knows: [game] });
await begin(fixture, page, { game, seats, bots: "greedy", seed: "rounds", options: game === "six-billion" ? { "turn-cap": "6" } : { cut: "60" } });
// The page says itself when the others begin and when one is asked: looking at it from here would cost time.
await page.evaluate(() => {
  const rounds: number[] = [];
  Object.assign(globalThis, { rounds });
  let from = 0;
  addEventListener("pointerdown", () => (from = performance.now()), true);
  let others = false;
  new MutationObserver(() => {
    const playing = document.querySelector(".ask .go-on") !== null;
    if (others && !playing && from > 0) {
      rounds.push(performance.now() - from);
    }
    others = playing;
  }).observe(document.body, { childList: true, subtree: true });
});
for (let i = 0; await step(page, game, i); i++) {
  // on to the end
}
const rounds = (await page.evaluate(() => (globalThis as unknown as { rounds: number[] }).rounds)).sort((a, b) => a - b);
const at = (share: number): string => `${((rounds[Math.min(rounds.length - 1, Math.floor(rounds.length * share))] ?? 0) / 1000).toFixed(1)} s`;
console.log(`${rounds.length} rounds of ${game} between ${seats}: median ${at(0.5)}, nine of ten within ${at(0.9)}, the longest ${at(1)}`);
console.log(troubles.slice(0, 5).join("\n"));
await fixture.close();
