// What an entry of a table's log says, in sentences: the log shows them, the text view lists them, and they are spoken to whoever listens.
//
// Must never say more of an entry than its own seat may know: sentences are the engine's or made of the entry alone.
import type { Entry } from "../engine/types";
import { introduced, personIn } from "../people/people.svelte";
import { FOR_YOU, markDecided, undoWords } from "./away";
import { inOneBreath } from "./breath";

export interface Sentence {
  /** one and the same for as long as the entry stands in the log */
  key: string;
  number: number;
  text: string;
  seat: number;
  forYou: boolean; // nobody was asked: one's own orders answered
}

/** What people and the server do at a table, beside the game. */
function besides(entry: Entry, you: number | null, nameOf: (seat: number) => string): string | null {
  const { seat, name = "", by = 0 } = entry;
  const who = nameOf(seat);
  const somebody = personIn(entry.name);
  const bot = somebody ? somebody.name : "A bot";
  const does = (yours: string, theirs: string): string => (entry.by === you ? `You ${yours}` : `${nameOf(by)} ${theirs}`);
  const SAID: Partial<Record<Entry["kind"], string | null>> = {
    seated: seat === you ? null : `${name || who} sits down.`,
    left: `${name || who} leaves the table.`,
    "bot-seated": entry.by === seat ? `${bot} plays on for ${who}.` : `${does("give", "gives")} ${somebody ? `a seat to ${introduced(name)}` : `Seat ${seat} to a bot, ${name}`}.`,
    "bot-left": `${does("take", "takes")} ${somebody ? `${somebody.name} out` : `the bot ${name} out of Seat ${seat}`}.`,
    removed: `${does("remove", "removes")} ${name} from the table.`,
    undo: undoWords(entry, seat === you ? "you" : who),
    "ask-undo": `Seat ${seat} asks to take a move back.`,
    refuse: `Seat ${seat} would rather not take back.`,
    bot: `${bot} plays for ${seat === you ? "you" : who} from now on.`,
    back: seat === you ? "The seat is yours again." : `${who} is back and plays again.`,
    chat: `${seat ? `Seat ${seat}` : "Somebody"}: ${entry.text ?? ""}`,
    rematch: "There is a next table for whoever plays again.",
    decline: `${name || who} does not play again.`,
    closed: "The table was given up.",
  };
  return SAID[entry.kind] ?? null;
}

export function sentencesOf(entry: Entry, you: number | null, nameOf: (seat: number) => string): Sentence[] {
  const own = besides(entry, you, nameOf);
  const said = markDecided(entry, you, inOneBreath((entry.events ?? []).flatMap(({ text }) => text ?? [])));
  return [...(own ? [own] : []), ...said].map((text, i) => ({ key: `${entry.number}-${i}`, number: entry.number, text, seat: entry.seat, forYou: text.startsWith(FOR_YOU) }));
}
