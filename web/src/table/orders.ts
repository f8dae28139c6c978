// Standing orders as switches: which are on, and whom one that names rivals is about.
//
// Must never know a game: who plays is told by whoever asks.
import type { Asked, Order, Seat } from "../engine/types";
import { botPlays } from "./away";

/** The order that answers what is no choice, and what the page calls it. */
export const STANDARD = "standard";
export const STANDARD_NAME = "what leaves no choice";
/** What a newcomer's order does: why nothing is asked at first. */
export const EASED = "Until your first turn is over, nobody asks you to cut in";

/** What of the orders in force was given with these words: "only against Red and Blue" of "only against"; null: it is not. */
export function given(order: Order, inForce: readonly string[], all: readonly Order[]): string | null {
  const fits = (words: string, one: string): boolean => one === words || one.startsWith(`${words} `);
  // "never" must not pass for "never cancel": the longest words that fit are meant.
  const meant = (one: string): Order | undefined => all.filter(({ words }) => fits(words, one)).sort((a, b) => b.words.length - a.words.length)[0];
  return inForce.find((one) => meant(one) === order) ?? null;
}

/** Those that are offered, under the headings of what they are about: of several under one only one is in force. Without a heading each stands alone. */
export function grouped(all: readonly Order[]): { matters: { matter: string; orders: Order[] }[]; alone: Order[] } {
  const offered = all.filter((order) => order.name !== undefined);
  const headings = [...new Set(offered.flatMap(({ matter }) => matter ?? []))];
  return {
    matters: headings.map((matter) => ({ matter, orders: offered.filter((order) => order.matter === matter).sort((a, b) => Number(b.standard) - Number(a.standard)) })),
    alone: offered.filter((order) => order.matter === undefined && !order.standard),
  };
}

/** With which orders a person begins: the standard ones, and in their place what was chosen at an earlier table; a newcomer among bots alone has more. */
export function toBegin(all: readonly Order[], { asksAll, chosen, newcomer }: { asksAll: boolean; chosen: readonly string[]; newcomer: boolean }): string[] {
  const standard = !asksAll && all.some((order) => order.standard) ? [STANDARD] : [];
  const policies = asksAll ? [] : all.filter(({ words }) => chosen.includes(words));
  return [...standard, ...[...policies, ...all.filter((order) => order.newcomer && newcomer && !asksAll)].map(({ words }) => words)];
}

/** What is chosen from now on, where this was chosen of those under its heading; null: that nothing answers. */
export function choosing(chosen: readonly string[], orders: readonly Order[], order: Order | null): string[] {
  const others = chosen.filter((words) => !orders.some((one) => one.words === words));
  return order === null || order.standard ? others : [...others, order.words];
}

/** Whom an order in force names, of those that play. */
export function named(order: Order, words: string | null, playing: readonly string[]): string[] {
  const behind = (words ?? "").slice(order.words.length).toLowerCase().split(/[^a-z]+/);
  return playing.filter((one) => behind.includes(one));
}

/** Those in force that no switch stands for: written elsewhere, in words of their own. */
export function otherwise(inForce: readonly string[], all: readonly Order[]): string[] {
  return inForce.filter((one) => !all.some((order) => given(order, [one], all) !== null && order.name !== undefined));
}

/** What one is asked at the moment is answered by one's orders. */
export function byOrders({ you, asked, seats }: { you: number | null; asked: Asked | null; seats: readonly Seat[] }): boolean {
  return you !== null && asked?.you === null && asked.seats.includes(you) && !botPlays(seats[you - 1]);
}
