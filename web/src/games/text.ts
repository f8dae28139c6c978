// A table in words, for whoever does not see it, and for whoever would rather read: what a game's own part says of it (games/GAME/text.ts), in
// the order in which a sighted player takes it in.
//
// Must never say less than the game's pictures show, nor anything that they do not: both are made of the same view.
import type { Look, MoveParts, TableState, View } from "../engine/types";
import { capital } from "../ui/words";

/** One fact, and what belongs to it. */
export interface Row {
  text: string;
  /** a card or a place that one may ask about: its name, what more there is to say, and moves that it is for, the best attempt first */
  about?: { name: string; says?: string | undefined; tries?: string[] };
  rows?: Row[];
}

export interface Part {
  id: string;
  title: string;
  rows: Row[];
}

/** What is told of an answer: which others it stands with, and itself in a whole sentence. */
export interface Answer {
  move: string;
  group: string;
  text: string;
  /** which of the next choices is meant by it as well */
  then?: MoveParts;
  /** what speaks against it: said first, and given when it is pressed again */
  warning?: string;
}

/** What every game's words are made of. */
export interface Moment {
  view: View;
  look: Look | null;
  /** null: who looks has no seat here */
  you: number | null;
  state: TableState;
  /** "You", or what the seat is called */
  nameOf: (seat: number) => string;
  /** who sits there, where that says more than the name: "greedy", "Ann" */
  whoIs: (seat: number) => string;
  /** what can be answered now */
  choices?: readonly { text: string; parts: MoveParts }[];
}

export interface TextOfGame {
  /** said once, above the table: what holds for all of its cards */
  note?: { text: string; link: { text: string; href: string } };
  parts: (moment: Moment) => Part[];
  answer: (move: string, parts: MoveParts, moment: Moment) => Answer;
  /** several moves as one answer, beside those */
  whole?: (moment: Moment) => Answer[];
  /** what is near, as it stands beside the question; of a move: what it would bring about, or would let come */
  warnings?: (view: View, you: number | null, move?: MoveParts) => string[];
}

/** "1 card", "3 cards". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** A sentence begins large and ends with a stop. */
export function sentence(words: string): string {
  const text = words.trim();
  return text === "" ? "" : `${capital(text)}${/[.!?:…]$/.test(text) ? "" : "."}`;
}

/** What everybody would have if the game ended now, with the lines that make it up. */
export function scorePart({ look, state, nameOf }: Moment): Part {
  const unit = state === "over" ? "" : " if the game ended now";
  return {
    id: "scores",
    title: state === "over" ? "The scores" : "The scores as they stand",
    rows: [...(look?.scores ?? [])]
      .sort((a, b) => a.place - b.place || a.seat - b.seat)
      .map(({ seat, place, total, items }) => ({
        text: sentence(`Place ${place}: ${nameOf(seat)}, ${count(total, "point")}${unit}`),
        rows: items.filter(({ points }) => points !== 0).map(({ label, points }) => ({ text: `${label.trim()}: ${points.toLocaleString("en")}` })),
      })),
  };
}
