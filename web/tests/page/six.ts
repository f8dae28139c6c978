// Plays a whole game of 6 Billion alone in the page, on a wide screen and on a telephone, and fails when it does not end, when the console
// complains, when something is wider than the screen, or when anything is asked of another place.
//
//     npx vite-node tests/page/six.ts [SEED [FOLDER]]      with FOLDER, pictures on the way
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { openHouse } from "./house";
import { playSix } from "./six-player";

const [seed = "a whole game", folder] = process.argv.slice(2);
const house = await openHouse();
let wrong = 0;
for (const look of [{ width: 1280, height: 800 }, { width: 360, height: 740, touch: true }]) {
  const picture = folder
    ? async (name: string, page: Page): Promise<void> => {
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: `${folder}/${look.width}-${name}.png` });
      }
    : undefined;
  const troubles = await playSix(house, look, seed, picture);
  troubles.slice(0, 10).forEach((trouble) => console.log(`  ${trouble}`));
  wrong += troubles.length;
}
await house.close();
process.exit(wrong ? 1 : 0);
