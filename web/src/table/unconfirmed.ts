// What has become of something that one has pressed and the server has not confirmed, in words.

/** From then on it is told that a move is on its way: on a good line it is there before. */
export const SLOW = 400;
/** From then on nobody knows where it is. */
export const LOST = 3000;

/** `what`: "Pass"; "": it is not known yet. `late`: it takes longer than on a good line. */
export function onItsWayWords(what: string, { silent, unsent, late }: { silent: boolean; unsent: boolean; late: boolean }): string {
  const named = what && `: ${what}`;
  if (!silent && !late) {
    return `Your move is on its way${named}.`;
  }
  return unsent ? `Not sent yet${named}. It is sent when the server answers, if you are still asked.` : `Sent, not confirmed yet${named}. It is repeated when the server answers, and counts once if it comes in time.`;
}

export const FIRST_ARRIVES = "First your move must arrive.";
export const FIRST_UNDONE = "First your undo must arrive.";
export const ARRIVED = "Your move has arrived:";
