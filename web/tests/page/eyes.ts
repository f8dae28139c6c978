// A whole game of each kind, and what comes after it, by somebody who sees nothing: found in the accessibility tree, played by keys alone in
// the text view, without loading again. Every sentence of the log is said once and in its order, each question once, and nothing that is
// secret stands in the tree.
//
//     vite-node tests/page/eyes.ts [NAME]      only those whose name has NAME in it
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import { newEngine } from "../engine/engine";
import { CARDS } from "../../src/generated/one-billion-users";
import type { ObuView } from "../../src/games/one-billion-users/view";
import type { SixView } from "../../src/games/six-billion/view";
import { siteName } from "../../src/games/six-billion/words";
import { Ears, type Place, type Tree } from "./tools/ears";
import { begin, keptIn, openFixture, openPage } from "./tools/fixture";

interface Case {
  name: string;
  game: string;
  seats: number;
}
const CASES: Case[] = [
  { name: "obu", game: "one-billion-users", seats: 3 },
  { name: "six", game: "six-billion", seats: 2 },
];
const MOST_DECISIONS = 1000;
/** Every so many decisions the whole tree is kept, to look for secrets in it when all is known. */
const SAMPLE = 7;

/** What was in the tree at a moment of the game. */
interface Sample {
  record: string;
  tree: Tree;
}

const asked = (tree: Tree): Place | undefined => tree.find("region", "What is asked");
const ended = (tree: Tree): Place | undefined => tree.find("region", "The end");
const dialog = (tree: Tree): Place | undefined => tree.find("dialog", "Details of the game");
const NOTHING = /^(Nothing now|The game is over|Your answer is kept)/;

/** The question's own sentence, or null: nothing is asked. */
function questionIn(tree: Tree): string | null {
  const region = asked(tree);
  const prompt = region && tree.all("paragraph", /(?:)/, region).map((one) => tree.textOf(one))[0];
  const answers = region ? tree.all("button", /(?:)/, region).filter(({ disabled }) => !disabled) : [];
  return prompt && !NOTHING.test(prompt) && answers.length > 0 ? prompt : null;
}

const squeeze = (words: string): string => words.replace(/\s+/g, "");

async function play({ name, game, seats }: Case): Promise<void> {
  const fixture = await openFixture();
  const { page, troubles } = await openPage(fixture, { width: 1280, height: 800, calm: true }, { knows: [game] });
  try {
    const ears = await Ears.open(page);
    await begin(fixture, page, { game, seats, bots: "greedy", seed: `without eyes ${name}` });
    await ears.until((tree) => tree.find("main", /(?:)/) && tree.find("heading", /(?:)/), "The table");

    // The first thing that keys meet is the switch.
    await ears.key("Tab");
    const first = (await ears.read()).focused;
    assert.equal(`${first?.role} ${first?.name}`, "button Text view");
    await ears.key("Enter");
    const arrived = await ears.until((tree) => tree.focused?.role === "heading" && tree.find("heading", /^Your hand/) && tree, "The focus at what is asked");
    assert.equal(arrived.focused?.name, "What is asked");
    checkOrder(arrived, game);

    const samples: Sample[] = [];
    let decisions = 0;
    let filtered = false;
    let explained = false;
    for (;;) {
      const tree = await ears.until((now) => (ended(now) || questionIn(now) ? now : null), "A question or the end");
      if (ended(tree)) {
        break;
      }
      assert.ok(decisions < MOST_DECISIONS, `the game did not end within ${MOST_DECISIONS} decisions`);
      assert.ok(tree.focused, "the focus is somewhere");
      await questionIsHeard(ears, questionIn(tree) ?? "");
      if (decisions % SAMPLE === 0) {
        samples.push({ record: (await keptIn(page))[0]?.record ?? "", tree });
      }
      if (!explained && decisions > 3) {
        explained = await explains(ears, tree);
      }
      const choice = await choose(ears, decisions, filtered);
      filtered = filtered || choice.filtered;
      await ears.press(choice.node);
      decisions++;
      // Until what was pressed has gone, the focus stands where the next question will be.
      const after = await ears.until((now) => ended(now) ?? (now.focused?.id !== choice.node.id && now.focused), "Another place for the focus");
      assert.ok(after.role === "region" || after.name === "What is asked", `the focus went to ${after.role} "${after.name}"`);
    }
    assert.ok(decisions > 12, `a game takes more than ${decisions} decisions`);

    const said = await afterwards(ears, seats);
    await everythingOnce(ears, said.log, said.spoken, decisions);
    secrets(game, samples, (await keptIn(page))[0]?.record ?? "");
    assert.deepEqual(troubles, []);
    console.log(`${name}: ${decisions} decisions, ${said.log.length} sentences heard once; ${said.winner}`);
  } catch (why) {
    await page.screenshot({ path: fileURLToPath(new URL("../../../build/page-failed.png", import.meta.url)) }).catch(() => undefined);
    throw new Error(`${name}: ${troubles.slice(0, 5).join("; ")} ${why instanceof Error ? why.stack : String(why)}`);
  } finally {
    await fixture.close();
  }
}

