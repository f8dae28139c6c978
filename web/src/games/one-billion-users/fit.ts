// How large the cards of a platform are drawn, and in how many rows: whichever shows most of each card. Communities come first and may
// go on in the row of the Influencers; of a card that lies under another one a strip is seen.
//
// Must never look at the page: whoever calls it has measured. Lengths are those of the screen, unless they are called drawn.

export interface Wants {
  /** for cards */
  width: number;
  communities: number;
  influencers: number;
  /** drawn: what stands beside them (Safeguards, a Blocker), with its gap */
  besides: number;
  /** drawn: a card, and between groups */
  card: number;
  gap: number;
  /** how many rows there may be, and how large cards may be drawn in so many; a missing one: not that many */
  most: readonly (number | undefined)[];
  /** how small they may be drawn before they only hide one another */
  smallest: number;
  /** the height of all the rows is there anyway: cards stand in as many as show more of each */
  spare?: boolean;
  /** of a covered card that one can read must be seen so much, on the screen and drawn */
  least: number;
}

export interface Row {
  /** so many Communities; the last row has the Influencers and all else as well */
  communities: number;
  /** drawn: what is seen of a card that lies under another one, at most all of it */
  seen: number;
}

export interface Fit {
  zoom: number;
  rows: Row[];
}

/** Between two cards that lie beside each other. */
const BETWEEN = 4;
/** More rows must show so much more. */
const WORTH = 1.05;
const STEP = 0.02;

/** Communities of a row, and whether it is the last one. */
interface Content {
  communities: number;
  last: boolean;
}

/** What is seen of a covered card of that row, drawn so large. */
function seenAt(wants: Wants, { communities, last }: Content, zoom: number): number {
  const groups = [communities, last ? wants.influencers : 0].filter((cards) => cards > 0);
  const covered = groups.reduce((sum, cards) => sum + cards - 1, 0);
  const beside = groups.length * wants.card + Math.max(0, groups.length - 1) * wants.gap + (last ? wants.besides : 0);
  const room = wants.width / zoom - beside;
  const whole = wants.card + BETWEEN;
  return covered === 0 ? (room < 0 ? Math.max(0, wants.card + room) : whole) : Math.max(0, Math.min(whole, room / covered));
}

/** The part of a card that one sees, of equals the larger card; a strip that cannot be read is worth little. */
function worth(wants: Wants, seen: number, zoom: number): number {
  const read = Math.min(seen, seen * zoom); // figures grow with the card, and letters are never smaller than they can be read
  return seen * zoom ** 2 * Math.min(1, read / Math.min(wants.least, wants.card * zoom)) ** 2;
}

/** The rows that `count` rows can be: Communities evenly in front, and any number of them in the last one. */
function waysIn(wants: Wants, count: number): Content[][] {
  const { communities } = wants;
  const others = wants.influencers > 0 || wants.besides > 0;
  if (count === 1) {
    return [[{ communities, last: true }]];
  }
  const ways: Content[][] = [];
  for (let inLast = others ? 0 : 1; inLast < communities; inLast++) {
    const front = communities - inLast;
    if (front >= count - 1) {
      ways.push([
        ...Array.from({ length: count - 1 }, (_, i) => ({ communities: Math.floor(front / (count - 1)) + (i < front % (count - 1) ? 1 : 0), last: false })),
        { communities: inLast, last: true },
      ]);
    }
  }
  return ways;
}

export function fitOf(wants: Wants): Fit {
  let best: { value: number; seen: number; zoom: number; way: Content[] } | null = null;
  for (const [i, largest] of wants.most.entries()) {
    if (largest === undefined || (i > 0 && largest < Math.min(wants.smallest, wants.most[0] ?? 0))) {
      continue;
    }
    let here: { value: number; seen: number; zoom: number; way: Content[] } | null = null;
    for (const way of waysIn(wants, i + 1)) {
      for (let zoom = largest; zoom >= Math.min(largest, wants.smallest) - STEP / 2; zoom -= STEP) {
        const seen = Math.min(...way.map((row) => seenAt(wants, row, zoom)));
        const value = worth(wants, seen, zoom);
        if (!here || value > here.value * 1.001) {
          here = { value, seen, zoom, way };
        }
      }
    }
    if (here && (!best || here.value > WORTH * best.value || (wants.spare && here.seen > WORTH * best.seen))) {
      best = here;
    }
  }
  const { zoom, way } = best ?? { zoom: wants.most[0] ?? 1, way: [{ communities: wants.communities, last: true }] };
  return { zoom, rows: way.map((row) => ({ communities: row.communities, seen: seenAt(wants, row, zoom) })) };
}

/** How what one can open with is laid out: so many beside each other, each with a large card, a small one or none, this much larger than it is drawn. */
export interface Opening {
  across: number;
  card: "large" | "small" | null;
  zoom: number;
  /** the words are beside the card, not below it */
  beside: boolean;
}

/** pixels of a card, and how small it may be drawn */
const DRAWN = { large: { wide: 112, high: 157, least: 0.75, most: 1.5 }, small: { wide: 52, high: 73, least: 0.8, most: 1.6 } } as const;
/** between two, and within the frame of one */
const [APART, FRAME] = [8, 18];
/** of a letter, and of a line: in a narrow place they are smaller */
const NARROW = 560;
const [SMALL, USUAL] = [{ letter: 6.8, line: 17 }, { letter: 7.8, line: 20 }];
/** what words need beside a card and below it, and the widest that one option is; a small card does not say its name */
const [BESIDE, BELOW] = [160, 130];
const NAME = 16;
export const WIDEST = 420;

/** Cards with `told` letters of words each (0: none) into so many pixels: the largest cards that leave the words their room. */
export function openingFit(count: number, width: number, height: number, told: number): Opening {
  const { letter, line } = width < NARROW ? SMALL : USUAL;
  const words = (letters: number, wide: number): number => Math.ceil((letters * letter) / Math.max(1, wide)) * line;
  const tried = Array.from({ length: count }, (_, i) => i + 1).flatMap((across) => {
    const wide = Math.min(WIDEST, (width - (across - 1) * APART) / across) - FRAME;
    const rows = Math.ceil(count / across);
    const high = (height - (rows - 1) * APART) / rows - FRAME;
    return (["large", "small"] as const).flatMap((card) => {
      const letters = told + (card === "small" ? NAME : 0);
      return (letters === 0 ? [false] : [true, false]).map((beside): Opening & { seen: number } => {
        const drawn = DRAWN[card];
        const zoom = Math.min(drawn.most, (wide - (beside ? BESIDE : 0)) / drawn.wide, (high - (beside ? 0 : words(letters, wide))) / drawn.high);
        const room = letters === 0 || (beside ? words(letters, wide - zoom * drawn.wide) <= high : wide >= BELOW);
        return { across, card, zoom, beside, seen: room && zoom >= drawn.least ? zoom * drawn.high : 0 };
      });
    });
  });
  const best = tried.reduce((a, b) => (b.seen > a.seen ? b : a));
  return best.seen > 0 ? best : { across: Math.max(1, Math.min(count, Math.floor(width / BELOW))), card: null, zoom: 1, beside: false };
}
