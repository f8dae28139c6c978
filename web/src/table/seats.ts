// What an entry of the log changes of the seat that it names: who sits there, and whether a bot plays for them.
//
// Must never change any other seat.
import type { Asked, Entry, Seat } from "../engine/types";
import { botPlays } from "./away";

type Change = (seat: Seat, entry: Entry, playing: boolean) => Seat;

/** The seat of a game that goes on keeps the name of who has left it: what was told of it stays true. */
const leaves: Change = ({ seat }, { kind, name }, playing) => ({ seat, kind: "free", ...(kind === "left" && playing && name ? { left: name } : {}) });
const CHANGES: Partial<Record<Entry["kind"], Change>> = {
  seated: (seat, { name = "" }) => ({ ...seat, kind: "person", name, connected: true }),
  "bot-seated": ({ seat, left }, { name = "" }) => ({ seat, kind: "bot", name, ...(left ? { left } : {}) }),
  left: leaves,
  "bot-left": leaves,
  removed: leaves,
  bot: (seat, { name = "" }) => ({ ...seat, away: true, bot: name }),
  back: (seat) => ({ ...seat, away: false }),
};

export function seatsAfter(seats: Seat[], entry: Entry, playing: boolean): Seat[] {
  const change = CHANGES[entry.kind];
  return change ? seats.map((seat) => (seat.seat === entry.seat ? change(seat, entry, playing) : seat)) : seats;
}

/** Bots answer, and nobody else. */
export function botsAt(seats: readonly Seat[], asked: Asked | null): boolean {
  return asked !== null && asked.seats.length > 0 && asked.seats.every((seat) => botPlays(seats[seat - 1]));
}
