// Whether everything on a screen can be seen: goes to the main screens at every width, with as many seats and as full boards as there are,
// with long names, in windows, at the end, in lessons and in what opens over the table, and finds text that is cut off without saying so,
// things that lie over what must be pressed, things beside the screen, letters under 12 px and tokens under 14.
//
//     vite-node tests/page/clipping.ts [NAME [WIDTH]]      only screens with NAME in their name, only that width
//
// Must never pass over a screen that could not be reached.
import type { Page } from "playwright-core";
import { begin, openFixture, openPage, type Beginning } from "./tools/fixture";
import { pretend, TABLE } from "./tools/pretended";
import { toPuzzle } from "./tools/toPuzzle";

const SIZES = [
  [360, 740],
  [390, 844],
  [820, 1180],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;
/** As long as the server lets one be: 31 bytes of wide letters. */
const LONG = ["大きな名前の人です", "ＷＩＤＥ ＮＡＭＥ", "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", "鷲見鷲見鷲見鷲見鷲見", "ＭＭＭＭＭＭＭＭＭＭ"];

const obu: Beginning = { game: "one-billion-users", seats: 4, bots: "greedy", seed: "pictures", options: { networks: "random" }, after: 95 };
const six: Beginning = { game: "six-billion", seats: 5, bots: "greedy", seed: "pictures", after: 170 };
const fixture = await openFixture();

type Way = (page: Page, narrow: boolean) => Promise<void>;
const sits =
  (about: Beginning, wait: string): Way =>
  async (page) => {
    await begin(fixture, page, about);
    await page.locator(wait).first().waitFor();
  };
const visits =
  (path: string, wait: string): Way =>
  async (page) => {
    await page.goto(`${fixture.address}/#${path}`);
    await page.locator(wait).first().waitFor();
  };
const opens =
  (about: Beginning, wait: string, narrowly: string, widely: string): Way =>
  async (page, narrow) => {
    await sits(about, wait)(page, narrow);
    if (narrow) {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: narrowly }).click();
    } else {
      await page.getByRole("button", { name: widely, exact: true }).click();
    }
    await page.locator("dialog[open]").waitFor();
  };
/** Wheel and Space over everything that stands there: what can scroll does, the table stays. */
async function scrolled(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const [x, y] of [[0.3, 0.4], [0.8, 0.5], [0.95, 0.2], [0.95, 0.8]] as const) {
    await page.mouse.move(width * x, height * y);
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
  await page.keyboard.press("Space");
  await page.waitForTimeout(250);
}
/** Who would have how many points if the game ended now. */
const scored =
  (about: Beginning, wait: string): Way =>
  async (page, narrow) => {
    await sits(about, wait)(page, narrow);
    await page.keyboard.press("s");
    await page.locator("dialog[open] tfoot").waitFor();
  };
/** "What is what" stands beside the table, or over it. */
const signs =
  (about: Beginning, wait: string): Way =>
  async (page, narrow) => {
    await sits(about, wait)(page, narrow);
    await page.keyboard.press("w");
    await page.locator(".rows dt").last().waitFor({ state: "attached" });
    await scrolled(page);
  };
/** What a television shows of a table where people with long names sit. */
const screenOf =
  (game: string, seats: number, after: number): Way =>
  async (page) => {
    await page.unrouteAll();
    await pretend(page, { game, names: LONG.slice(0, seats), seed: "pictures", after, viewer: 0 });
    await page.goto(`${fixture.address}/#/settings`);
    await page.reload(); // what is pretended holds from the next document on
    await page.goto(`${fixture.address}/#/screen/${TABLE}`);
    await page.locator(after > 1000 ? "main.ending .graph svg" : ".turn, [aria-label='Whose turn it is']").first().waitFor();
  };
const lesson =
  (path: string, presses: number): Way =>
  async (page) => {
    await page.goto(`${fixture.address}/#/tutorial/${path}`);
    await page.locator(".hand .slot").first().waitFor();
    for (let i = 0; i < presses; i++) {
      const before = await page.locator(".coach .said").innerText();
      await page.locator(".coach .ways button:not([disabled])").first().click();
      await page.waitForFunction((words) => document.querySelector<HTMLElement>(".coach .said")?.innerText !== words, before);
    }
  };

