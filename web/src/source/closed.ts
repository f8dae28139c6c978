// The source of a table that is only looked at: a replay, a game of bots on the first page.
//
// Must never let anything be played.
import { Refusal } from "../engine/engine";
import type { Source } from "./source";

/** `why`: what is said to who tries to do something all the same. */
export function closedSource(why: string): Source {
  const no = (): Promise<never> => Promise.reject(new Refusal(why));
  return {
    local: true,
    hear: () => undefined,
    ready: () => Promise.resolve(),
    start: () => Promise.resolve(),
    move: no,
    undo: no,
    answerUndo: no,
    order: no,
    endOrder: no,
    chat: no,
    hint: no,
    why: no,
    look: () => Promise.resolve(null),
    record: no,
    close: () => undefined,
  };
}
