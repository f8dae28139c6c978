// The rules, taken apart for the page: no word is lost, and what is a list, a term or a table is known as such.
import { describe, expect, test } from "vitest";
import { blocksOf, type Block } from "../src/pages/rulesText";
import { topicsOf } from "../src/source/engine";

const words = (text: string): string => text.replace(/\s+/g, "");
const wordsOf = (block: Block): string => {
  switch (block.kind) {
    case "list":
      return block.items.map((item, i) => `${block.numbered ? `${i + 1}.` : "-"}${item}`).join("");
    case "terms":
      return block.terms.flat().join("");
    default:
      return block.text;
  }
};

const GAMES = ["one-billion-users", "six-billion"];
const topics = (await Promise.all(GAMES.map(async (game) => (await topicsOf(game)).map((topic) => ({ ...topic, game }))))).flat();

describe("the rules as text", () => {
  test.each(topics.map((topic) => [`${topic.game} ${topic.id}`, topic.text] as const))("%s keeps every word", (_, text) => {
    expect(words(blocksOf(text).map(wordsOf).join(""))).toBe(words(text));
  });
  const kinds = (game: string, id: string): string[] => blocksOf(topics.find((one) => one.game === game && one.id === id)?.text ?? "").map(({ kind }) => kind);
  test("terms, lists and tables are known", () => {
    expect(kinds("one-billion-users", "blockers")).toContain("terms");
    expect(kinds("one-billion-users", "events").filter((kind) => kind === "terms")).toHaveLength(2);
    expect(kinds("one-billion-users", "turn")).toContain("list");
    expect(kinds("six-billion", "turn")).toContain("list");
    expect(kinds("six-billion", "distances")).toContain("table");
    expect(kinds("six-billion", "distances")).not.toContain("terms");
  });
  test("a term too long for its column has its meaning below", () => {
    const options = blocksOf("  cut=24           cards at the end\n  advertisers=tie-allowed\n                   `tie-barred`: bars\n  stall=on         no bound (OBU-50)");
    expect(options).toEqual([{ kind: "terms", terms: [["cut=24", "cards at the end"], ["advertisers=tie-allowed", "`tie-barred`: bars"], ["stall=on", "no bound (OBU-50)"]] }]);
  });
});
