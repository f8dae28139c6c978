// A move of 6 Billion in words that need no table beside them: "New Colony 2, from Earth to Mars".
import { parseMove, type Move } from "./notation";
import { capital, cardLook, siteName } from "./words";

const cardName = (code: string): string => {
  const distance = /\d+/.exec(code)?.[0];
  return code === "?" ? "a card" : `${cardLook(code, undefined).name}${distance ? ` ${distance}` : ""}`;
};

/** Whose people, where they are not one's own. */
const whose = ({ faction }: Move): string => (faction ? `${capital(faction)}'s ` : "");

export function sayMove(text: string): string {
  const move = parseMove(text);
  if (!move) {
    return text;
  }
  const { verb, from = "", to = "", find = "?", cards = [] } = move;
  const found = find === "?" ? "the hidden card" : siteName(find);
  switch (verb) {
    case "grow":
      return `Grow at ${siteName(from)}`;
    case "settle":
      return `Settle ${siteName(from)}`;
    case "halve":
      return `Halve ${siteName(from)}`;
    case "recycle":
      return `Recycle at ${siteName(from)}`;
    case "double":
      return `Double ${whose(move)}${siteName(from)}`;
    case "colony":
    case "migrants":
      return `${cardName(`${verb}${move.distance}`)}, ${move.faction ? `${capital(move.faction)} ` : ""}from ${siteName(from)} to ${siteName(to)}`;
    case "send":
      return `Send ${move.count} billion from ${siteName(from)} to ${siteName(to)}`;
    case "trouble":
    case "home":
      return `${cardName(verb)}: ${whose(move)}${siteName(from)} box`;
    case "discover":
      return "Make A Discovery";
    case "reveal":
      return `Reveal ${found}`;
    case "return":
      return `Give back ${found}`;
    case "symbol":
      return `${cards.map(cardName).join(" and ")} for the ${capital(move.symbol ?? "")}`;
    case "answer":
      return cards.map(cardName).join(", ");
    case "discard":
      return `Discard ${cardName(cards[0] ?? "?")}`;
    case "take":
      return `Take ${cardName(cards[0] ?? "?")}`;
    case "deck":
      return "Draw from the deck";
    case "place":
      return `${capital(move.faction ?? "")} to place ${move.count}`;
    case "power":
      return `${capital(move.symbol ?? "")} power: ${move.count} ${move.up ? "up" : "down"}`;
    default:
      return capital(verb);
  }
}
