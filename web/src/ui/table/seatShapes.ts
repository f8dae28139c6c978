// The shapes by which seats are told apart beside their colours.
/** by seat, on a ground of 16 by 16 */
export const SHAPES: readonly string[] = [
  "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z",
  "M2 2h12v12H2z",
  "M8 1 15.5 14.5H.5z",
  "M8 0 16 8 8 16 0 8z",
  "M4 1h8l4 7-4 7H4L0 8z",
  "M8 0l2.2 5.4 5.8.4-4.5 3.7 1.5 5.7L8 12.1l-5 3.1 1.5-5.7L0 5.800l5.800-.4z",
];