const SCREENS: Record<string, Way> = {
  home: visits("/", "main h2"),
  "new-obu": visits("/new?game=one-billion-users", ".sits .seat"),
  "new-six": async (page) => {
    await page.goto(`${fixture.address}/#/settings`); // a new game is another page only from elsewhere
    await page.goto(`${fixture.address}/#/new?game=six-billion&together=1`);
    await page.getByText(/^Rules:/).click();
    await page.getByText("More of the rules").click();
  },
  settings: visits("/settings", "main h1"),
  rules: visits("/rules/six-billion/growth", "article"),
  tutorial: visits("/tutorial", "ol a"),
  gallery: visits("/gallery/one-billion-users", ".grid li"),
  mine: visits("/mine", "main h1"),
  puzzles: async (page) => {
    await visits("/puzzles", "main .ways")(page, false);
    await page.getByText("All of them").first().click();
  },
  obu: sits(obu, ".hand .slot"),
  "obu-names": sits({ ...obu, names: LONG }, ".hand .slot"),
  "obu-card": async (page) => {
    await sits(obu, ".hand .slot")(page, false);
    await page.locator(".hand .slot").nth(3).click({ force: true });
    await page.locator(".chosen").waitFor();
  },
  "obu-window": sits({ ...obu, seats: 3, seed: "window 16", after: 60, window: true }, ".bottom.window"),
  "obu-score": scored({ ...obu, names: LONG }, ".hand .slot"),
  "obu-details": async (page, ...more) => {
    await sits({ ...obu, after: 10000 }, ".ending.done .ways")(page, ...more);
    await page.getByRole("button", { name: "Details" }).click();
    await page.locator("dialog[open] tfoot").waitFor();
  },
  "obu-end": sits({ ...obu, after: 10000 }, ".ending.done .ways"),
  "obu-legend": signs(obu, ".hand .slot"),
  "obu-orders": opens(obu, ".hand .slot", "Auto-answers", "Auto-answers"),
  "obu-lesson": lesson("one-billion-users/safeguards", 2),
  "obu-puzzle": toPuzzle(fixture, "one-billion-users", false),
  "obu-solution": toPuzzle(fixture, "one-billion-users", true),
  six: sits(six, ".ask .button"),
  "six-names": sits({ ...six, names: LONG }, ".ask .button"),
  "six-four": sits({ ...six, seats: 4, options: { track: "on" }, after: 140 }, ".ask .button"),
  "six-card": async (page) => {
    await sits({ ...six, seed: "pictures 2", verb: "colony" }, ".hand .slot.can")(page, false);
    await page.locator(".hand .slot.can").first().click({ force: true });
    await page.locator(".hand .slot.taken").waitFor();
  },
  "six-window": sits({ ...six, after: 30, window: true }, ".ask .button"),
  "six-end": sits({ ...six, names: LONG, after: 10000 }, ".ending.done .ways"),
  "six-legend": signs(six, ".ask .button"),
  "six-score": scored({ ...six, names: LONG }, ".ask .button"),
  "six-log": async (page) => {
    await sits(six, ".ask .button")(page, false);
    if ((page.viewportSize()?.width ?? 0) > 1080) {
      await page.keyboard.press("l"); // it lies beside the table there, and folds away
    }
    await scrolled(page);
  },
  "six-orders": opens(six, ".ask .button", "Auto-answers", "Auto-answers"),
  "six-lesson": lesson("six-billion/growth", 1),
  "six-puzzle": toPuzzle(fixture, "six-billion", false),
  "six-solution": toPuzzle(fixture, "six-billion", true),
  "screen-obu-2": screenOf("one-billion-users", 2, 70),
  "screen-obu-3": screenOf("one-billion-users", 3, 110),
  "screen-obu-4": screenOf("one-billion-users", 4, 80),
  "screen-six": screenOf("six-billion", 4, 330),
  "screen-end": screenOf("one-billion-users", 4, 10000),
};