/** Headings come in the order in which a sighted player takes things in. */
function checkOrder(tree: Tree, game: string): void {
  const headings = tree.all("heading").map(({ name }) => name);
  const wanted = game === "six-billion" ? [/^6 Billion/, "What is asked", "Since your turn", /^Your hand/, /^You, /, "The map", "Cards in the middle", "Order of turn", /^The scores/, "What else you can do"] : [/^One Billion Users/, "What is asked", "Since your turn", /^Your hand/, "Your platform", /^Platform of/, "The middle of the table", "Order of turn", /^The scores/, "What else you can do"];
  let at = -1;
  for (const one of wanted) {
    const next = headings.findIndex((heading, i) => i > at && (typeof one === "string" ? heading === one : one.test(heading)));
    assert.ok(next > at, `"${String(one)}" comes after "${headings[at] ?? "nothing"}" in ${headings.join(", ")}`);
    at = next;
  }
}

/** An answer, now this one and now that: one of few, one out of a group, or, once, one found by typing. */
async function choose(ears: Ears, turn: number, filtered: boolean): Promise<{ node: Place; filtered: boolean }> {
  const tree = await ears.read();
  const region = asked(tree);
  const buttons = (now: Tree): Place[] => now.all("button", /(?:)/, asked(now)).filter(({ disabled, name }) => !disabled && !name.startsWith("From now on"));
  const box = tree.find("searchbox", /(?:)/, region);
  const group = buttons(tree).find(({ expanded }) => expanded === false);
  if (box && group && !filtered) {
    const word = /[A-Z][a-z]+/.exec(group.name)?.[0] ?? "a";
    await ears.goTo(box);
    await ears.page.keyboard.type(word.toLowerCase());
    const found = await ears.until((now) => (buttons(now).every(({ expanded }) => expanded === null) ? buttons(now) : null), "What was typed for");
    assert.ok(found.length > 0 && found.every(({ name }) => name.toLowerCase().includes(word.toLowerCase())), `answers with "${word}"`);
    await hears(ears, new RegExp(`^${found.length} answers?$`));
    return { node: found[0] as Place, filtered: true };
  }
  const all = buttons(tree);
  const node = all[(turn * 7) % Math.min(all.length, 9)] as Place;
  if (node.expanded === false) {
    await ears.press(node);
    const inside = await ears.until((now) => {
      const list = buttons(now);
      const at = list.findIndex(({ id }) => id === node.id);
      return list[at]?.expanded ? list.slice(at + 1).filter(({ expanded }) => expanded === null) : null;
    }, "What the group holds");
    return { node: inside[turn % Math.min(inside.length, 5)] as Place, filtered: false };
  }
  return { node, filtered: false };
}

async function hears(ears: Ears, wanted: RegExp | ((words: string) => boolean), urgent = false): Promise<void> {
  const words = (one: string): boolean => (wanted instanceof RegExp ? wanted.test(one) : wanted(one));
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if ((await ears.heard()).some(({ how, sentences }) => (!urgent || how === "assertive") && sentences.some(words))) {
      return;
    }
    await ears.page.waitForTimeout(60);
  }
  throw new Error(`nobody said ${String(wanted)}; last: ${JSON.stringify((await ears.heard()).slice(-5))}`);
}

let questions = 0;
/** The question that stands there has been said, once. */
async function questionIsHeard(ears: Ears, prompt: string): Promise<void> {
  questions++;
  for (const end = Date.now() + 120_000; ; ) {
    const urgent = (await ears.heard()).filter(({ how }) => how === "assertive");
    if (urgent.length >= questions || Date.now() > end) {
      assert.equal(urgent.length, questions, `one question, said once: ${prompt}; heard ${JSON.stringify(urgent.slice(-3))}`);
      assert.ok(squeeze(urgent.at(-1)?.sentences.join(" ") ?? "").includes(squeeze(prompt)), `"${prompt}" is what was said: ${urgent.at(-1)?.sentences.join(" ")}`);
      return;
    }
    await ears.page.waitForTimeout(60);
  }
}

