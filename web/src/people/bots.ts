// The name of a bot, taken apart: how well it plays, and who it is: "easy:person=mara". Small, for everything that lists games needs it.
//
// Must never know who there is: that says the engine (people.svelte.ts).

const PERSON = ":person=";

/** "easy". */
export function levelOf(bot: string): string {
  return bot.split(":")[0] ?? bot;
}

/** "mara"; null: it is nobody in particular. */
export function personOf(bot: string): string | null {
  const at = bot.indexOf(PERSON);
  return at < 0 ? null : (bot.slice(at + PERSON.length).split(":")[0] ?? null);
}

export function botOf(level: string, person: string | null): string {
  return person && level !== "random" ? `${level}${PERSON}${person}` : level;
}

/** So many of them, drawn at random, nobody twice and none of those who sit there already. Fewer than asked for if there are no more. */
export function drawPersons(all: readonly { id: string }[], count: number, taken: readonly string[] = [], random: () => number = Math.random): string[] {
  const left = all.map(({ id }) => id).filter((id) => !taken.includes(id));
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

/** A bot of each of these levels, each of them somebody else. */
export function drawBots(all: readonly { id: string }[], levels: readonly string[]): string[] {
  const drawn = drawPersons(all, levels.length);
  return levels.map((level, i) => botOf(level, drawn[i] ?? null));
}
