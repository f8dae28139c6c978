// Where a long word of a card's name may be parted, if it does not fit: by soft hyphens, which show only there. A strip of a card is
// narrow, and a word that breaks anywhere cannot be read.

const SOFT = "\u00ad";
/** Shorter words fit. */
const LONG = 9;

/** Words of the box whose parts one would not find by letters alone. */
const PARTS = [
  "Bird-watching", "Light-house", "Sour-dough", "Back-yard", "Astro-nomers", "Neighbor-hood", "Look-out", "Con-spiracy", "Arm-chair", "Tuto-rials", "Work-shop", "Live-streams",
  "Super-fans", "Evan-gelists", "Anony-mous", "Travel-ers", "Celeb-rity", "Crack-down", "Fund-raising", "Adver-tisers", "Over-zealous", "Depart-ment", "Trend-setter", "Archiv-ist",
  "Contra-rian", "Home-body", "Re-porter", "Char-acter", "Trouble-maker", "Porta-bility", "Grass-roots", "Volun-teer", "Neighbor-hoods",
];
const KNOWN = new Map(PARTS.map((parts) => [parts.replace("-", ""), parts.replace("-", SOFT)]));

const isVowel = (letter = ""): boolean => "aeiouyAEIOUY".includes(letter);

/** Before a consonant that a vowel stands before and behind, as near the middle as there is one. */
function guessed(word: string): string {
  const middle = word.length / 2;
  let at = -1;
  for (let i = 3; i <= word.length - 3; i++) {
    if (isVowel(word[i - 1]) && !isVowel(word[i]) && isVowel(word[i + 1]) && (at < 0 || Math.abs(i - middle) < Math.abs(at - middle))) {
      at = i;
    }
  }
  return at < 0 ? word : `${word.slice(0, at)}${SOFT}${word.slice(at)}`;
}

/** A name with the places where its long words may be parted. */
export function parted(name: string): string {
  return name
    .split(" ")
    .map((word) => KNOWN.get(word) ?? (word.length >= LONG && /^[A-Za-z]+$/.test(word) ? guessed(word) : word))
    .join(" ");
}
