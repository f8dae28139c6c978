// Files that a person brings: UTF-8 with or without its mark is read, other encodings are named.
import { describe, expect, it } from "vitest";
import { textOf } from "../../src/source/files";

const file = (...bytes: number[]): File => new File([new Uint8Array(bytes)], "cards.json");
const refusal = (encoding: string): string => `cards.json is ${encoding}; Billions reads UTF-8: save it as UTF-8.`;

describe("a file", () => {
  it("is read as UTF-8, without the mark before it", async () => {
    expect(await textOf(file(0x7b, 0xc3, 0xa9, 0x7d))).toBe("{é}");
    expect(await textOf(file(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toBe("{}");
    expect(await textOf(file())).toBe("");
  });

  it.each([
    ["UTF-16", [0xff, 0xfe, 0x7b, 0]],
    ["UTF-16", [0xfe, 0xff, 0, 0x7b]],
    ["UTF-16", [0x7b, 0, 0x7d, 0]],
    ["UTF-16", [0, 0x7b, 0, 0x7d]],
    ["UTF-32", [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]],
    ["UTF-32", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b]],
    ["UTF-32", [0x7b, 0, 0, 0]],
  ])("that is %s (%j) is named as such", async (encoding, bytes) => {
    await expect(textOf(file(...bytes))).rejects.toThrow(refusal(encoding));
  });
});
