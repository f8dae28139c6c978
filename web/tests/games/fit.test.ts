// How the cards of a platform are laid out: at every width and with every number of cards the largest that can be read, and names that are
// parted where one would part them.
import { describe, expect, it } from "vitest";
import { fitOf, openingFit, type Fit, type Wants } from "../../src/games/one-billion-users/fit";
import { parted } from "../../src/games/one-billion-users/cards/parted";

const LARGE = { card: 112, gap: 16, smallest: 0.7, least: 70 };
const wants = (communities: number, width: number, most: (number | undefined)[], more: Partial<Wants> = {}): Wants => ({ ...LARGE, width, communities, influencers: 0, besides: 0, most, ...more });
const strip = ({ zoom, rows }: Fit): number => zoom * Math.min(...rows.map(({ seen }) => seen));
const across = (fit: Fit, { card, gap, influencers, besides }: Wants): number[] =>
  fit.rows.map(({ communities, seen }, i) => {
    const last = i === fit.rows.length - 1;
    const groups = [communities, last ? influencers : 0].filter((cards) => cards > 0);
    return fit.zoom * (groups.reduce((sum, cards) => sum + card + (cards - 1) * seen, 0) + Math.max(0, groups.length - 1) * gap + (last ? besides : 0));
  });

describe("the cards of a platform", () => {
  it("lie whole beside each other, as large as there is height, while there is width", () => {
    expect(fitOf(wants(4, 1200, [1.4, 0.64]))).toEqual({ zoom: 1.4, rows: [{ communities: 4, seen: 116 }] });
  });
  it("never need more than the width, and lose none", () => {
    for (const width of [346, 776, 1230, 1560]) {
      for (let communities = 1; communities <= 14; communities++) {
        for (const influencers of [0, 2, 4]) {
          const asked = wants(communities, width, [1.4, 0.9, 0.72], { influencers, besides: 84 });
          const fit = fitOf(asked);
          expect(fit.rows.reduce((sum, row) => sum + row.communities, 0)).toBe(communities);
          if (fit.rows.every(({ seen }) => seen > 0 && seen < 112)) {
            expect(Math.max(...across(fit, asked)), `${communities} and ${influencers} at ${width}`).toBeLessThanOrEqual(width + 1);
          }
        }
      }
    }
  });
  it("are drawn large and covered before they are drawn small and whole, as long as one can read them", () => {
    const fit = fitOf(wants(13, 1230, [1.1], { influencers: 2, besides: 84 }));
    expect(fit.zoom).toBeGreaterThan(0.9);
    expect(strip(fit)).toBeGreaterThanOrEqual(64);
  });
  it("stand in two rows where that shows more, with the last Communities beside the Influencers", () => {
    const fit = fitOf(wants(13, 776, [1.5, 0.95], { influencers: 2 }));
    expect(fit.rows.length).toBe(2);
    expect(fit.rows[1]?.communities).toBeGreaterThan(2);
    expect(strip(fit)).toBeGreaterThan(64);
  });
  it("stand in two rows rather than cover one another where a neighbour's second row has made the room", () => {
    const rival = { card: 54, gap: 14, smallest: 0.7, least: 36, width: 346, communities: 4, influencers: 2, besides: 0, most: [1.24, 1] };
    expect(fitOf(rival).rows).toHaveLength(1);
    const spare = fitOf({ ...rival, spare: true });
    expect(spare.rows).toHaveLength(2);
    expect(Math.min(...spare.rows.map(({ seen }) => seen))).toBe(58);
    expect(fitOf({ ...rival, communities: 1, influencers: 1, spare: true })).toEqual(fitOf({ ...rival, communities: 1, influencers: 1 }));
  });
  it("stay in one row where a second one would be too low", () => {
    expect(fitOf(wants(11, 1230, [1, 0.44], { influencers: 2 })).rows).toHaveLength(1);
  });
  it("do not jump back and forth: with more of them each is never drawn larger in as many rows", () => {
    let before = { rows: 1, zoom: Infinity };
    for (let communities = 4; communities <= 14; communities++) {
      const { rows, zoom } = fitOf(wants(communities, 1230, [1.4, 0.66]));
      expect(rows.length).toBeGreaterThanOrEqual(before.rows);
      if (rows.length === before.rows) {
        expect(zoom).toBeLessThanOrEqual(before.zoom + 0.001);
      }
      before = { rows: rows.length, zoom };
    }
  });
});

describe("a long name", () => {
  it("may be parted where its parts meet", () => {
    expect(parted("Birdwatching Log").replaceAll("\u00ad", "-")).toBe("Bird-watching Log");
    expect(parted("Backyard Astronomers").replaceAll("\u00ad", "-")).toBe("Back-yard Astro-nomers");
  });
  it("of another edition, between its syllables; short words and others never", () => {
    expect(parted("Calamities").replaceAll("\u00ad", "-")).toBe("Cala-mities");
    expect(parted("Knit Night")).toBe("Knit Night");
    expect(parted("TODAYS-MEME-2000")).toBe("TODAYS-MEME-2000");
  });
});

describe("what one can open with", () => {
  it("has large cards with words beside them at a desk, small ones below each other on a telephone, and words alone where there is room for no more", () => {
    expect(openingFit(2, 1360, 240, 118)).toMatchObject({ across: 2, card: "large", beside: true });
    expect(openingFit(3, 350, 280, 118)).toMatchObject({ across: 1, card: "small", beside: true });
    expect(openingFit(2, 320, 60, 118)).toMatchObject({ card: null });
  });
  it("leaves the words their room, and every card its own, whatever the room is", () => {
    for (const [width, height] of [[1360, 240], [780, 480], [350, 280], [350, 200], [1240, 96]] as const) {
      for (let count = 2; count <= 7; count++) {
        for (const letters of [0, 118]) {
          const { across, card, zoom, beside } = openingFit(count, width, height, letters);
          const [wide, high] = card === "large" ? [112, 157] : card === "small" ? [52, 73] : [0, 0];
          const rows = Math.ceil(count / across);
          expect(across * zoom * wide, `${count} into ${width}`).toBeLessThanOrEqual(width);
          expect(rows * zoom * high, `${count} into ${height}`).toBeLessThanOrEqual(height);
          expect(beside && letters === 0 && card === "large").toBe(false);
        }
      }
    }
  });
});
