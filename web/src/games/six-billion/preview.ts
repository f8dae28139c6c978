// What a move would do, asked of the engine: a match is made of what one sees, the move is played there, and both are compared.
//
// Must never change the true table, and must never guess: what cannot be known yet is simply not in the answer.
import { engine } from "../../source/engine";
import { FILL_UP } from "./ask/turnEnd";
import type { SixView } from "./view";
import { siteName } from "./words";

export interface Preview {
  /** the view after it */
  after: SixView;
  /** what happens, in sentences */
  lines: string[];
}

/** Filling the hand up from the deck. */
export interface Drawn {
  /** so many cards come from the deck; 0: there is none, or nothing to fill */
  count: number;
  /** one draws at all: an open card can be taken instead */
  draws: boolean;
  /** and then the turn is over */
  ends: boolean;
}

const kept = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Asked once for each view and question. */
function tried<What>(view: SixView, question: string, ask: (match: number, viewer: number) => Promise<What>): Promise<What | null> {
  const known = kept.get(view) ?? new Map<string, Promise<unknown>>();
  kept.set(view, known);
  const answer = (known.get(question) as Promise<What | null> | undefined) ?? onTrial(view, ask);
  known.set(question, answer);
  return answer;
}

async function onTrial<What>(view: SixView, ask: (match: number, viewer: number) => Promise<What>): Promise<What | null> {
  const seats = Object.keys(view.points).length;
  try {
    const { match } = await engine().ask("new", { position: view, keepView: true, players: Array.from({ length: seats }, () => null) });
    try {
      return await ask(match, view.viewer ?? 0);
    } finally {
      void engine().ask("free", { match }); // nothing waits for that
    }
  } catch {
    return null; // A preview is a help; without it the move can be made all the same.
  }
}

export function preview(view: SixView, move: string): Promise<Preview | null> {
  return tried(view, move, async (match, viewer) => {
    await engine().ask("play", { match, move });
    // Asked in one go: on a slow telephone every question and answer costs a moment.
    const [look, story] = await Promise.all([engine().ask("look", { match, viewer }), engine().ask("story", { match, viewer })]);
    return { after: look.view as SixView, lines: story.map((line) => line.text) };
  });
}

/** What the order "fill up" would draw: now, or after a move; null: nobody can say it. */
export function drawnAfter(view: SixView, move: string | undefined): Promise<Drawn | null> {
  return tried(view, `fill up after ${move ?? ""}`, async (match, viewer) => {
    const asks = async (): Promise<boolean> => {
      const now = (await engine().ask("look", { match, viewer })).view as SixView;
      return now.step === "draw" && now.to_move === view.to_move;
    };
    if (move !== undefined) {
      await engine().ask("play", { match, move });
    }
    const draws = await asks();
    if (draws) {
      await engine().ask("order", { match, seat: viewer, words: FILL_UP }).catch(() => undefined); // only open cards are left
    }
    // Nobody's cards are known here, so that turns of others may be over at once: they are not looked at.
    const news = await engine().ask("news", { match, viewer, seen: 0 });
    const events = news.flatMap((message) => (message.type === "entry" ? (message.events ?? []) : []));
    const next = events.findIndex(({ kind }) => kind === "turn" || kind === "over");
    const own = next < 0 ? events : events.slice(0, next);
    return { count: own.filter(({ kind, seat }) => kind === "drew" && seat === viewer).length, draws, ends: next >= 0 || !(await asks()) };
  });
}

/** What becomes of a token: "4 → 2", or "32 free" if it stays as it is. */
export function becomes(before: SixView, after: SixView, colour: string, site: string): string {
  const was = before.tracks[site]?.[colour] ?? 0;
  const is = after.tracks[site]?.[colour] ?? 0;
  return was === is ? `${was} free` : `${was} → ${is}`;
}

/** The same in words: "Earth falls to 2", or "Earth stays on 32". */
export function falls(before: SixView, after: SixView, colour: string, site: string): string {
  const was = before.tracks[site]?.[colour] ?? 0;
  const is = after.tracks[site]?.[colour] ?? 0;
  return `${siteName(site)} ${is < was ? "falls to" : "stays on"} ${is}`;
}
