// Playing again at a server: the next table of a game that is over, who sits there already, and whether one takes part.
//
// Must never take a seat that nobody asked for: that there is a next table is no yes to it.
import type { TableState } from "../../engine/types";
import { Asking } from "../../source/asking.svelte";
import { call } from "../../source/http";
import { tokenOf } from "../../source/tokens";
import { decline, rematch } from "./seating";
import type { Listed } from "../tables";

/** Others sit down one after the other; so often one looks who is there, while the page is in sight. */
const EVERY = 3000;
/** Whoever asks for the next table takes the seat there a moment later. */
const AT_FIRST = 500;

interface Next {
  state: TableState;
  seats: Listed["seats"];
}

/** Who sat at the table before: the next one only knows that seats are free. */
const before = new Map<string, Listed["seats"]>();
export function askedThere(table: string, seat: number): string | null {
  const who = before.get(table)?.[seat - 1];
  return who?.kind === "person" && who.left === undefined ? (who.name ?? null) : null;
}

/** Who had left that seat of the table before while its game ran: it is free for anybody. */
export function leftThere(table: string, seat: number): string | null {
  return before.get(table)?.[seat - 1]?.left ?? null;
}

export class Again {
  /** the letters of the next table, once somebody has asked for it */
  table = $state<string | null>(null);
  next = $state.raw<Next | null>(null);
  /** what was pressed here last about taking part; null: nothing yet, and what the table has heard before holds */
  declined = $state<boolean | null>(null);
  readonly asking = new Asking();
  #beat = 0;

  constructor(readonly old: string, readonly token: string | null) {}

  /** There is a next table: from now on it is known who sits there. */
  follow(table: string): void {
    if (this.table !== table) {
      this.table = table;
      void this.#look();
    }
  }

  /** This browser has sat down there already. */
  get sits(): boolean {
    return this.table !== null && tokenOf(this.table) !== null;
  }

  /** Those who play again, but for one's own seat. */
  others(you: number | null): string[] {
    return (this.next?.seats ?? []).flatMap((seat) => (seat.kind === "person" && seat.seat !== you ? (seat.name ?? []) : []));
  }

  /** Somebody else's name, if one's own seat has gone to them. */
  lost(you: number): string | null {
    const seat = this.next?.seats[you - 1];
    return !this.sits && seat && seat.kind !== "free" ? (seat.name ?? "Somebody") : null;
  }

  /** One's seat there; its letters. Rejects with a sentence. `seats`: who sat here. */
  async take(seats: Listed["seats"]): Promise<string> {
    const table = await rematch(this.old, this.token ?? "");
    before.set(table, seats);
    return table;
  }

  /** Not this time: the others are told. Rejects with a sentence. */
  async decline(): Promise<void> {
    this.declined = true;
    try {
      await decline(this.old, this.token ?? "");
    } catch (why) {
      this.declined = null;
      throw why;
    }
  }

  /** Whether anybody sits there at that seat. */
  taken(seat: number): boolean {
    return (this.next?.seats[seat - 1]?.kind ?? "free") !== "free";
  }

  close(): void {
    this.asking.close();
    clearTimeout(this.#beat);
    this.#beat = -1;
  }

  async #look(): Promise<void> {
    if (document.visibilityState === "visible") {
      this.next = await call<Next>("GET", `/api/tables/${encodeURIComponent(this.table ?? "")}`).catch(() => this.next);
    }
    if (this.#beat >= 0 && this.next?.state !== "over" && this.next?.state !== "closed") {
      this.#beat = window.setTimeout(() => void this.#look(), this.next?.seats.some(({ kind }) => kind === "person") ? EVERY : AT_FIRST);
    }
  }
}
