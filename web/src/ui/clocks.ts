// What is left on a clock, as words and figures. A server tells it once for each question (docs/protocol.md, "Clocks"); from then on it is
// reckoned here, for the eye only.
//
// Must never decide that time is up: the server does.
import type { Asked, Clock } from "../engine/types";

export interface Left {
  /** milliseconds for the decision that is asked; null: none is */
  decision: number | null;
  /** milliseconds of reserve; null: there is no reserve at this table */
  reserve: number | null;
  runs: boolean;
}

/** Of one seat, `since` milliseconds after the server said so. Null: nothing to show. */
export function leftOf(seat: number, asked: Asked | null, clocks: Clock[] | null, since: number): Left | null {
  const clock = clocks?.find((one) => one.seat === seat);
  const running = (asked?.seats.includes(seat) ?? false) && asked?.ends != null;
  if (!running || asked?.ends == null) {
    return clock ? { decision: null, reserve: clock.bank, runs: false } : null;
  }
  // `ends` counts both: first the time for the decision runs, then the reserve, which a window never touches.
  const all = Math.max(0, asked.ends - since);
  const reserve = clock && !asked.window ? Math.min(clock.bank, all) : null;
  return { decision: all - (reserve ?? 0), reserve, runs: true };
}

/** "0:42", "5:00", "23 h", "3 days". */
export function figures(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.round(seconds / 3600);
  if (hours >= 48) {
    return `${Math.round(hours / 24)} days`;
  }
  if (seconds >= 5400) {
    return `${hours} h`;
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function spokenLeft({ decision, reserve, runs }: Left): string {
  const left = runs && decision !== null ? `${figures(decision)} left for this decision` : "";
  const kept = reserve === null ? "" : `${figures(reserve)} in reserve`;
  return [left, kept].filter(Boolean).join(", ");
}
