// What a thing that can be pointed at is called on a button: "Mars 4 → 8", "to the Belt", "New Colony 6".
//
// Must never decide what can be pointed at.
import type { Parts } from "../../../generated/six-billion";
import { count } from "../../text";
import { sendWords } from "./asking";
import type { Key } from "../choosing";
import { moveEnds } from "../ending";
import type { Pointing } from "../pointing.svelte";
import { seatOf, type Board } from "../view";
import { bothActions, capital, cardLook, cardTitle, siteName } from "../words";

export interface Naming {
  pointing: Pointing;
  board: Board;
  /** of seats: people are called by their names, as everywhere at the table */
  names: (seat: number) => string;
  /** the colour of who is asked */
  own: string;
}

/** Pointing at it is a move that ends the game. */
function ending(key: Key, { pointing, board }: Naming): boolean {
  const { chosen, state, view } = pointing;
  return state.ways.some(({ path, move }) => path.at(-1) === key && path.length === chosen.length + 1 && moveEnds(view, board.sites, move));
}

/** Whose something is. */
function ownerWords(colour: string, { pointing, names }: Naming): string {
  const seat = seatOf(pointing.view, colour);
  return seat > 0 ? names(seat) : capital(colour);
}

/** An answer that points at nothing on the table. */
function plainWords(text: string, move: Parts | undefined): string {
  if (move?.verb === "power-up" || move?.verb === "power-down") {
    const places = move.places ?? 1;
    return `${move.power === "dollar" ? `${count(places, "point")}: ` : ""}${places} ${move.verb === "power-up" ? "up" : "down"}`;
  }
  return capital(text);
}

export function keyWords(key: Key, naming: Naming): string {
  const { pointing, board, own } = naming;
  const [kind = "", what = ""] = key.split(":");
  const [colour = "", site = ""] = what.split("@");
  const become = pointing.becomes.get(key);
  const asks = (verb: Parts["verb"]): boolean => pointing.ways.some(({ move }) => move.verb === verb);
  const ends = ending(key, naming) ? ": ends the game" : "";
  const plural = [...pointing.state.next].some((one) => one.startsWith("token:") && !one.startsWith(`token:${colour}@`));
  switch (kind) {
    case "token":
      // How many leave is still open, or stands on the button with what becomes of it.
      return `${asks("send") ? "from " : ""}${plural ? `${ownerWords(colour, naming)}, ` : ""}${siteName(site)}${become && !asks("send") ? ` ${become}` : ""}${ends}`;
    case "box":
      return asks("settle") ? `Settle ${siteName(site)}${ends}` : `${colour === own ? "Your own" : ownerWords(colour, naming)}, ${siteName(site)} box`;
    case "site":
      return `to ${siteName(what)}`;
    case "count":
      return sendWords(Number(what), become);
    case "card":
      return cardTitle(cardLook(what, board.cards.get(what)));
    case "find":
      return `${asks("return") ? "Give back" : "Reveal"} ${what === "?" ? "the hidden card" : siteName(what)}${asks("return") ? "" : bothActions(what)}`;
    case "symbol":
      return `For its ${capital(what)}`;
    case "order":
      return ownerWords(what, naming);
    case "place":
      return `to place ${what}`;
    default:
      return plainWords(what, pointing.ways.find((way) => way.text === what)?.move);
  }
}
