// What has become of something that one has pressed and the server has not confirmed, in words.

/** From then on it is told that a move is on its way: on a good line it is there before. */
export const SLOW = 400;
/** From then on nobody knows where it is. */
export const LOST = 3000;

export const OVERDUE = "Time is over by now, as far as one can tell from here.";

/** `what`: "Pass"; "": it is not known yet. `late`: it takes longer than on a good line; `over`: so long that time must have run out. */
export function onItsWayWords(what: string, { silent, unsent, late, over }: { silent: boolean; unsent: boolean; late: boolean; over: boolean }): string {
  const named = what && `: ${what}`;
  if (!silent && !late) {
    return `Your move is on its way${named}.`;
  }
  const [state, follows] = unsent ? ["Not sent yet", "It is sent when the server answers, if you are still asked."] : ["Sent, not confirmed yet", "It is repeated when the server answers, and counts once if it comes in time."];
  return `${state}${named}. ${over ? OVERDUE : follows}`;
}

export const FIRST_ARRIVES = "First your move must arrive.";
export const FIRST_UNDONE = "First your undo must arrive.";
export const ARRIVED = "Your move has arrived:";
