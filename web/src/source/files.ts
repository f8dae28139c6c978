// What a file of this device holds, as text.
import { Refusal } from "../engine/engine";

const MARKS: [string, number[]][] = [
  ["UTF-32", [0xff, 0xfe, 0, 0]],
  ["UTF-32", [0, 0, 0xfe, 0xff]],
  ["UTF-16", [0xff, 0xfe]],
  ["UTF-16", [0xfe, 0xff]],
];
/** Where zeros are among the first four bytes of ASCII in another encoding. */
const ZEROS: Record<string, string> = { "0101": "UTF-16", "1010": "UTF-16", "0111": "UTF-32", "1110": "UTF-32" };

/** The text of a file, without the mark that some editors write before UTF-8; rejects with one sentence if it is UTF-16 or UTF-32. As
 * src/table/encoding.h does it for the programs. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const head = [...bytes.subarray(0, 4)];
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => head[i] === byte))?.[0];
  const encoding = marked ?? ZEROS[head.map((byte) => (byte === 0 ? "1" : "0")).join("")];
  if (encoding !== undefined) {
    throw new Refusal(`${file.name} is ${encoding}; Billions reads UTF-8: save it as UTF-8.`);
  }
  return new TextDecoder().decode(bytes);
}
