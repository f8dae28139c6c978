// What a person has set on this device: ground, motion, pace of bots. Kept in the browser, sent nowhere.
import { read, write } from "../storage/small";

export type Ground = "system" | "light" | "dark";
export type Motion = "system" | "full" | "none";

interface Kept {
  ground: Ground;
  motion: Motion;
  sounds: boolean;
  /** persons at the table say something at big moments */
  remarks: boolean;
  /** tell by the system when it is one's turn and the page is out of sight */
  notify: boolean;
  /** how long the steps of others stand: 1 is usual, 2 twice as long, 0 not at all */
  pace: number;
  name: string;
  /** show the signs that others give at a table */
  signs: boolean;
  /** tables as text and lists instead of pictures */
  plain: boolean;
  /** also what is no choice, or concerns others: without the standard orders */
  asksAll: boolean;
  /** by game, which of the orders that stand under one heading was chosen, where that is not the standard one */
  policies: Record<string, string[]>;
  /** One Billion Users: the deck's card comes by itself */
  drawsForMe: boolean;
  /** the same: why a scale that tips costs points has been said */
  knowsScale: boolean;
  /** the log stands beside the table */
  log: boolean;
  /** games whose lessons need not be offered at a table any more */
  knows: string[];
  /** games whose signs were explained by themselves */
  legends: string[];
  /** by game: how well each rival played in the last game that was begun against bots */
  rivals: Record<string, string[]>;
  /** on the first page, "More" is open */
  more: boolean;
}

const KEY = "billions.settings";
const INITIAL: Kept = { ground: "system", motion: "system", sounds: true, remarks: true, notify: false, pace: 1, name: "", signs: true, plain: false, asksAll: false, policies: {}, drawsForMe: false, knowsScale: false, log: false, knows: [], legends: [], rivals: {}, more: false };

function kept(): Kept {
  const found = read<Partial<Kept>>(KEY, {});
  if (typeof found.pace !== "number" || found.pace > 4) {
    found.pace = INITIAL.pace; // it was milliseconds once
  }
  return { ...INITIAL, ...found };
}

export const settings = $state<Kept>(kept());

const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const calmSystem = matchMedia("(prefers-reduced-motion: reduce)");

export function applySettings(): void {
  const dark = settings.ground === "dark" || (settings.ground === "system" && darkSystem.matches);
  document.documentElement.dataset.ground = dark ? "dark" : "light";
  document.documentElement.dataset.motion = moves() ? "full" : "none";
}

export function keepSettings(): void {
  applySettings();
  write(KEY, settings);
}

/** Whether things may move on their way. */
export function moves(): boolean {
  return settings.motion === "full" || (settings.motion === "system" && !calmSystem.matches);
}

darkSystem.addEventListener("change", applySettings);
calmSystem.addEventListener("change", applySettings);
