// The gallery tells of every card there is, and editions out of files are refused or compared as docs/editions.md says.
import { describe, expect, it } from "vitest";
import type { EditionDocument, GameFacts } from "../src/engine/types";
import { compare } from "../src/gallery/compare";
import { CARDS as OBU } from "../src/generated/one-billion-users";
import { CARDS as SIX } from "../src/generated/six-billion";
import { withCards } from "../src/source/source";
import { newEngine, read, refusal } from "./engine/engine";

const engine = newEngine();
const compiled = (game: string): EditionDocument => engine.ask("edition", { game }).edition;
const factsOf = (game: string): GameFacts => engine.ask("games", {}).games.find((one) => one.game === game) as GameFacts;
const file = (name: string): EditionDocument => JSON.parse(read(`editions/${name}.json`)) as EditionDocument;
type Rows = Record<string, { card?: string; network?: string; criterion?: string }[]>;

describe("the gallery", () => {
  it("tells what every card of One Billion Users does, and every page of rules it names is there", () => {
    const edition = compiled("one-billion-users") as unknown as Rows;
    const pages = factsOf("one-billion-users").topics.map((topic) => topic.id);
    for (const list of ["blockers", "hotfixes", "safeguards", "actions", "events", "networks"]) {
      for (const row of edition[list] ?? []) {
        const told = OBU[row.card ?? row.network ?? ""];
        expect(told?.about, JSON.stringify(row)).toBeTruthy();
        expect(pages).toContain(told?.topic);
      }
    }
    for (const row of edition["influencers"] ?? []) {
      expect(OBU[row.criterion ?? ""]?.about, JSON.stringify(row)).toBeTruthy();
    }
  });

  it("tells what every card of 6 Billion does", () => {
    const edition = compiled("six-billion") as unknown as Rows;
    const pages = factsOf("six-billion").topics.map((topic) => topic.id);
    for (const row of edition["cards"] ?? []) {
      const told = SIX[row.card ?? ""];
      expect(told?.about, JSON.stringify(row)).toBeTruthy();
      expect(pages).toContain(told?.topic);
    }
  });
});

describe("an edition out of a file", () => {
  it("is compared number by number with the compiled one", () => {
    const even = engine.ask("edition", { edition: file("one-billion-users-even") });
    expect(compare(compiled("one-billion-users"), even.edition)).toEqual([
      { where: "blockers, Low on Funds, count", before: "6", after: "7" },
      { where: "blockers, Bad Press, count", before: "3", after: "2" },
      { where: "networks, HireMe, points per clean community", before: "50", after: "75" },
      { where: "networks, Friendlink, hand size", before: "6", after: "7" },
      { where: "networks, Friendlink, launches", before: "3", after: "2" },
      { where: "networks, The Hellsite, hand size", before: "5", after: "4" },
      { where: "networks, False Social, more users for criteria", before: "500", after: "300" },
      { where: "networks, Kooperate, hand size", before: "6", after: "3" },
      { where: "networks, Murmur, hand size", before: "6", after: "8" },
    ]);
    const mars = engine.ask("edition", { edition: file("six-billion-even") });
    const differences = compare(compiled("six-billion"), mars.edition);
    expect(differences.map(({ where, after }) => `${where} ${after}`)).toEqual(["sites, mars, second 3", "sites, belt, second 5", "sites, belt, third 3"]);
    expect(compare(mars.edition, mars.edition)).toEqual([]);
  });

  it("names cards that are new or gone", () => {
    const before = { communities: [{ name: "A", users: 50 }] };
    const after = { communities: [{ name: "B", users: 50 }] };
    expect(compare(before, after)).toEqual([
      { where: "communities, A", before: "there", after: "not there" },
      { where: "communities, B", before: "not there", after: "there" },
    ]);
  });

  it("that is broken is refused with its place", () => {
    const broken = { format: 1, game: "one-billion-users", networks: [{ network: "Murmurr" }] } as EditionDocument;
    expect(refusal(() => engine.ask("edition", { edition: broken }))).toMatch(/networks\[0\]/);
  });

  it("can be played with, and its record goes on with its cards", () => {
    const edition = file("one-billion-users-even");
    const players = [{ bot: "easy" }, { bot: "easy" }];
    const { match } = engine.ask("new", { edition, game: "one-billion-users", seats: 2, options: {}, players, seed: "edition" });
    for (let i = 0; i < 20; i++) {
      engine.ask("step", { match });
    }
    const again = engine.ask("load", { record: engine.ask("record", { match }), edition });
    const { setup, view } = engine.ask("table", { match: again.match, viewer: 1 });
    expect(setup.edition).toMatchObject({ name: "Even Networks" });
    // What the page asks about a view of such a table, it asks with these cards.
    const known = withCards(view, setup.edition);
    const { match: mirror } = engine.ask("new", { ...(known ? { position: known } : {}), keepView: true, players: [null, null], seed: "mirror" });
    expect(engine.ask("look", { match: mirror, viewer: 1 }).scores).toEqual(engine.ask("look", { match: again.match, viewer: 1 }).scores);
    expect(withCards(view, undefined)).toBe(view);
  });
});
