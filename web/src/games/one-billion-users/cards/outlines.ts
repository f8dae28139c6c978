// Outlines that several parts of the table draw, as paths in a box of 10 by 12.

/** Toxicity. */
export const BOLT = "M6.200.3 1.500 7h2.900l-1.200 4.700L8.500 4.800H5.500z";
/** A hundred million users. */
export const PERSON = "M5 5.200a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600zM.8 11.500C.8 8 2.500 6 5 6s4.200 2 4.200 5.500z";
