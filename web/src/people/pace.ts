// How long one may think at a table, in words.
import type { Setup } from "../engine/types";

/** As src/server/tables/setup.c has them, where nothing else was chosen: seconds, days and hours. */
const USUAL = { move: 60, bank: 300, window: 20, days: 3, window_hours: 24 };
const minutes = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);

/** "1 min for each move, with 5 min in reserve; 10 s to answer what a rival does." "" where one may think as long as one likes. */
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