/** What a card does, and why one cannot play it, is told when one asks. */
async function explains(ears: Ears, tree: Tree): Promise<boolean> {
  const does = tree.find("button", /^What it does: /);
  const why = tree.find("button", /^Why not now: /);
  if (!does || !why) {
    return false;
  }
  for (const button of [does, why]) {
    await ears.press(button);
    const card = button.name.replace(/^[^:]*: /, "");
    await hears(ears, new RegExp(`^${card.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}: .{10}`));
    assert.equal((await ears.read()).focused?.id, button.id, "the focus stays where one asked");
  }
  return true;
}

/** The places, the sheet, its graph as a table, the turning points, and the game looked at again; what the log has told. */
async function afterwards(ears: Ears, seats: number): Promise<{ winner: string; log: string[]; /** how much had been said by the end */ spoken: number }> {
  const places = await ears.until((tree) => (tree.find("heading", /^You win|wins?\./, ended(tree)) && tree.find("button", "Details") ? tree : null), "The end with its headline");
  const panel = ended(places) as Place;
  assert.ok(places.all("listitem", /(?:)/, panel).length === seats, "a place for each seat");
  await ears.press(places.find("button", "Details") as Place);
  const end = await ears.until((tree) => (dialog(tree) && tree.find("StaticText", "The graph as a table") ? tree : null), "The details with the graph");
  const sheet = dialog(end) as Place;
  assert.ok(end.focused && (end.focused.id === sheet.id || end.focused.inside.includes(sheet.id)), "the focus is in the sheet");
  const winner = end.all("paragraph", /(?:)/, sheet).map((one) => end.textOf(one)).find((words) => /\bwins?\b/.test(words));
  assert.ok(winner, "who has won is said");
  const rows = end.all("row", /(?:)/, sheet);
  assert.ok(rows.length > 5 && end.all("columnheader", /(?:)/, sheet).length >= seats, "the sheet is a table with a column for each seat");
  assert.ok(end.find("image", /^Points over the game: /, sheet), "the graph says how it ends");
  // What was said last is out before the sheet goes.
  await ears.page.waitForTimeout(2500);
  const spoken = (await ears.heard()).length;
  await ears.key("Escape");
  const table = await ears.until((tree) => (!dialog(tree) ? tree : null), "The table below the sheet");
  const region = table.find("region", "What happened") as Place;
  const log = table.all("paragraph", /(?:)/, region).map((one) => table.textOf(one));
  const again = await ears.until((tree) => tree.find("link", "Look at it again"), "The end below the details");
  await ears.press(again);
  const replay = await ears.until((tree) => (tree.find("region", "Replay") && tree.find("slider", "Moment of the game") && tree.all("listitem").length > 20 ? tree : null), "The replay");
  const story = replay.find("list", "What happened") as Place;
  assert.ok(replay.all("button", /(?:)/, story).length >= Math.min(log.length, 100) / 2, "the replay lists what happened");
  const before = replay.find("slider", "Moment of the game")?.value;
  await ears.key("ArrowRight");
  await ears.until((tree) => tree.find("slider", "Moment of the game")?.value !== before && tree.find("heading", /^The scores/), "Another moment, in words");
  return { winner, log, spoken };
}

/** Each sentence of the log was said once, in its order; beside them only what was asked for. */
async function everythingOnce(ears: Ears, log: string[], spoken: number, decisions: number): Promise<void> {
  const all = await ears.heard();
  const urgent = all.filter(({ how }) => how === "assertive");
  assert.equal(urgent.filter(({ sentences }) => sentences.join(" ") === "The game is over.").length, 1);
  assert.equal(urgent.length, decisions + 1, `as many questions as decisions: ${JSON.stringify(urgent.slice(-4))}`);
  const known = new Set(log.map(squeeze));
  // The sentences of the replay are its own.
  const calm = all.slice(0, spoken).filter(({ how }) => how === "polite").flatMap(({ sentences }) => sentences);
  const told = calm.map(squeeze).filter((words) => known.has(words));
  const begins = log.findIndex((_, i) => squeeze(log[i] ?? "") === told[0]);
  const expected = log.map(squeeze).slice(begins);
  assert.ok(begins >= 0 && expected.length > 30, `the log has told ${expected.length} sentences`);
  const wrong = expected.findIndex((words, i) => told[i] !== words);
  assert.equal(wrong, -1, `the ${wrong}th sentence: wanted "${expected[wrong]}", heard "${told[wrong]}"`);
  assert.equal(told.length, expected.length, `nothing is said again: ${told.slice(expected.length).join(" | ")}`);
}

