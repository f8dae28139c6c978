// Who bots are: the persons of both games, as the engine of this page lists them. Until it has said so, a bot is called by its level.
//
// Must never make up a person: whoever is unknown here (of a newer server, say) is a bot like any other.
import type { PersonFacts, Seat } from "../engine/types";
import { levelWord } from "../options/levels";
import { catalogue } from "../source/engine";
import { levelOf, personOf } from "./bots";

let known = $state.raw<ReadonlyMap<string, PersonFacts>>(new Map());
let byGame = $state.raw<ReadonlyMap<string, PersonFacts[]>>(new Map());

/** Asks the engine once; what is shown changes by itself when it has answered. */
export async function meetPeople(): Promise<void> {
  if (known.size === 0) {
    const { games } = await catalogue();
    byGame = new Map(games.map(({ game, persons }) => [game, persons]));
    known = new Map(games.flatMap(({ persons }) => persons.map((person) => [person.id, person])));
  }
}

/** Everybody who can sit at that game; nobody until the engine has said so. */
export function peopleOf(game: string): readonly PersonFacts[] {
  return byGame.get(game) ?? [];
}

/** Who a bot of that name is; null: nobody in particular. */
export function personIn(bot: string | undefined): PersonFacts | null {
  return known.get(personOf(bot ?? "") ?? "") ?? null;
}

/** "Mara", and "Easy" for who is nobody in particular. */
export function calledBot(bot: string): string {
  return personIn(bot)?.name ?? levelWord(levelOf(bot));
}

/** Who plays in the place of a person who is away or has left: "Mara", "A bot"; empty: nobody does. */
export function standsIn(seat: Seat): string {
  return seat.left ? (personIn(seat.name)?.name ?? "A bot") : seat.kind === "person" && seat.away ? (personIn(seat.bot)?.name ?? "A bot") : "";
}

/** "Mara, easy". */
export function introduced(bot: string): string {
  const person = personIn(bot);
  const level = levelWord(levelOf(bot));
  return person ? `${person.name}, ${level.toLowerCase()}` : level;
}

/** "Mara: In a hurry to grow; the small print can wait. Plays: easy."; empty for who is nobody in particular. */
export function aboutBot(bot: string): string {
  const person = personIn(bot);
  return person ? `${person.name}: ${person.temper} Plays: ${levelWord(levelOf(bot)).toLowerCase()}.` : "";
}

/** The same of who has left, or is away; "": there is no more to say than who sits there. */
export function aboutSitter(facts: Seat | undefined, title: string, playsOn: string | null): string {
  if (facts?.left) {
    return `${facts.left} has left the game; ${playsOn ?? "a bot"} plays on.`;
  }
  if (facts && standsIn(facts)) {
    return `${title} is away; ${standsIn(facts).replace("A bot", "a bot")} plays.`;
  }
  return facts?.kind === "bot" ? aboutBot(facts.name ?? "") : "";
}
