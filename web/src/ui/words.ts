// Sentences of the engine cut into pieces that the page can show: seats get their sign, rule numbers a link.
export type Piece = { kind: "text"; text: string } | { kind: "seat"; seat: number; called?: string } | { kind: "rule"; rule: string };

/** Seats that a game calls by their colour, in the order of signs. */
const COLOURS = ["Red", "Blue", "Green", "Black", "Orange", "Pink"];

export function piecesOf(words: string): Piece[] {
  const sentence = words.replace(/ \(`[^`]*`\)/g, "").replaceAll("`", ""); // a terminal marks there what one writes
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of sentence.matchAll(/\b[Ss]eat ([1-6])\b|\b((?:OBU|SIX)-\d+)\b|\b(Red|Blue|Green|Black|Orange|Pink)\b/g)) {
    if (found.index > at) {
      pieces.push({ kind: "text", text: sentence.slice(at, found.index) });
    }
    if (found[2]) {
      pieces.push({ kind: "rule", rule: found[2] });
    } else if (found[3]) {
      pieces.push({ kind: "seat", seat: COLOURS.indexOf(found[3]) + 1, called: found[3] });
    } else {
      pieces.push({ kind: "seat", seat: Number(found[1]) });
    }
    at = found.index + found[0].length;
  }
  if (at < sentence.length) {
    pieces.push({ kind: "text", text: sentence.slice(at) });
  }
  return pieces;
}

const IN_BRACKETS = /\s*\(((?:(?:OBU|SIX)-\d+(?:,\s*| and )?)+)\)/g;

/** A sentence without the numbers of rules that it has in brackets, and these. Whoever reads needs the first, whoever doubts the second. */
export function apart(words: string): { sentence: string; rules: string[] } {
  const rules = [...words.matchAll(IN_BRACKETS)].flatMap(([, numbers = ""]) => numbers.match(/(?:OBU|SIX)-\d+/g) ?? []);
  return { sentence: words.replace(IN_BRACKETS, ""), rules: [...new Set(rules)] };
}

export function gameOfRule(rule: string): string {
  return rule.startsWith("SIX") ? "six-billion" : "one-billion-users";
}

/** As a sentence begins. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "1st", "2nd" ... */
export function ordinal(place: number): string {
  const ending = place % 10 === 1 && place !== 11 ? "st" : place % 10 === 2 && place !== 12 ? "nd" : place % 10 === 3 && place !== 13 ? "rd" : "th";
  return `${place}${ending}`;
}

/** A name inside a sentence: "You" begins one, "you" does not. */
export function within(name: string): string {
  return name === "You" ? "you" : name;
}

/** The same sentence as who speaks to the page says it: seats by their names, no numbers of rules behind it. */
export function plainWords(words: string, names: (seat: number) => string, called: (word: string) => string | null = () => null): string {
  return piecesOf(apart(words).sentence)
    .map((piece) => (piece.kind === "text" ? piece.text : piece.kind === "rule" ? piece.rule : piece.called ? (called(piece.called) ?? piece.called) : names(piece.seat)))
    .join("");
}

/** A reason without the move as one would type it, which stands between backticks where a game has no other words for it. */
export function withoutTyped(reason: string): string {
  return reason.replace(/^You can't [a-z ]*`[^`]*`: (.)/, (_, first: string) => `Not now: ${first}`).replaceAll("`", "");
}

/** "a, b and c", or "a, b or c". */
export function list(words: readonly string[], last = "and"): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;
}
