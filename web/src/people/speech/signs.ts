// The signs that one gives to the others at a table at a server: a picture and a word for each name of docs/protocol.md. Signs that a
// later server knows are passed over.
import pictures from "./signs.json?emoji";

export const SIGNS: Record<string, { words: string; body: string }> = Object.fromEntries(
  (
    [
      ["hello", "Hello"],
      ["well-played", "Well played"],
      ["thanks", "Thank you"],
      ["wow", "Wow"],
      ["ha-ha", "Ha ha"],
      ["ouch", "Ouch"],
      ["hmm", "Let me think"],
      ["hurry", "It is your turn"],
    ] as const
  ).map(([name, words]) => [name, { words, body: pictures[name]?.[0] ?? "" }]),
);
