// Addresses of replays: which game, and at which of its moves. A game at a server is named by its table; any other travels inside the
// address, its record compressed, so that the link opens wherever there is this page.
//
//     #/replay/t/TABLE@PLY       the record of a server's table
//     #/replay/r/LETTERS@PLY     the record itself
//     #/replay/g/GAME@PLY        a game that this browser keeps
//
// Must never put anything of a game that still goes on into a link, nor call a link short that is not.
import { Refusal } from "../engine/engine";
import { base64url, bytesOf } from "../source/base64url";

export type Place = { kind: "table"; table: string } | { kind: "record"; letters: string } | { kind: "kept"; game: string };

export interface Address {
  place: Place | null;
  ply: number | null;
}

/** Longer ones are cut off by some who pass links on. */
export const LONGEST_LINK = 8000;
/** As docs/records.md limits a record. */
const LARGEST_RECORD = 16 * 1024 * 1024;

const KINDS: Record<string, (rest: string) => Place> = {
  t: (table) => ({ kind: "table", table }),
  r: (letters) => ({ kind: "record", letters }),
  g: (game) => ({ kind: "kept", game }),
};
const LETTER: Record<Place["kind"], string> = { table: "t", record: "r", kept: "g" };

/** The parts of a route behind "replay". */
export function readAddress(path: readonly string[]): Address {
  const [kind = "", rest = ""] = path;
  const at = rest.lastIndexOf("@");
  const what = at < 0 ? rest : rest.slice(0, at);
  const ply = at < 0 || !/^\d{1,6}$/.test(rest.slice(at + 1)) ? null : Number(rest.slice(at + 1));
  const make = KINDS[kind];
  return make && what ? { place: make(what), ply } : { place: null, ply: null };
}

export function address(place: Place, ply?: number): string {
  const what = place.kind === "table" ? place.table : place.kind === "record" ? place.letters : place.game;
  return `#/replay/${LETTER[place.kind]}/${encodeURIComponent(what)}${ply === undefined ? "" : `@${ply}`}`;
}

/** The table that a link or a table's letters name: links to a table, a seat, a replay, a record. */
export function tableNamed(words: string): string | null {
  const found = /(?:\/t\/|\/tables\/|^)([a-z0-9]{16})(?:$|[/#@?])/.exec(words.trim());
  return found?.[1] ?? null;
}

async function through(bytes: Uint8Array, transform: GenericTransformStream, most: number): Promise<Uint8Array> {
  const writer = (transform.writable as WritableStream<Uint8Array>).getWriter();
  // What goes wrong here is also told to the reader below.
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader = (transform.readable as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Refusal("The link holds more than any record may be long.");
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A record as letters for an address. When its moves were made is left out: it is most of the length, and a replay does not need it. */
export async function lettersOf(record: string): Promise<string> {
  const bare = record.replace(/^(\d+ [^#\n]*?) @\d+(\.\d+)?$/gm, "$1");
  const packed = await through(new TextEncoder().encode(bare), new CompressionStream("deflate"), LARGEST_RECORD);
  return base64url(packed);
}

/** The record in the letters of an address. */
export async function recordIn(letters: string): Promise<string> {
  const broken = new Refusal("The link is damaged: there is no whole record in it. Ask for it once more, or for the file.");
  if (!/^[A-Za-z0-9_-]+$/.test(letters)) {
    throw broken;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytesOf(letters), new DecompressionStream("deflate"), LARGEST_RECORD));
  } catch (trouble) {
    throw trouble instanceof Refusal ? trouble : broken;
  }
}
