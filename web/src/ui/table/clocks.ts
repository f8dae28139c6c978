// What is left on a clock, as words and figures. A server tells it once for each question (docs/protocol.md, "Clocks"); from then on it is
// reckoned here, for the eye only.
//
// Must never decide that time is up: the server does.
import type { Asked, Clock, Setup } from "../../engine/types";

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

/** As src/server/tables/setup.c has them, where nothing else was chosen: seconds, days and hours. */
const USUAL = { move: 60, bank: 300, window: 20, days: 3, window_hours: 24 };
const minutes = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);

/** "1 min for each move, with 5 min in reserve; 20 s to answer what a rival does." "" where one may think as long as one likes. */
export function paceWords(pace: Setup["pace"]): string {
  const { move, bank, window, days, window_hours } = { ...USUAL, ...pace };
  const answer = "to answer what a rival does";
  switch (pace.kind) {
    case "live":
      return `${minutes(move)} for each move, with ${minutes(bank)} in reserve; ${minutes(window)} ${answer}`;
    case "days":
      return `${days} ${days === 1 ? "day" : "days"} for each move; ${window_hours} h ${answer}`;
    default:
      return "";
  }
}
