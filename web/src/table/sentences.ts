// What an entry of a table's log says, in sentences: the log shows them, the text view lists them, and they are spoken to whoever listens.
//
// Must never say more of an entry than its own seat may know: sentences are the engine's or made of the entry alone.
import type { Entry } from "../engine/types";
import { introduced, personIn } from "../people/people.svelte";
import { markDecided, undoWords } from "./away";
import { inOneBreath } from "./breath";

export interface Sentence {
  /** one and the same for as long as the entry stands in the log */
  key: string;
  number: number;
  text: string;
  seat: number;
}

/** What people and the server do at a table, beside the game. */
function besides(entry: Entry, you: number | null, nameOf: (seat: number) => string): string | null {
  const who = nameOf(entry.seat);
  const somebody = personIn(entry.name);
  switch (entry.kind) {
    case "seated":
      return entry.seat === you ? null : `${entry.name || who} sits down.`;
    case "left":
      return `${entry.name || who} leaves the table.`;
    case "bot-seated":
      if (entry.by === entry.seat) {
        return `${somebody ? somebody.name : "A bot"} plays on for ${who}.`;
      }
      return `${entry.by === you ? "You give" : `${nameOf(entry.by ?? 0)} gives`} ${somebody ? `a seat to ${introduced(entry.name ?? "")}` : `Seat ${entry.seat} to a bot, ${entry.name ?? ""}`}.`;
    case "bot-left":
      return `${entry.by === you ? "You take" : `${nameOf(entry.by ?? 0)} takes`} ${somebody ? `${somebody.name} out` : `the bot ${entry.name ?? ""} out of Seat ${entry.seat}`}.`;
    case "removed":
      return `${entry.by === you ? "You remove" : `${nameOf(entry.by ?? 0)} removes`} ${entry.name ?? ""} from the table.`;
    case "undo":
      return undoWords(entry, entry.seat === you ? "you" : who);
    case "ask-undo":
      return `Seat ${entry.seat} asks to take a move back.`;
    case "refuse":
      return `Seat ${entry.seat} would rather not take back.`;
    case "bot":
      return `${somebody ? somebody.name : "A bot"} plays for ${entry.seat === you ? "you" : who} from now on.`;
    case "back":
      return entry.seat === you ? "The seat is yours again." : `${who} is back and plays again.`;
    case "chat":
      return `${entry.seat ? `Seat ${entry.seat}` : "Somebody"}: ${entry.text ?? ""}`;
    case "rematch":
      return "There is a next table for whoever plays again.";
    case "decline":
      return `${entry.name || who} does not play again.`;
    case "closed":
      return "The table was given up.";
    default:
      return null;
  }
}

export function sentencesOf(entry: Entry, you: number | null, nameOf: (seat: number) => string): Sentence[] {
  const own = besides(entry, you, nameOf);
  const said = markDecided(entry, you, inOneBreath((entry.events ?? []).flatMap(({ text }) => text ?? [])));
  return [...(own ? [own] : []), ...said].map((text, i) => ({ key: `${entry.number}-${i}`, number: entry.number, text, seat: entry.seat }));
}
