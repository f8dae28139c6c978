// Text that goes to the server: page and server count alike (src/server/tables/outbox.c, tests/server/tables/test_hub_handlers.c).
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHAT, NAME, PASSPHRASE, roomOf } from "../../src/ui/frame/room";

/** A number of the server's headers. */
function serverSays(file: string, name: string): number {
  return Number(new RegExp(`\\b${name} = (\\d+)`).exec(readFileSync(new URL(`../../../src/${file}`, import.meta.url), "utf8"))?.[1]);
}

describe("the room of a text", () => {
  it("is what the server allows", () => {
    expect(CHAT).toEqual({ letters: serverSays("server/tables/internal.h", "BIL_CHAT_LETTERS") });
    expect(PASSPHRASE).toEqual({ bytes: serverSays("server/tables/table.h", "BIL_PASSPHRASE_MOST") });
    expect(NAME).toEqual({ bytes: serverSays("server/store/store.h", "BIL_PERSON_NAME") - 1 });
  });
  it("counts letters, whatever bytes they take", () => {
    for (const letter of ["a", "ü", "日", "🎲"]) {
      expect(roomOf(letter.repeat(500), CHAT)).toEqual({ filled: 1, over: 0 });
      expect(roomOf(letter.repeat(507), CHAT).over).toBe(7);
    }
  });
  it("counts bytes, and says how many letters must go", () => {
    expect(roomOf("a".repeat(31), NAME)).toEqual({ filled: 1, over: 0 });
    expect(roomOf("日".repeat(10), NAME).over).toBe(0);
    expect(roomOf("日".repeat(11), NAME).over).toBe(1);
    expect(roomOf("a".repeat(30) + "🎲", NAME).over).toBe(1);
    expect(roomOf("🎲".repeat(9) + "a", NAME).over).toBe(3);
    expect(roomOf("", NAME)).toEqual({ filled: 0, over: 0 });
  });
});
