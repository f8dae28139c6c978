// A game against bots that begins at one press: as many of them as last time, who play as well as those did.
//
// Must never draw the same persons on purpose: only how many there are, and their levels, are remembered.
import { levelWord } from "../options/levels";
import { keepSettings, settings } from "../ui/settings.svelte";
import { drawBots, levelOf } from "./bots";
import { beginGame } from "./kept/games";

const FIRST = ["easy", "easy"];

/** The level of each rival of the last game; before the first: two easy ones. */
export function rivalsOf(game: string): readonly string[] {
  const last = settings.rivals[game];
  return Array.isArray(last) && last.length > 0 ? last : FIRST;
}

/** `players`: by seat, bots by their names, persons as "". */
export function noteRivals(game: string, players: readonly string[]): void {
  settings.rivals = { ...settings.rivals, [game]: players.filter(Boolean).map(levelOf) };
  keepSettings();
}

/** "2 easy rivals", "3 rivals, easy and hard" */
export function rivalsWords(levels: readonly string[]): string {
  const kinds = [...new Set(levels)].map((level) => levelWord(level).toLowerCase());
  const rivals = `${levels.length === 1 ? "rival" : "rivals"}`;
  return kinds.length === 1 ? `${levels.length} ${kinds[0] ?? ""} ${rivals}` : `${levels.length} ${rivals}, ${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1) ?? ""}`;
}

/** Begins it; the address of its table. */
export async function playNow(game: string): Promise<string> {
  const { factsOf } = await import("../source/engine");
  const facts = await factsOf(game).catch(() => undefined); // the table says what is wrong
  const bots = drawBots(facts?.persons ?? [], rivalsOf(game));
  noteRivals(game, bots);
  const { id } = await beginGame({ game, seats: bots.length + 1, options: {}, players: [{ name: settings.name || "You" }, ...bots.map((bot) => ({ bot }))] });
  return `/table/${id}`;
}
