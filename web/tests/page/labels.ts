// The map of 6 Billion at every width, with six factions everywhere and full boxes: no number, name or row of points meets another, a token of
// another place, or the edge of the map.
//
//     vite-node tests/page/labels.ts [WIDTH]      PICTURES=FOLDER keeps what was looked at
import type { Page } from "playwright-core";
import { newEngine } from "../engine/engine";
import { layDown, openFixture, openPage } from "./tools/fixture";

const SIZES = [[360, 740], [390, 844], [820, 1180], [1280, 800], [1440, 900], [1920, 1080]] as const;
const COLOURS = ["red", "blue", "green", "black", "orange", "pink"];
interface EditionSite {
  site: string;
  last: number;
}
const SITES = newEngine().ask("edition", { game: "six-billion" }).edition.sites as EditionSite[];

/** Everybody on these sites, and in the boxes of all others; one site stays empty, else the game is over. */
function board(lives: (site: number) => boolean, people: (colour: number, last: number) => number, waits: (colour: number) => number, agenda: string): object {
  const all = <What>(sites: EditionSite[], of: (colour: number, site: EditionSite) => What) => Object.fromEntries(sites.map((site) => [site.site, Object.fromEntries(COLOURS.map((colour, i) => [colour, of(i, site)]))]));
  const living = SITES.filter((site, i) => site.site === "earth" || lives(i));
  const boxes = SITES.filter((site) => !living.includes(site));
  return { tracks: all(living, (i, { last }) => Math.min(last, people(i, last))), boxes: all(boxes, (i) => ({ colonies: waits(i), migrants: waits(i + 1) })), agendas: { red: agenda } };
}
const FULL = SITES.length - 1;
/** Where everybody stands, and who waits in the boxes. */
const BOARDS: Record<string, object> = {
  beginning: board(() => false, () => 1, () => 2, "mars"),
  heaps: board((i) => i < FULL, () => 4, () => 2, "belt"),
  "side by side": board((i) => i > 0, (i) => 2 ** i, (i) => (i % 3 === 0 ? 1 : 0), "mars"),
  "high up": board((i) => i % 2 === 0, (i, last) => last / 2 ** (2 + (i % 3)), (i) => (i % 2 === 0 ? 2 : 0), "belt"),
  pairs: board((i) => i !== 5, (i) => (i < 3 ? 1 : i < 5 ? 2 : 8), (i) => i % 3, "mars"),
};

const fixture = await openFixture();

/** What meets; one line for each pair. */
function meetings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const map = document.querySelector(".sky, .rails");
    if (!map) {
      return ["no map"];
    }
    const AIR = 0.5;
    const edge = map.getBoundingClientRect();
    // What is one label: the points of a site.
    const partOf = (element: Element): Element => element.closest(".leader")?.parentElement ?? element.closest("text") ?? element;
    const words = [...map.querySelectorAll("text")].map((text) => ({ what: `"${text.textContent?.trim() ?? ""}" of ${text.closest("[data-site]")?.getAttribute("data-site") ?? "?"}`, at: text.getBoundingClientRect(), owner: partOf(text), leader: text.closest(".leader") !== null }));
    const tokens = [...map.querySelectorAll<SVGPathElement>(".token .face, .moored")].map((token) => ({ what: `token ${token.parentElement?.getAttribute("data-token") ?? "in a box"}`, token, at: token.getBoundingClientRect() }));
    const meet = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > AIR && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > AIR;
    /** Letters do not fill the height of their line: what is drawn of them is that much lower and higher. */
    const inked = ({ left, right, top, bottom, height, width }: DOMRect): DOMRect => new DOMRect(left, top + height * 0.2, right - left || width, bottom - top - height * 0.4);
    const found: string[] = [];
    words.forEach((one, i) => {
      const at = inked(one.at);
      if (at.left < edge.left - 1 || at.right > edge.right + 1 || at.top < edge.top - 1 || at.bottom > edge.bottom + 1) {
        found.push(`${one.what} is cut by the edge`);
      }
      for (const other of words.slice(i + 1)) {
        if ((one.owner !== other.owner || (one.leader && other.leader)) && meet(at, inked(other.at))) {
          found.push(`${one.what} meets ${other.what}`);
        }
      }
      for (const token of tokens) {
        if (meet(at, token.at)) {
          found.push(`${one.what} meets ${token.what}`);
        }
      }
    });
    // A token that lies on another one: some of its outline is within that.
    const liesOn = (one: SVGPathElement, other: SVGPathElement): boolean => {
      const [there, back] = [one.getScreenCTM(), other.getScreenCTM()?.inverse()];
      return Array.from({ length: 48 }, (_, i) => one.getPointAtLength((i / 48) * one.getTotalLength())).some((point) => other.isPointInFill(point.matrixTransform(there ?? undefined).matrixTransform(back)));
    };
    for (const one of tokens) {
      for (const other of tokens) {
        if (one !== other && meet(one.at, other.at) && liesOn(one.token, other.token)) {
          found.push(`${one.what} lies on ${other.what}`);
        }
      }
    }
    return found;
  });
}

/** Names of cards that are seen in part only: another card lies over them, or the edge of the hand cuts them. */
function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".hand .name, .piles .name, .ask .name")].flatMap((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      const seen = [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => [left + 1, (left + right) / 2, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2)?.closest(".card") === name.closest(".card")));
      return seen.some(Boolean) && !seen.every(Boolean) ? [`the name "${name.textContent ?? ""}" is cut`] : [];
    }),
  );
}

let wrong = 0;
let looked = 0;
for (const [width, height] of SIZES.filter(([one]) => !process.argv[2] || String(one) === process.argv[2])) {
  const narrow = width <= 760;
  const { page, troubles } = await openPage(fixture, { width, height, calm: true, touch: narrow }, { pace: 0, motion: "none", log: false });
  for (const [name, about] of Object.entries(BOARDS)) {
    const players = Array.from({ length: 5 }, (_, i) => (i === 0 ? { name: "You" } : { bot: "greedy" }));
    const id = await layDown(fixture, page, { game: "six-billion", seats: 5, options: {}, players, seed: "labels", position: { format: 1, game: "six-billion", seats: 5, turn: 3, step: "act", to_move: "red", order: COLOURS, hands: { red: ["colony6", "migrants12", "double", "recycle", "war", "home"] }, ...about } as never });
    await page.goto(`${fixture.address}/#/table/${id}`);
    await page.locator(".sky text, .rails text").first().waitFor();
    await page.waitForTimeout(300);
    looked++;
    const faults = await meetings(page);
    // A hand that is wider than the screen shows whole names wherever one scrolls to.
    for (const share of [0, 0.3, 0.6, 1]) {
      await page.locator(".hand").evaluate((hand, to) => hand.scrollTo({ left: (hand.scrollWidth - hand.clientWidth) * to }), share);
      await page.waitForTimeout(narrow ? 250 : 30);
      faults.push(...(await cutNames(page)).map((fault) => `${fault}, scrolled to ${share}`));
    }
    for (const fault of new Set(faults)) {
      wrong++;
      console.log(`${width}, ${name}: ${fault}`);
    }
    if (process.env["PICTURES"]) {
      await page.screenshot({ path: `${process.env["PICTURES"]}/labels-${name.replaceAll(" ", "-")}-${width}.png` });
    }
  }
  for (const trouble of troubles) {
    wrong++;
    console.log(`${width}: ${trouble}`);
  }
  await page.context().close();
}
await fixture.close();
console.log(`${looked} looks, ${wrong} labels meet`);
process.exit(wrong > 0 || looked === 0 ? 1 : 0);