/** What cannot be seen as it should; one line for each kind of thing. */
function faultsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Map<string, string>();
    const tell = (kind: string, element: Element, what: string): void => {
      const own = element instanceof HTMLElement || element instanceof SVGElement ? element : null;
      const named = `${element.tagName.toLowerCase()}${[...element.classList].filter((one) => !one.startsWith("svelte-")).map((one) => `.${one}`).join("")}`;
      const inside = element.parentElement?.closest("[class]")?.classList[0] ?? "";
      const key = `${kind}: ${inside} ${named}`;
      if (own && !found.has(key)) {
        found.set(key, `${key}: ${what}`);
      }
    };
    const scrolls = (style: CSSStyleDeclaration, along: "x" | "y"): boolean => /auto|scroll/.test(along === "x" ? style.overflowX : style.overflowY);
    const top = document.querySelector("dialog[open]") ?? document.body;
    const shown = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".hidden-words, .in-flight, .skips, [hidden], .show [inert]"); // the table on the first page is a picture
    const says = (element: Element | null): boolean => {
      for (let at = element, i = 0; at && i < 4; at = at.parentElement, i++) {
        if (at.hasAttribute("title") || at.hasAttribute("aria-label")) {
          return true;
        }
      }
      return false;
    };

    // What stays at the foot of something that scrolls lies over what comes when one scrolls.
    const stuck = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (getComputedStyle(at).position === "sticky") {
          return true;
        }
      }
      return false;
    };
    const zoomOf = (element: Element): number => {
      let zoom = 1;
      for (let at: Element | null = element; at; at = at.parentElement) {
        zoom *= parseFloat(getComputedStyle(at).zoom || "1") || 1;
      }
      return zoom;
    };

    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!parent || !text || !shown(parent) || parent.closest("style, script, option")) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) {
        continue;
      }
      // Letters: as tall on the screen as they are meant to be, times whatever the drawing or the zoom makes of them.
      const style = getComputedStyle(parent);
      const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
      const zoom = parent instanceof HTMLElement ? zoomOf(parent) : 1;
      const size = parseFloat(style.fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : zoom);
      if (size < 11.9 && /[\p{L}\p{N}]/u.test(text)) {
        tell("small letters", parent, `"${text.slice(0, 30)}" at ${size.toFixed(1)} px`);
      }
      // Cut off by what it lies in, or beside the screen. What scrolls shows the rest of it; what trims says it all by its title.
      let whole = true;
      const free = { x: false, y: false };
      for (let at: Element | null = parent; at && at !== document.documentElement && whole; at = at.parentElement) {
        const here = getComputedStyle(at);
        const clip = at.getBoundingClientRect();
        free.x ||= scrolls(here, "x");
        free.y ||= scrolls(here, "y");
        const cuts =
          (!free.x && /hidden|clip/.test(here.overflowX) && (box.right > clip.right + 1.5 || box.left < clip.left - 1.5)) ||
          (!free.y && /hidden|clip/.test(here.overflowY) && (box.bottom > clip.bottom + 3 || box.top < clip.top - 3));
        if (cuts) {
          whole = false;
          // A word that lies below what is seen was meant to give way to the shape beside it.
          if (box.top >= clip.bottom - 2 && parent.previousElementSibling instanceof SVGElement) {
            break;
          }
          const trims = here.textOverflow === "ellipsis" || here.webkitLineClamp !== "none";
          const fades = here.maskImage !== "none"; // it tells that there is more
          if (!fades && (!trims || !says(at))) {
            tell("cut off", parent, `"${text.slice(0, 40)}" by ${at.tagName.toLowerCase()}.${at.classList[0] ?? ""}`);
          }
        }
      }
      if (whole && !free.x && (box.right > innerWidth + 1 || box.left < -1)) {
        tell("beside the screen", parent, `"${text.slice(0, 40)}" from ${box.left.toFixed(0)} to ${box.right.toFixed(0)}`);
      }
    }

    // What must be pressed can be pressed: most of it is not covered by something that is no part of it.
    for (const element of top.querySelectorAll("button:not([disabled]), a[href], input:not([type=file]), select, summary")) {
      if (!shown(element) || element.closest(".hand, .cards, .stacked")) {
        continue; // cards of a hand lie over each other, as in a hand
      }
      if (document.querySelector(".ending") && !element.closest(".ending, dialog, .bar")) {
        continue; // what a game that is over is looked at by is below its end, which folds away
      }
      const box = element.getBoundingClientRect();
      const at = [0.5, 0.25, 0.75].map((share) => [box.left + box.width * share, box.top + box.height * 0.5] as const).filter(([x, y]) => x >= 0 && x < innerWidth && y >= 0 && y < innerHeight);
      const over = at.map(([x, y]) => document.elementFromPoint(x, y)).filter((hit) => hit && hit !== element && !element.contains(hit) && !hit.contains(element) && !(hit instanceof HTMLLabelElement) && !hit.closest("label")?.contains(element) && !stuck(hit));
      // Out of sight in something that scrolls: it comes when one scrolls.
      let inSight = true;
      for (let up = element.parentElement; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        const clip = up.getBoundingClientRect();
        inSight &&= !(style.overflowY !== "visible" && (box.top + box.height / 2 > clip.bottom || box.top + box.height / 2 < clip.top)) && !(style.overflowX !== "visible" && (box.left + box.width / 2 > clip.right || box.left + box.width / 2 < clip.left));
      }
      if (inSight && at.length > 0 && over.length >= 2) {
        tell("covered", element, `"${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}" by ${over[0]?.tagName.toLowerCase() ?? ""}.${over[0]?.classList[0] ?? ""}`);
      }
    }

    const RIM = 3; // its white edge counts, and is not in its box
    for (const token of top.querySelectorAll(".token .face")) {
      const { width, height } = token.getBoundingClientRect();
      if (shown(token) && width > 0 && Math.max(width, height) + RIM < 13.9) {
        tell("small token", token, `${width.toFixed(1)} px`);
      }
    }
    const across = Math.max(...[document.documentElement, ...document.querySelectorAll("main.game, dialog[open]")].map((one) => one.scrollWidth - one.clientWidth));
    // A table is as high as the screen, whatever opens beside it: a wheel or Space never moves it.
    const shell = document.querySelector(".one-screen");
    const down = shell ? document.documentElement.scrollHeight - innerHeight : 0;
    const moved = shell ? Math.max(scrollY, shell.scrollTop) : 0; // other pages may scroll
    // Words for who listens are placed beside everything: what scrolls must hold those in it, else they lengthen what is round it.
    for (const words of document.querySelectorAll<HTMLElement>(".hidden-words")) {
      const holds = getComputedStyle(words).position === "fixed" ? null : words.offsetParent; // at the very corner of the page it lengthens nothing
      for (let at = holds ? words.parentElement : null; at && at !== holds && at !== document.body; at = at.parentElement) {
        if (scrolls(getComputedStyle(at), "y")) {
          tell("not held", at, `hides "${(words.textContent ?? "").trim().slice(0, 30)}" and scrolls: it must be position: relative`);
        }
      }
    }
    // Upright and high, as a tablet, there is room for all that is asked.
    const asks = innerWidth > 760 && innerHeight >= 1100 ? document.querySelector(".ask .asks") : null;
    const hidden = asks ? asks.scrollHeight - asks.clientHeight : 0;
    return [
      ...found.values(),
      ...(hidden > 0 ? [`what is asked scrolls by ${hidden} px`] : []),
      ...(across > 1 ? [`${across} px wider than the screen`] : []),
      ...(down > 1 ? [`the table is ${down} px higher than the screen`] : []),
      ...(moved > 0 ? [`the table has moved up by ${moved} px`] : []),
    ];
  });
}

