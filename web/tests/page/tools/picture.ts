// The picture of the README: one table in the middle of a game, as the page shows it, in docs/picture.webp. The same seed deals the same table.
//
//     npm run picture
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { begin, openFixture, openPage } from "./fixture";

const OUT = fileURLToPath(new URL("../../../../docs/picture.webp", import.meta.url));
const fixture = await openFixture();
const { page, troubles } = await openPage(fixture, { width: 1280, height: 800, calm: true }, { pace: 0, motion: "none" });
await begin(fixture, page, { game: "one-billion-users", seats: 3, bots: "greedy", seed: "pictures", options: { networks: "random" }, after: 90 });
await page.locator(".hand .slot").nth(2).click({ force: true });
await page.waitForTimeout(500);
const session = await page.context().newCDPSession(page);
const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 85 });
writeFileSync(OUT, Buffer.from(data, "base64"));
await fixture.close();
if (troubles.length > 0) {
  console.error(troubles.join("\n"));
  process.exit(1);
}
