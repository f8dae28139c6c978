// Where a ring round a card of a fan stands: the browser tells of a card that stands aslant only the upright box round it.
//
// Must never look at the page: it is reckoning alone.
export interface Turned {
  left: number;
  top: number;
  width: number;
  height: number;
  /** in degrees: a card of a fan stands aslant */
  turn: number;
}

/** The box of a card by the upright box round it and its angle in radians; of a card that others cover only `shown` of its width. */
export function unturned(round: { left: number; top: number; width: number; height: number }, angle: number, shown = Infinity): Turned {
  const [cos, sin] = [Math.cos(angle), Math.abs(Math.sin(angle))];
  const whole = (round.width * cos - round.height * sin) / (cos * cos - sin * sin);
  const height = (round.height * cos - round.width * sin) / (cos * cos - sin * sin);
  const width = Math.min(whole, shown);
  const aside = (whole - width) / 2;
  const middle = { x: round.left + round.width / 2 - aside * cos, y: round.top + round.height / 2 - aside * Math.sin(angle) };
  return { left: middle.x - width / 2, top: middle.y - height / 2, width, height, turn: (angle * 180) / Math.PI };
}
