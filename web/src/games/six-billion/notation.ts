// The moves of 6 Billion as texts, taken apart so that the page can light up what they speak of, and put together again.
//
// Must never say which moves there are: the engine gives their list, this only reads it. Whose a card is (another player's, a
// Neutral's) follows from the colour in the move, which is why `neutrals` is asked for where a card's code is wanted.

export type Verb =
  | "grow"
  | "settle"
  | "halve"
  | "recycle"
  | "colony"
  | "migrants"
  | "double"
  | "trouble"
  | "home"
  | "discover"
  | "reveal"
  | "return"
  | "symbol"
  | "answer"
  | "consent"
  | "refuse"
  | "keep"
  | "drop"
  | "discard"
  | "take"
  | "deck"
  | "send"
  | "power"
  | "place"
  | "pass";

export interface Move {
  verb: Verb;
  /** of New Colony and Migrants */
  distance?: number;
  /** whose people, boxes or token of order; left out for one's own people */
  faction?: string;
  /** where it happens, or where people come from */
  from?: string;
  to?: string;
  /** billions of a Neutral's migrants; places of a power */
  count?: number;
  /** a Discovery card, "?" if it is hidden */
  find?: string;
  symbol?: string;
  /** cards that are named: an answer, a discard, one taken, one or two for a symbol */
  cards?: string[];
  up?: boolean;
}

export const SITES = ["mercury", "venus", "earth", "mars", "belt", "jupiter", "saturn", "uranus", "neptune", "pluto"] as const;
const ANSWERS = ["death", "pestilence", "famine", "souls", "politics", "war"];
const ALONE: Verb[] = ["discover", "consent", "refuse", "keep", "drop", "deck", "pass"];
const AT_SITE: Verb[] = ["grow", "settle", "halve", "recycle"];
const OF_FACTION: Verb[] = ["trouble", "home"];
const WITH_CARD: Verb[] = ["discard", "take"];
const OF_FIND: Verb[] = ["reveal", "return"];

function isSite(word: string | undefined): word is string {
  return word !== undefined && (SITES as readonly string[]).includes(word);
}

function numberOf(word: string | undefined): number | null {
  return word !== undefined && /^[1-9]\d*$/.test(word) ? Number(word) : null;
}

function readPower(words: string[]): Move | null {
  const [symbol, second, third, ...more] = words;
  if (symbol === undefined || second === undefined || more.length > 0) {
    return null;
  }
  if (symbol === "leaf") {
    const count = numberOf(third);
    return count === null ? null : { verb: "place", symbol, faction: second, count };
  }
  if (second !== "up" && second !== "down") {
    return null;
  }
  const count = third === undefined ? 1 : numberOf(third);
  return count === null ? null : { verb: "power", symbol, up: second === "up", count };
}

function readSending(verb: "colony" | "migrants", words: string[]): Move | null {
  const distance = numberOf(words[0]);
  const [from, to] = words.slice(-2);
  if (distance === null || !isSite(from) || !isSite(to) || words.length < 3 || words.length > 4) {
    return null;
  }
  return { verb, distance, ...(words.length === 4 && words[1] !== undefined ? { faction: words[1] } : {}), from, to };
}

/** The parts of a move, or null if this is no move of the game. */
export function parseMove(text: string): Move | null {
  const [first = "", ...words] = text.split(" ");
  const verb = first as Verb;
  const [second, third] = words;
  if (ALONE.includes(verb)) {
    return words.length === 0 ? { verb } : null;
  }
  if (ANSWERS.includes(first)) {
    return words.length === 0 ? { verb: "answer", cards: [first] } : null;
  }
  if (AT_SITE.includes(verb)) {
    return words.length === 1 && isSite(second) ? { verb, from: second } : null;
  }
  if (OF_FACTION.includes(verb)) {
    return words.length === 2 && second && isSite(third) ? { verb, faction: second, from: third } : null;
  }
  if (WITH_CARD.includes(verb)) {
    return words.length === 1 && second ? { verb, cards: [second] } : null;
  }
  if (OF_FIND.includes(verb)) {
    return words.length === 1 && second ? { verb, find: second } : null;
  }
  switch (verb) {
    case "double":
      if (words.length === 1 && isSite(second)) {
        return { verb, from: second };
      }
      return words.length === 2 && second && isSite(third) ? { verb, faction: second, from: third } : null;
    case "colony":
    case "migrants":
      return readSending(verb, words);
    case "symbol":
      return second && words.length >= 2 && words.length <= 3 ? { verb, symbol: second, cards: words.slice(1) } : null;
    case "send": {
      const count = numberOf(second);
      const [, from, to] = words;
      return count !== null && isSite(from) && isSite(to) && words.length === 3 ? { verb, count, from, to } : null;
    }
    case "power":
      return readPower(words);
    default:
      return null;
  }
}

/** The move as text again, letter by letter as the engine writes it. */
export function printMove(move: Move): string {
  const { verb, symbol = "", cards = [] } = move;
  switch (verb) {
    case "answer":
      return cards.join(" ");
    case "place":
      return `power ${symbol} ${move.faction} ${move.count}`;
    case "power": {
      // The Smiley power moves one place and has no number for it.
      const places = symbol === "smiley" && move.count === 1 ? "" : ` ${move.count}`;
      return `power ${symbol} ${move.up ? "up" : "down"}${places}`;
    }
    default:
      return [verb, move.distance, verb === "send" ? move.count : undefined, move.faction, move.from, move.to, move.find, symbol, ...cards]
        .filter((word) => word !== undefined && word !== "")
        .join(" ");
  }
}

/** The code of the card of the hand that is used, or null: none is. */
export function cardOf(move: Move, neutrals: readonly string[]): string | null {
  const whose = move.faction === undefined ? "" : neutrals.includes(move.faction) ? "-neutral" : "-other";
  switch (move.verb) {
    case "colony":
    case "migrants":
      return `${move.verb}${move.distance}${whose}`;
    case "double":
      return `double${whose}`;
    case "recycle":
    case "trouble":
    case "home":
      return move.verb;
    case "discover":
      return "discovery";
    case "symbol":
    case "answer":
    case "discard":
      return move.cards?.[0] ?? null;
    default:
      return null;
  }
}
