// How much room a text has that goes to the server, counted as the server counts it (docs/protocol.md, "Limits").
//
// Must never shorten a text: what is too long stays as it was typed until the person changes it.
export type Bound = { letters: number } | { bytes: number };

export const CHAT: Bound = { letters: 500 };
export const NAME: Bound = { bytes: 31 };
export const PASSPHRASE: Bound = { bytes: 200 };

const encoder = new TextEncoder();

export interface Room {
  /** 1: full */
  filled: number;
  /** letters that must go for the text to fit; a letter is a code point */
  over: number;
}

export function roomOf(text: string, bound: Bound): Room {
  const letters = [...text];
  if ("letters" in bound) {
    return { filled: letters.length / bound.letters, over: Math.max(0, letters.length - bound.letters) };
  }
  const sizes = letters.map((letter) => encoder.encode(letter).length);
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  const filled = bytes / bound.bytes;
  let over = 0;
  for (; bytes > bound.bytes; over++) {
    bytes -= sizes[sizes.length - 1 - over] ?? 0;
  }
  return { filled, over };
}
