// Tells a telephone in somebody's hand, while the eyes are on the big screen, that it is asked something.
//
// Must never be the only sign of it, and never buzz a page that nobody has touched: the browser would complain.

/** Questions that follow one another so closely are one turn. */
const APART = 4000;
let last = 0;

export function buzz(): void {
  const now = Date.now();
  const allowed = "vibrate" in navigator && (!("userActivation" in navigator) || navigator.userActivation.hasBeenActive);
  if (allowed && now - last > APART) {
    navigator.vibrate([90, 60, 90]);
  }
  last = now;
}
