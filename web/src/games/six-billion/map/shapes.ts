// What is drawn on the map besides its tracks. The signs of seats, by which tokens are told apart, are those of the whole page.
import { SHAPES } from "../../../ui/table/seatShapes";
import { markOf } from "../view";

/** The outline of a colour's sign, and what puts it at a place of a drawing: so large round its middle. */
export const shapeOf = (colour: string): string => SHAPES[markOf(colour) - 1] ?? "";
export const shapeAt = (size: number, x = 0, y = 0): string => `translate(${x} ${y}) scale(${size / 14}) translate(-8 -8)`;
/** The sign of the own Hidden Agenda, an eye, in a box of 24 by 24, drawn with lines. */
export const AGENDA = "M2 12C5 7.500 8.500 5.500 12 5.500S19 7.500 22 12C19 16.500 15.500 18.500 12 18.500S5 16.500 2 12zM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z";
/** Pictures of kinds of cards, in a box of 24 by 24, drawn with lines. */
export const SIGNS: Record<string, string> = {
  colony: "M3 19h18M5 19a7 7 0 0 1 14 0M12 12V5M12 5l5 2l-5 2",
  migrants: "M3 18l6-3l9-9c2-2 3-1 1 2l-8 9l-2 4l-2-3zM5 21l2-2M8 6h6M5 10h5",
  double: "M8 17a5 5 0 1 1 0-10a5 5 0 0 1 0 10zM16 17a5 5 0 1 0 0-10M14 4l3 3l-3 3",
  recycle: "M5 9a8 8 0 0 1 14 1M19 5v5h-5M19 15a8 8 0 0 1-14-1M5 19v-5h5",
  discovery: "M10 16a6 6 0 1 1 0-12a6 6 0 0 1 0 12zM14.500 14.500L21 21M10 7v6M7 10h6",
  trouble: "M3 19h18M5 19a7 7 0 0 1 14 0M12 13l-2 3h4l-2 3M7 4l2 4M17 4l-2 4M12 3v5",
  home: "M4 12l8-8l8 8M6 10v10h12V10M10 14h4v6",
  death: "M12 3a8 8 0 0 1 5 14v4H7v-4A8 8 0 0 1 12 3zM9 11.500v1M15 11.500v1M10.500 18v3M13.500 18v3",
  pestilence: "M12 7a5 5 0 1 1 0 10a5 5 0 0 1 0-10zM12 7V3M12 21v-4M7 12H3M21 12h-4M8 8L5.500 5.500M18.500 18.500L16 16M16 8l2.500-2.500M5.500 18.500L8 16",
  famine: "M12 21V8M12 12c-4 0-5-3-5-5c3 0 5 2 5 5M12 12c4 0 5-3 5-5c-3 0-5 2-5 5M12 17c-4 0-5-3-5-5M12 17c4 0 5-3 5-5M4 4l16 16",
  souls: "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM5.600 5.600l3.600 3.600M14.800 14.800l3.600 3.600M18.400 5.600l-3.600 3.600M9.200 14.800l-3.600 3.600",
  politics: "M4 20h16M6 20v-8M10 20v-8M14 20v-8M18 20v-8M3 12h18L12 4z",
  war: "M4 4l13 13M20 4L7 17M4 16l4 4M20 16l-4 4M3 21l3-3M21 21l-3-3",
};
export const SYMBOLS: Record<string, string> = { dollar: "$", smiley: "☺", leaf: "❧" };
