// Brings what can be used now, or what has just come, into sight, where a hand is wider than the screen.
//
// Must never move a hand in which everything can be used, or in which the first of it is seen already: somebody may be looking through it.

const AIR = 8;

/** A card of a hand comes to the edge where it was out of sight, and one that is seen moves nothing. */
export function bring(hand: HTMLElement | undefined, card: Element | undefined): void {
  if (hand && card) {
    const [room, own] = [hand.getBoundingClientRect(), card.getBoundingClientRect()];
    if (own.left < room.left) {
      hand.scrollLeft -= room.left - own.left + AIR;
    } else if (own.right > room.right) {
      hand.scrollLeft += own.right - room.right + AIR;
    }
  }
}

export function firstOfUse(hand: HTMLElement | undefined): void {
  const first = hand?.querySelector(".dim, .aside") ? hand.querySelector(".slot:not(.dim, .aside)") : null;
  if (!hand || !first) {
    return;
  }
  const [room, card] = [hand.getBoundingClientRect(), first.getBoundingClientRect()];
  if (card.left < room.left || card.right > room.right) {
    hand.scrollLeft += card.left - room.left - AIR;
  }
}
