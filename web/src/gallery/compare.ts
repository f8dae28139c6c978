// What one edition changes, as against another: lists are compared entry by entry, by name.
//
// Must never judge whether an edition is right: the engine does.
export interface Difference {
  /** what it is about: a card, a site, a number of the game */
  where: string;
  before: string;
  after: string;
}

const UNIMPORTANT = new Set(["format", "game", "name", "note", "deviations", "status", "reconstructed"]);
const LABELS = ["card", "network", "site", "name"];

const words = (value: unknown): string => (value === undefined ? "not there" : value === null ? "none" : Array.isArray(value) ? value.join(", ") : String(value));
const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

function labelOf(row: Record<string, unknown>): string {
  const key = LABELS.find((one) => typeof row[one] === "string");
  return key ? String(row[key]) : "?";
}

/** A list of named entries as an object, so that lists are compared by name and not by place. */
function byName(value: unknown): unknown {
  return Array.isArray(value) && value.every(isObject) ? Object.fromEntries(value.map((row) => [labelOf(row), row])) : value;
}

/** What an edition changes, as against another one. Both as the engine writes them. */
export function compare(before: unknown, after: unknown, where = ""): Difference[] {
  const [one, two] = [byName(before), byName(after)];
  if (isObject(one) && isObject(two)) {
    return [...new Set([...Object.keys(one), ...Object.keys(two)])]
      .filter((key) => !UNIMPORTANT.has(key))
      .flatMap((key) => compare(one[key], two[key], where ? `${where}, ${key.replaceAll("_", " ")}` : key.replaceAll("_", " ")));
  }
  const [was, is] = [one, two].map((side) => (isObject(side) ? "there" : words(side)));
  return was === is ? [] : [{ where, before: was ?? "", after: is ?? "" }];
}
