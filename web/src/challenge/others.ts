// Playings of others that came here by a link or from the server: each proven before it is kept, under its challenge.
//
// Must never keep what was not proven, nor hand out a record to who has not finished the same challenge.
import { Refusal } from "../engine/engine";
import type { Played } from "../engine/types";
import { lettersOf, recordIn } from "../replay/links";
import { change, read } from "../storage/small";
import { provenIn, standing } from "./challenge";

export interface Other {
  /** of the record: one that comes twice is kept once */
  key: string;
  challenge: string;
  name: string;
  points: number;
  place: number;
  letters: string;
}

const KEY = "billions.others";
/** Some kilobytes each; older ones are forgotten. */
const MOST = 80;

const known = (): Other[] => read<Other[]>(KEY, []);

function keep(other: Other): void {
  change<Other[]>(KEY, [], (there) => [...there.filter(({ key }) => key !== other.key), other].slice(-MOST));
}

/** Proves a record and keeps it beside its challenge. Rejects with a sentence. */
export async function takeIn(record: string, name?: string): Promise<{ played: Played; other: Other }> {
  const played = await provenIn(record);
  const letters = await lettersOf(record);
  const key = `${played.id} ${letters.slice(-40)}`;
  const other: Other = { key, challenge: played.id, name: name ?? (played.name || "Somebody"), points: played.points, place: played.place, letters };
  const mine = (await standing(played.id)).game?.record;
  if (!mine || (await lettersOf(withoutName(mine))) !== (await lettersOf(withoutName(record)))) {
    keep(other);
  }
  return { played, other };
}

const withoutName = (record: string): string => record.replace(/^(Seat \d: person).*$/m, "$1");

/** Those of a challenge, the best first. They lie here whether one has played or not: who shows them looks at that. */
export function othersOf(challenge: string): Other[] {
  return known().filter((one) => one.challenge === challenge).sort((a, b) => a.place - b.place || b.points - a.points);
}

/** The record of one of them, for who has finished the challenge. */
export async function recordOfOther(key: string): Promise<string> {
  const other = known().find((one) => one.key === key);
  if (!other || (await standing(other.challenge)).state !== "over") {
    throw new Refusal("Whoever has played this deal to its end can look at how others did.");
  }
  return recordIn(other.letters);
}
