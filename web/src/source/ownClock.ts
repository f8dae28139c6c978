// How much of one's own clock ran while the server did not answer. Worked out from what the server says of clocks before and after, and from
// the decisions it made meanwhile: a clock does not run while a table is paused, or while a bot plays for who is away.
//
// Must never count a window: its time is the same for all who are asked, and nobody keeps what is left of it. Nor days: seconds are no matter
// there.
import type { Entry, Setup, Standing } from "../engine/types";

export interface OwnClock {
  /** milliseconds until the server decides for us, reserve included; null: our clock does not run */
  left: number | null;
  /** milliseconds of reserve */
  reserve: number;
}

/** As the server says it, `since` milliseconds later. */
export function ownClock({ asked, clocks }: Pick<Standing, "asked" | "clocks">, you: number | null, since: number): OwnClock {
  const ends = asked?.you && !asked.window ? asked.ends : null;
  return { left: ends === null ? null : Math.max(0, ends - since), reserve: clocks?.find(({ seat }) => seat === you)?.bank ?? 0 };
}

/** Milliseconds that ran between two moments, `missed` being all that happened between them. */
export function ranOn(before: OwnClock, after: OwnClock, missed: readonly Entry[], you: number | null, pace: Setup["pace"]): number {
  let { left, reserve } = before;
  let ran = 0;
  const all = (): number => left ?? (pace.move ?? 0) * 1000 + reserve;
  for (const { how } of missed.filter(({ kind, seat }) => kind === "move" && seat === you)) {
    if (how === "timeout") {
      ran += all();
      reserve = 0;
    }
    left = null;
  }
  ran += after.left === null ? 0 : all() - after.left;
  return pace.kind === "live" ? Math.max(0, ran) : 0;
}
