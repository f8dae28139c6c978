// The moves of One Billion Users as texts of records, cut into the parts that the page lights up. Which moves there are is said by the
// engine; here they are only read.
export type Verb =
  | "launch"
  | "return"
  | "draw"
  | "add"
  | "block"
  | "fix"
  | "grind"
  | "guard"
  | "poke"
  | "push"
  | "discard"
  | "sacrifice"
  | "done"
  | "counter"
  | "pass"
  | "give"
  | "take"
  | "drop"
  | "claim";

export interface Move {
  text: string;
  verb: Verb;
  /** the card of the hand that is used */
  card?: string;
  /** a Community or Influencer on a platform that is meant */
  thing?: string;
  seat?: number;
  pile?: "deck" | "discard";
  milestone?: number;
}

const WITH_HAND: Verb[] = ["launch", "return", "add", "fix", "grind", "guard", "discard", "give"];

export function readMove(text: string): Move {
  const [verb, ...rest] = text.split(" ") as [Verb, ...string[]];
  const words = rest.join(" ");
  const move: Move = { text, verb };
  if (WITH_HAND.includes(verb)) {
    return { ...move, card: words };
  }
  switch (verb) {
    case "draw":
      return { ...move, pile: words === "discard" ? "discard" : "deck" };
    case "block":
      return { ...move, seat: Number(rest[0]), card: rest.slice(1).join(" ") };
    case "poke":
      return { ...move, card: "Poke", thing: words };
    case "push": {
      const [, thing = "", seat = ""] = /^(.*) to (\d+)$/.exec(words) ?? [];
      return { ...move, card: "Push", thing, seat: Number(seat) };
    }
    case "counter": {
      const push = /^Push to (\d+)$/.exec(words);
      return push ? { ...move, card: "Push", seat: Number(push[1]) } : { ...move, card: words };
    }
    case "sacrifice":
    case "take":
    case "drop":
      return { ...move, thing: words };
    case "claim":
      return { ...move, milestone: Number(words) };
    default:
      return move;
  }
}

/** What is used up by another way of playing a card: not what it is for. */
export function isAside(move: Move): boolean {
  return move.verb === "discard" || move.verb === "grind";
}

/** A button's words. `nameOf` says "you" as "You". */
export function wordsOf(move: Move, nameOf: (seat: number) => string): string {
  const to = move.seat === undefined ? "" : nameOf(move.seat) === "You" ? "you" : nameOf(move.seat);
  switch (move.verb) {
    case "launch":
      return `Launch with ${move.card}`;
    case "return":
      return `Return ${move.card}`;
    case "draw":
      return move.pile === "deck" ? "Draw from the deck" : "Take the discard";
    case "add":
      return "Add it to your platform";
    case "block":
      return `Put it on ${to}`;
    case "fix":
      return "Fix your Blocker";
    case "grind":
      return "Grind your Blocker with it";
    case "guard":
      return "Set it up on your platform";
    case "poke":
      return `Poke ${move.thing}`;
    case "push":
      return `Push ${move.thing} to ${to}`;
    case "discard":
      return "Discard it";
    case "sacrifice":
      return `Sacrifice ${move.thing}`;
    case "done":
      return "Done";
    case "counter":
      return move.seat === undefined ? `Counter with ${move.card}` : `Push it to ${to}`;
    case "pass":
      return "Pass";
    case "give":
      return `Give away ${move.card}`;
    case "take":
      return `Take ${move.thing}`;
    case "drop":
      return `Let go of ${move.thing}`;
    case "claim":
      return `Claim ${["", "One", "Two", "Three"][move.milestone ?? 0] ?? ""} Billion`;
  }
}
