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
  const goes = `${cardName(`${verb}${move.distance}`)}, ${move.faction ? `${capital(move.faction)} ` : ""}from ${siteName(from)} to ${siteName(to)}`;
  const againstBox = `${cardName(verb)}: ${whose(move)}${siteName(site)} box`;
  const answer = cardName(move.cancel ?? move.response ?? "?");
  const power = `${capital(move.power ?? "")} power: ${places}`;
  const SAID: Partial<Record<Parts["verb"], string>> = {
    grow: `Grow at ${siteName(site)}`,
    settle: `Settle ${siteName(site)}`,
    halve: `Halve ${siteName(site)}`,
    recycle: `Recycle at ${siteName(site)}`,
    double: `Double ${whose(move)}${siteName(site)}`,
    colony: goes,
    migrants: goes,
    send: `Send ${move.billions} billion from ${siteName(from)} to ${siteName(to)}`,
    trouble: againstBox,
    home: againstBox,
    discover: cardName("discovery"),
    reveal: `Reveal ${found}${bothActions(discovery)}`,
    return: `Give back ${found}`,
    symbol: `${cards.map(cardName).join(" and ")} for the ${capital(move.track ?? "")}`,
    cancel: `Cancel with ${answer}`,
    respond: `Answer with ${answer}`,
    discard: `Discard ${cardName(card)}`,
    take: `Take ${cardName(card)}`,
    deck: "order" in move ? "Draw the rest from the deck" : "Draw from the deck",
    "power-leaf": `${capital(move.faction ?? "")} to place ${move.place}`,
    "power-up": `${power} up`,
    "power-down": `${power} down`,
  };
  return SAID[verb] ?? capital(verb);
}