const [name = "", width = ""] = process.argv.slice(2);
const wanted = Object.entries(SCREENS).filter(([screen]) => screen.includes(name));
/** A big screen is one. */
const BIG = 1280;
let wrong = 0;
let looked = 0;
for (const [across, down] of SIZES.filter(([one]) => !width || String(one) === width)) {
  const narrow = across <= 760;
  const { page, troubles } = await openPage(fixture, { width: across, height: down, calm: true, touch: across < BIG }, { pace: 0, motion: "none", knows: ["six-billion", "one-billion-users"] });
  for (const [screen, prepare] of wanted.filter(([screen]) => across >= BIG || !screen.startsWith("screen-"))) {
    try {
      await prepare(page, narrow);
      await page.waitForTimeout(300);
      looked++;
      for (const fault of await faultsOn(page)) {
        wrong++;
        console.log(`${screen}, ${across}: ${fault}`);
      }
      if (process.env["PICTURES"]) {
        await page.screenshot({ path: `${process.env["PICTURES"]}/${screen}-${across}.png` });
      }
    } catch (why) {
      wrong++;
      console.log(`${screen}, ${across}: ${String(why).slice(0, 300)}`);
    }
  }
  for (const trouble of troubles) {
    wrong++;
    console.log(`${across}: ${trouble}`);
  }
  await page.context().close();
}
await fixture.close();
console.log(`${looked} looks, ${wrong} faults`);
process.exit(wrong > 0 || looked === 0 ? 1 : 0);