/** With all hands known, nothing of what the person could not know stood in the tree. */
function secrets(game: string, samples: Sample[], record: string): void {
  assert.ok(samples.length > 2);
  const engine = newEngine();
  const whole = engine.ask("load", { record });
  let looked = 0;
  for (const { record: then, tree } of samples) {
    const part = newEngine();
    const at = part.ask("look", { match: part.ask("load", { record: then }).match, viewer: 1 });
    const all = engine.ask("look", { match: whole.match, viewer: "all", ply: at.plies });
    const seen = JSON.stringify(at.view);
    if (game === "one-billion-users") {
      const open = all.view as ObuView;
      for (const card of open.platforms.slice(1).flatMap(({ hand }) => hand)) {
        // Communities are there once each: who has never seen one cannot name it.
        if (!CARDS[card] && !seen.includes(`"${card}"`)) {
          const told = tree.all("region", "What happened").some((region) => tree.textOf(region).includes(card));
          assert.ok(told || !tree.text.includes(card), `${card}, in another's hand, stands in the tree`);
          looked += told ? 0 : 1;
        }
      }
    } else {
      const open = all.view as SixView;
      for (const [colour, agenda] of Object.entries(open.agendas).slice(1)) {
        const region = tree.find("region", new RegExp(`^${colour}`, "i"));
        assert.ok(region, `a part about ${colour}`);
        const words = tree.textOf(region);
        assert.ok(!words.includes(`Hidden Agenda: ${siteName(agenda)}`) && words.includes("Hidden Agenda: not known to you"), words);
        looked++;
      }
    }
  }
  assert.ok(looked > 3, `only ${looked} secrets were looked for`);
}

/** So many lessons of a course are walked through. */
const LESSONS = 3;
/** So many answers one tries before one lets the coach do it. */
const TRIES = 3;

/** The first lessons of a course: what the coach says is heard once, a wrong answer is answered, and the right one leads on. */
async function learn(game: string): Promise<void> {
  const fixture = await openFixture();
  const { page, troubles } = await openPage(fixture, { width: 1280, height: 800, calm: true }, { plain: true });
  const ears = await Ears.open(page);
  await page.goto(`${fixture.address}/#/tutorial/${game}`);
  const coach = (tree: Tree): Place | undefined => tree.find("region", "Coach");
  const saying = (tree: Tree): string[] => tree.all("paragraph", /(?:)/, coach(tree)).map((one) => tree.textOf(one));
  const way = (tree: Tree): Place | undefined => (["Next", "Do it for me"].map((name) => tree.find("button", name, coach(tree))).find((one) => one && !one.disabled) ?? tree.find("link", "Next lesson", coach(tree)));
  let [lessons, steps, wrong] = [0, 0, 0];
  while (lessons < LESSONS) {
    const tree = await ears.until((now) => (way(now) && saying(now).length > 1 ? now : null), "The coach");
    const words = saying(tree).slice(1);
    await hears(ears, (one) => squeeze(one) === squeeze(words[0] ?? ""), true);
    const again = (await ears.heard()).filter(({ sentences }) => sentences.some((one) => squeeze(one) === squeeze(words[0] ?? "")));
    assert.equal(again.length, 1, `what the coach says is said once: ${words[0]}`);
    const button = way(tree) as Place;
    const left = (now: Tree): boolean => saying(now)[1] !== words[0];
    let done = false;
    if (button.name === "Do it for me") {
      for (let i = 0; i < TRIES && !done; i++) {
        const answers = await ears.until((now) => {
          const all = now.all("button", /(?:)/, asked(now)).filter(({ disabled, name, expanded }) => !disabled && expanded === null && !name.startsWith("From now on"));
          return all.length > 0 && all;
        }, "Answers");
        const answer = answers[i];
        if (!answer) {
          break;
        }
        const before = (await ears.heard()).filter(({ how }) => how === "assertive").length;
        await ears.press(answer);
        await ears.answers(before);
        done = left(await ears.read());
        wrong += done ? 0 : 1;
      }
    }
    if (!done) {
      await ears.press(button);
      await ears.until((now) => left(now) || (button.role === "link" && way(now)?.name !== button.name), "The next step");
    }
    lessons += button.role === "link" ? 1 : 0;
    steps++;
    assert.ok(steps < 60, "lessons end");
  }
  assert.ok(wrong > 0, "a wrong answer was tried");
  assert.deepEqual(troubles, []);
  await fixture.close();
  console.log(`lessons of ${game}: ${steps} steps, ${wrong} wrong answers`);
}

for (const game of ["one-billion-users", "six-billion"].filter((one) => `lessons-${one}`.includes(process.argv[2] ?? ""))) {
  await learn(game);
}
for (const one of CASES.filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
  questions = 0;
  await play(one);
}
