// Words for challenges. Must never ask the engine or a storage.
import { levelWord } from "../options/levels";
import { GAME_TITLES } from "../people/words";

export const title = (game: string): string => GAME_TITLES[game] ?? game;

/** "Tuesday 24 November"; short: "24 Nov 2026". */
export function dayWords(day: string, short = false): string {
  const form: Intl.DateTimeFormatOptions = short ? { day: "numeric", month: "short", year: "numeric" } : { weekday: "long", day: "numeric", month: "long" };
  return new Intl.DateTimeFormat("en-GB", { ...form, timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
}

/** Who a bot is and how well it plays: "easy:person=mara". Null: nobody in particular. */
export function somebody(bot: string, persons: { id: string; name: string; temper: string }[]): { name: string; temper: string; level: string } | null {
  const [, level = "", id] = /^(\w+):person=(\w+)$/.exec(bot) ?? [];
  const person = persons.find((one) => one.id === id);
  return person ? { name: person.name, temper: person.temper, level: levelWord(level).toLowerCase() } : null;
}

/** A link as somebody pastes it, with words round it or without: the letters of the result in it. */
export function resultLetters(words: string): string | null {
  return /#\/result\/([A-Za-z0-9_-]+)/.exec(words)?.[1] ?? null;
}
