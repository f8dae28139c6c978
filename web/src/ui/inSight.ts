// Brings what can be used now into sight, where a hand is wider than the screen.
//
// Must never move a hand in which everything can be used, or in which the first of it is seen already: somebody may be looking through it.

const AIR = 8;

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
