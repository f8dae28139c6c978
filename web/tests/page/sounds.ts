// Sounds: on from the first touch, and none at a page that nobody has touched, which a browser would keep and pour out later; each happening
// has its own, really started; none while they are switched off.
//
//     vite-node tests/page/sounds.ts
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, layDown, openFixture, openPage } from "./tools/fixture";
import { step } from "./tools/player";

const fixture = await openFixture();
const seen = { width: 1280, height: 800, calm: true };

interface Heard {
  /** how many outlets for sound were opened */
  opened: number;
  /** tones by their pitch, and breaths of noise as 0 */
  started: number[];
  /** the outlets' states at each start */
  states: string[];
}

/** Listens at the browser's own doors: whatever makes a sound goes through them. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard = { opened: 0, started: [], states: [] };
    Object.assign(globalThis, { heard });
    globalThis.AudioContext = class extends AudioContext {
      constructor(about?: AudioContextOptions) {
        super(about);
        heard.opened++;
      }
    };
    const start = AudioScheduledSourceNode.prototype.start;
    function note(this: AudioScheduledSourceNode, ...when: number[]): void {
      heard.started.push(this instanceof OscillatorNode ? this.frequency.value : 0);
      heard.states.push(this.context.state);
      Reflect.apply(start, this, when);
    }
    AudioScheduledSourceNode.prototype.start = note;
    AudioBufferSourceNode.prototype.start = note;
  });
}
const heard = (page: Page): Promise<Heard> => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);
async function hears(page: Page, what: (pitch: number) => boolean, name: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    if ((await heard(page)).started.some(what)) {
      return;
    }
    await step(page, "one-billion-users", i);
  }
  assert.fail(`${name} was never heard: ${JSON.stringify(await heard(page))}`);
}

const setup = { game: "one-billion-users", seats: 2, seed: "sounds", options: { cut: "60" } };
const table = { ...setup, bots: "greedy" };
const quick = { pace: 0, motion: "none" };
try {
  const { page, troubles } = await openPage(fixture, seen, { ...quick, sounds: false });
  await listen(page);
  await begin(fixture, page, table);
  for (let i = 0; i < 4; i++) {
    await step(page, "one-billion-users", i);
  }
  assert.deepEqual(await heard(page), { opened: 0, started: [], states: [] }, "they are switched off");

  await page.goto(`${fixture.address}/#/settings`);
  const box = page.getByLabel("Sounds");
  assert.equal(await box.isChecked(), false);
  await box.check();
  const example = await heard(page);
  assert.equal(example.opened, 1);
  assert.equal(example.started.length, 2, "one hears at once what one has switched on");
  await begin(fixture, page, table);
  await hears(page, (pitch) => pitch === 0, "a card");
  assert.ok((await heard(page)).started.filter((pitch) => pitch === 523).length > 1, "one's turn");
  assert.equal((await heard(page)).opened, 1, "one outlet is enough");
  assert.ok((await heard(page)).states.includes("running"), "the browser lets it sound");
  while (await step(page, "one-billion-users", 1)) {
    // on to the end
  }
  await page.getByRole("region", { name: "The end", exact: true }).waitFor();
  assert.ok((await heard(page)).started.includes(1047), "the end has its own");

  await page.goto(`${fixture.address}/#/settings`);
  await box.uncheck();
  const before = (await heard(page)).started.length;
  await begin(fixture, page, { ...table, seed: "silence" });
  for (let i = 0; i < 3; i++) {
    await step(page, "one-billion-users", i);
  }
  assert.equal((await heard(page)).started.length, before, "switched off is off");
  assert.deepEqual(troubles, []);
  await page.context().close();

  // Whatever a test asks a page counts there as a touch: this one is not asked, it says by itself when it has been at the table for a while.
  const untouched = await openPage(fixture, seen, quick);
  await listen(untouched.page);
  const other = await untouched.page.context().newPage();
  const id = await layDown(fixture, other, { ...setup, players: [{ name: "You" }, { bot: "greedy" }] });
  await other.close();
  await untouched.page.addInitScript(() => {
    const timer = setInterval(() => {
      if (document.querySelector(".hand .slot[draggable=true], .ask .button")) {
        clearInterval(timer);
        setTimeout(() => console.debug("untouched", navigator.userActivation.hasBeenActive, JSON.stringify((globalThis as unknown as { heard: Heard }).heard)), 1000);
      }
    }, 100);
  });
  const [told] = await Promise.all([
    untouched.page.waitForEvent("console", (message) => message.text().startsWith("untouched")),
    untouched.page.goto(`${fixture.address}/#/table/${id}`),
  ]);
  assert.equal(told.text(), `untouched false ${JSON.stringify({ opened: 0, started: [], states: [] })}`, "nobody has touched this page yet");
  await hears(untouched.page, (pitch) => pitch === 0, "a card after the first touch");
  assert.deepEqual(untouched.troubles, []);
  console.log("Sounds: on from the first touch, silent before it and when switched off, fine");
} finally {
  await fixture.close();
}
