// The rules come as text laid out for a terminal. Here it is taken apart again into paragraphs, lists, terms with what they mean, and true
// tables, so that it fits any screen.
//
// Must never lose a word: what it does not understand stays as it was written.

export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "list"; numbered: boolean; items: string[] }
  | { kind: "terms"; terms: [string, string][] }
  | { kind: "table"; text: string };

const ITEM = /^ *(\d+\.|-) +(\S.*)$/;
const NUMBERS = / +\(((?:OBU|SIX)-\d+(?:, )?)+\)$/;

const depth = (line: string): number => line.length - line.trimStart().length;
const joined = (lines: string[]): string => lines.map((line) => line.trim()).join(" ");

/** Lines that begin an entry, each with those that go on with it; null if the lines are no such list. */
function entries(lines: string[], begins: (line: string) => boolean): string[][] | null {
  const at = depth(lines[0] ?? "");
  const all: string[][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (depth(line) === at) {
      if (!begins(line)) {
        return null;
      }
      all.push([line]);
    } else if (last && depth(line) > at) {
      last.push(line);
    } else {
      return null;
    }
  }
  return all.length > 0 ? all : null;
}

function list(lines: string[]): Block | null {
  const all = entries(lines, (line) => ITEM.test(line));
  const numbered = /^ *1\./.test(lines[0] ?? "");
  return all && { kind: "list", numbered, items: all.map(([first = "", ...more]) => joined([ITEM.exec(first)?.[2] ?? "", ...more]).replace(/ {2,}/g, " ")) };
}

function terms(lines: string[]): Block | null {
  // Where the second column begins: a term may fill the first one up to a single space, and one too long for it has its meaning below.
  const [, gap = ""] = lines.map((line) => /^( *\S.*? {2,})\S/.exec(line)).find(Boolean) ?? [];
  const column = gap.length;
  const splits = (line: string): boolean => line[column - 1] === " " && (line[column] ?? " ") !== " ";
  const all = column > 0 ? entries(lines, (line) => splits(line) || /^ *\S+$/.test(line)) : null;
  const read = all?.map(([first = "", ...more]): [string, string] =>
    splits(first) ? [first.slice(0, column).trim(), joined([first.slice(column), ...more])] : [first.trim(), joined(more)],
  );
  // More columns than two are a table; only the numbers of rules may stand at the end.
  return read?.every(([term, meaning]) => meaning && !/ {2,}/.test(term) && !/ {2,}/.test(meaning.replace(NUMBERS, ""))) && read.length > 1
    ? { kind: "terms", terms: read.map(([term, meaning]) => [term, meaning.replace(/ {2,}/g, " ")]) }
    : null;
}

function inner(lines: string[]): Block | null {
  return list(lines) ?? terms(lines);
}

/** One part between empty lines: perhaps a sentence, and what follows it. */
function part(lines: string[]): Block[] {
  const laidOut = lines.some((line) => /^ {2,}/.test(line) || /\S {2,}\S/.test(line));
  if (!laidOut && !lines.every((line) => ITEM.test(line))) {
    return [{ kind: "paragraph", text: joined(lines) }];
  }
  const whole = inner(lines);
  if (whole) {
    return [whole];
  }
  const end = lines.findIndex((line, i) => i > 0 && depth(line) > depth(lines[0] ?? ""));
  const [lead, rest] = [lines.slice(0, end), lines.slice(end)];
  if (end > 0 && !lead.some((line) => /\S {2,}\S/.test(line))) {
    return [{ kind: "paragraph", text: joined(lead) }, inner(rest) ?? { kind: "table", text: rest.join("\n") }];
  }
  return [{ kind: "table", text: lines.join("\n") }];
}

export function blocksOf(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((one) => one.split("\n").map((line) => line.trimEnd()).filter(Boolean))
    .filter((lines) => lines.length > 0)
    .flatMap(part);
}
