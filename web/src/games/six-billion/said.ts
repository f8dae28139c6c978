// A move of 6 Billion in words that need no table beside them: "New Colony 2, from Earth to Mars".
import type { Parts } from "../../generated/six-billion";
import { bothActions, capital, cardLook, siteName } from "./words";

const cardName = (code: string): string => {
  const distance = /\d+/.exec(code)?.[0];
  return code === "?" ? "a card" : `${cardLook(code, undefined).name}${distance ? ` ${distance}` : ""}`;
};

/** Whose people, where they are not one's own. */
const whose = ({ faction }: Parts): string => (faction ? `${capital(faction)}'s ` : "");

export function sayMove(_text: string, move: Parts): string {
  const { verb, site = "", from = "", to = "", discovery = "?", card = "?", cards = [], places = 1 } = move;
  const found = discovery === "?" ? "the hidden card" : siteName(discovery);
  switch (verb) {
    case "grow":
      return `Grow at ${siteName(site)}`;
    case "settle":
      return `Settle ${siteName(site)}`;
    case "halve":
      return `Halve ${siteName(site)}`;
    case "recycle":
      return `Recycle at ${siteName(site)}`;
    case "double":
      return `Double ${whose(move)}${siteName(site)}`;
    case "colony":
    case "migrants":
      return `${cardName(`${verb}${move.distance}`)}, ${move.faction ? `${capital(move.faction)} ` : ""}from ${siteName(from)} to ${siteName(to)}`;
    case "send":
      return `Send ${move.billions} billion from ${siteName(from)} to ${siteName(to)}`;
    case "trouble":
    case "home":
      return `${cardName(verb)}: ${whose(move)}${siteName(site)} box`;
    case "discover":
      return cardName("discovery");
    case "reveal":
      return `Reveal ${found}${bothActions(discovery)}`;
    case "return":
      return `Give back ${found}`;
    case "symbol":
      return `${cards.map(cardName).join(" and ")} for the ${capital(move.track ?? "")}`;
    case "cancel":
    case "respond":
      return cardName(move.cancel ?? move.response ?? "?");
    case "discard":
      return `Discard ${cardName(card)}`;
    case "take":
      return `Take ${cardName(card)}`;
    case "deck":
      return "Draw from the deck";
    case "power-leaf":
      return `${capital(move.faction ?? "")} to place ${move.place}`;
    case "power-up":
    case "power-down":
      return `${capital(move.power ?? "")} power: ${places} ${verb === "power-up" ? "up" : "down"}`;
    default:
      return capital(verb);
  }
}
