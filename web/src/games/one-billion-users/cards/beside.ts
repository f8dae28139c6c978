// Where a card is shown large: on the side of the table where the card itself is not, as high as there is room, and never on what is asked.
//
// Must never look at the page: whoever calls it has measured.
import { meets, type Box } from "../../../people/speech/speaking";

const EDGE = 16;
const GAP = 8;

/** The left upper corner for something of that size. `card`: what is pointed at; `table`: within its sides it stands; `asked`: what it keeps off. */
export function beside(card: Box, table: Box, size: { width: number; height: number }, asked: readonly Box[]): { left: number; top: number } {
  const { width, height } = size;
  const left = table.left + EDGE;
  const right = table.left + table.width - width - EDGE;
  const first = card.left + card.width / 2 > table.left + table.width / 2 ? left : right;
  const middle = table.top + Math.max(GAP, (table.height - height) / 2);
  const columns = table.width < 2 * width + 4 * EDGE ? [table.left + (table.width - width) / 2] : [first, left + right - first];
  for (const column of columns) {
    // In the middle, else as low as what is asked lets it.
    const under = asked.filter((one) => one.left < column + width && column < one.left + one.width && one.top > table.top);
    const lowest = Math.min(...under.map(({ top }) => top - height - GAP));
    const top = Math.min(middle, lowest);
    const box = { left: column, top, width, height };
    if (top >= table.top + GAP && !asked.some((one) => meets(one, box)) && (columns.length === 1 || !meets(card, box))) {
      return { left: column, top };
    }
  }
  return { left: columns[0] ?? left, top: table.top + GAP };
}
