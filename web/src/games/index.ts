// The tables of the games: for each a component, loaded when somebody sits down at it. It gets the store of the table and shows all of
// it but the bar and the log: what lies on the table, the hand, what is asked. A game that is not named here gets the text view, which
// plays everything by lists; so does everybody who prefers that (settings).
import type { Component, Snippet } from "svelte";
import type { View } from "../engine/types";
import type { Table } from "../table/table.svelte";
import type { Staging } from "./scene";
import type { TextOfGame } from "./text";
import { settings } from "../ui/settings.svelte";

export interface GameProps {
  table: Table;
  /** what is told for a while, where the game has a place for it: on telephones, 6 Billion */
  told?: Snippet | undefined;
}

export interface HandsProps {
  view: View;
  names: (seat: number) => string;
}

interface GameTable {
  load: () => Promise<{ default: Component<GameProps> }>;
  /** the same for everybody in the room: no hand, nothing to press (screen/); else `load` does */
  screen?: () => Promise<{ default: Component<GameProps> }>;
  /** the own hand and what is asked, where the table stands on a big screen; else `load` does */
  hand?: () => Promise<{ default: Component<GameProps> }>;
  /** it wants the table drawn in text as well */
  board?: boolean;
  /** on telephones it has a place of its own for what is told for a while (GameProps.told) */
  tells?: boolean;
  /** one draws from a deck, and may let its card come by itself */
  draws?: boolean;
  /** all hands of a finished game */
  hands?: () => Promise<{ default: Component<HandsProps> }>;
  /** what the signs of the table are: rows of ui/table/LegendRow.svelte; the context `table` gives the table */
  legend?: () => Promise<{ default: Component }>;
  /** the table in words, for the text view */
  text?: () => Promise<{ textOf: (view: View) => Promise<TextOfGame> }>;
  /** what happenings are worth */
  stage?: () => Promise<Pick<Staging, "stage" | "scenes" | "earned" | "late" | "round" | "goesBackFurther">>;
  /** and how they are drawn */
  picture?: () => Promise<{ default: Staging["Picture"] }>;
  /** and that in the middle of the table */
  grand?: () => Promise<{ default: Staging["OnStage"] }>;
}

const plain: GameTable = { load: () => import("./generic/Generic.svelte"), board: true };

const tables: Record<string, GameTable> = {
  "one-billion-users": {
    load: () => import("./one-billion-users/Obu.svelte"),
    draws: true,
    screen: () => import("./one-billion-users/Screen.svelte"),
    hand: () => import("./one-billion-users/HandOnly.svelte"),
    hands: () => import("./one-billion-users/OpenHands.svelte"),
    legend: () => import("./one-billion-users/Legend.svelte"),
    text: () => import("./one-billion-users/text"),
    stage: () => import("./one-billion-users/staging"),
    picture: () => import("./one-billion-users/ScenePicture.svelte"),
    grand: () => import("./one-billion-users/OnStage.svelte"),
  },
  "six-billion": {
    load: () => import("./six-billion/Six.svelte"),
    tells: true,
    screen: () => import("./six-billion/Screen.svelte"),
    hand: () => import("./six-billion/HandOnly.svelte"),
    hands: () => import("./six-billion/OpenHands.svelte"),
    legend: () => import("./six-billion/Legend.svelte"),
    text: () => import("./six-billion/text"),
    stage: () => import("./six-billion/staging"),
    picture: () => import("./six-billion/ScenePicture.svelte"),
    grand: () => import("./six-billion/OnStage.svelte"),
  },
};

export function gameTable(game: string): GameTable {
  const own = tables[game] ?? plain;
  return settings.plain ? { ...plain, board: !own.text } : own;
}

/** What the text view says of this game; null: it has the engine's board, and moves as they are written. */
export async function textOfGame(view: View): Promise<TextOfGame | null> {
  return (await (await tables[view.game]?.text?.())?.textOf(view)) ?? null;
}

/** How much of a table is shown: all of it to who sits there, what everybody in the room sees, or one's own hand beside a big screen. */
export type Part = "whole" | "screen" | "hand";

export function partOf(game: string, part: Part): Promise<{ default: Component<GameProps> }> {
  const table = gameTable(game);
  return (part === "whole" ? table.load : (table[part] ?? table.load))();
}

/** By which the steps of this game are staged, also beside a table of text; null: all are alike. */
export async function stagingOf(game: string): Promise<Staging | null> {
  const { stage, picture, grand } = tables[game] ?? {};
  if (!stage || !picture || !grand) {
    return null;
  }
  const [staged, small, large] = await Promise.all([stage(), picture(), grand()]);
  return { ...staged, Picture: small.default, OnStage: large.default };
}

/** Whether there are signs to explain: not where the table is text. */
export function hasLegend(game: string): boolean {
  return tables[game]?.legend !== undefined && !settings.plain;
}

export async function legendOf(game: string): Promise<{ default: Component } | null> {
  return (await tables[game]?.legend?.()) ?? null;
}

/** How all hands are shown at once; null: the table itself does. */
export async function openHands(game: string): Promise<{ default: Component<HandsProps> } | null> {
  return (await tables[game]?.hands?.()) ?? null;
}
