// From the list of legal moves to clicks: every move is a path of things that can be pointed at (a card, a token, a site ...), and what
// has been pointed at so far leaves those moves whose path begins with it.
//
// Must never know why a move is legal: paths are made of its parts alone.
import type { Parts } from "../../generated/six-billion";

/** A thing to point at: "card:war", "token:red@mars", "box:red@mars", "site:belt", "open:war", "find:venus", "symbol:leaf" ... */
export type Key = string;

export interface Way {
  text: string;
  move: Parts;
  path: Key[];
}

export interface Choosing {
  /** ways that are left */
  ways: Way[];
  /** the one that is complete, if there is one */
  ready: Way | null;
  /** what can be pointed at next */
  next: Set<Key>;
}

interface Whose {
  neutrals: readonly string[];
  /** whose turn it is: the owner of tokens that are named without a colour */
  mover: string;
  /** who is asked */
  you: string;
}

/** Decisions that need no second thought: pointing at the thing is enough. */
const AT_ONCE = new Set(["grow", "settle", "halve", "take", "deck", "consent", "refuse", "keep", "drop"]);

export function atOnce(way: Way): boolean {
  return AT_ONCE.has(way.move.verb);
}

/** The code of the card of the hand that is used, or null: none is. Whose a card is follows from the colour in the move. */
export function cardOf(move: Parts, neutrals: readonly string[]): string | null {
  const { verb, faction, distance, cards = [] } = move;
  const whose = faction === undefined ? "" : neutrals.includes(faction) ? "-neutral" : "-other";
  switch (verb) {
    case "colony":
    case "migrants":
      return `${verb}${distance}${whose}`;
    case "double":
      return `double${whose}`;
    case "recycle":
    case "trouble":
    case "home":
      return verb;
    case "discover":
      return "discovery";
    case "symbol":
      return cards[0] ?? null;
    case "discard":
      return move.card ?? null;
    default:
      return move.cancel ?? move.response ?? null;
  }
}

/** `choice`: whether migrants differ by the token that they leave, and by the place that they go to. */
function pathsOf(text: string, move: Parts, { neutrals, mover, you }: Whose, choice: readonly boolean[]): Key[][] {
  const card = cardOf(move, neutrals);
  const owner = move.faction ?? mover;
  switch (move.verb) {
    case "grow":
      return [[`token:${mover}@${move.site}`]];
    case "send":
      // Begun where one likes: all that can be reached stands open at once, and so does all that can be left. What is the only one of its kind is no choice.
      return [
        [`token:${mover}@${move.from}`, `site:${move.to}`, `count:${move.billions}`],
        [`site:${move.to}`, `token:${mover}@${move.from}`, `count:${move.billions}`],
      ].filter((_, begun) => choice[begun] ?? true);
    case "halve":
      return [[`token:${you}@${move.site}`]];
    case "settle":
      return [[`box:${mover}@${move.site}`]];
    case "colony":
    case "migrants":
      return [[`card:${card}`, `token:${owner}@${move.from}`, `site:${move.to}`]];
    case "double":
    case "recycle":
      return [[`card:${card}`, `token:${owner}@${move.site}`]];
    case "trouble":
    case "home":
      return [[`card:${card}`, `box:${owner}@${move.site}`]];
    case "symbol": {
      const [first, second] = move.cards ?? [];
      if (!second) {
        return [[`card:${first}`, `symbol:${move.track}`]];
      }
      const path = [`card:${first}`, `symbol:${move.track}`, `card:${second}`];
      return first === second ? [path] : [path, [`card:${second}`, `symbol:${move.track}`, `card:${first}`]];
    }
    case "reveal":
    case "return":
      return [[`find:${move.discovery ?? "?"}`]];
    case "take":
      return [[`open:${move.card}`]];
    case "deck":
      return [["deck"]];
    case "power-leaf":
      return [[`order:${move.faction}`, `place:${move.place}`]];
    default:
      return [[card ? `card:${card}` : `word:${text}`]];
  }
}

export function waysOf(moves: readonly { text: string; parts: Parts }[], whose: Whose): Way[] {
  const sent = moves.flatMap(({ parts }) => (parts.verb === "send" ? parts : []));
  const several = (part: "from" | "to"): boolean => new Set(sent.map((move) => move[part])).size > 1;
  const [leaves, goes] = [several("from"), several("to")];
  return moves.flatMap(({ text, parts }) => pathsOf(text, parts, whose, [leaves || !goes, goes]).map((path) => ({ text, move: parts, path })));
}

export function choosing(ways: readonly Way[], chosen: readonly Key[]): Choosing {
  const left = ways.filter((way) => chosen.every((key, i) => way.path[i] === key));
  const next = new Set<Key>();
  for (const way of left) {
    const key = way.path[chosen.length];
    if (key !== undefined) {
      next.add(key);
    }
  }
  return { ways: left, ready: chosen.length > 0 ? (left.find((way) => way.path.length === chosen.length) ?? null) : null, next };
}

/** Points at a thing: what was chosen before, with it, and with everything behind it that leaves no choice. */
export function pick(ways: readonly Way[], chosen: readonly Key[], key: Key): Key[] {
  const now = [...chosen, key];
  for (;;) {
    const state = choosing(ways, now);
    const [only, ...others] = state.next;
    if (state.ready || only === undefined || others.length > 0 || only.startsWith("symbol:")) {
      return now;
    }
    now.push(only);
  }
}

/** What else could be answered with the same people to the same place: another number of them. */
export function otherNumbers(ways: readonly Way[], chosen: Way): Way[] {
  const { from, to } = chosen.move;
  return ways.filter(({ text, move }, i) => move.verb === "send" && move.from === from && move.to === to && text !== chosen.text && ways.findIndex((one) => one.text === text) === i);
}

/** Migrants that can only leave one token for one place: what is open at most is how many. */
export function oneRoute(ways: readonly Way[]): boolean {
  const [first] = ways;
  return first?.move.verb === "send" && ways.every(({ move }) => move.verb === "send" && move.from === first.move.from && move.to === first.move.to);
}

/** One step back, over everything that was chosen by itself. */
export function back(ways: readonly Way[], chosen: readonly Key[]): Key[] {
  const now = chosen.slice(0, -1);
  while (now.length > 0 && choosing(ways, now).next.size < 2) {
    now.pop();
  }
  return now;
}

/** The sites that a key names, for lighting up a whole track. */
export function siteOf(key: Key): string | null {
  const found = /^(?:token|box):[a-z]+@([a-z]+)$|^site:([a-z]+)$/.exec(key);
  return found?.[1] ?? found?.[2] ?? null;
}
