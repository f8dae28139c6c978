// What the page proves of a deal: a good record and receipt pass, and whatever was altered in either is caught and told. Seeds,
// commitments and receipts are made here by the test's own SHA-256, as docs/protocol.md and docs/records.md describe them.
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine";
import { newEngine, refusal } from "./engine";

const TABLE = "k3v6n2qpxw7ab4mz";
const SECRET = "5e".repeat(32);
const PARTS = ["00".repeat(32), "0f1e2d3c4b5a6978".repeat(4)];

let engine: Engine;
beforeAll(() => {
  engine = newEngine();
});

function sha(...parts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  parts.forEach((part) => hash.update(part));
  return hash.digest("hex");
}
const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
const COMMITMENT = sha("billions-commitment-1", TABLE, bytes(SECRET));
/** As a record writes it: the number whose lowest byte is the first of the hash. */
const written = (hash: string): string => `0x${bytes(hash).reverse().toString("hex")}`;
const SEED = written(sha("billions-seed-1", TABLE, bytes(SECRET), ...PARTS.map(bytes)));

interface Told {
  record: string;
  receipt: string;
}

/** A game of bots as a server would tell of it, and what seat 2 kept of it. */
function play(game: string, seed = SEED): Told {
  const bots = [{ bot: "greedy" }, { bot: "random" }];
  const { match } = engine.ask("new", { game, seats: 2, seed, players: bots });
  const lines = ["Format: billions-receipt 1", `Table: ${TABLE}`, "Seat: 2", `Commitment: ${COMMITMENT}`, `Contribution: ${PARTS[1]}`];
  for (;;) {
    const table = engine.ask("table", { match, viewer: 2 });
    lines.push(`View: ${table.number} ${sha(JSON.stringify(table.view))}`);
    if (table.state === "over") {
      break;
    }
    engine.ask("step", { match });
  }
  const plain = engine.ask("record", { match });
  engine.ask("free", { match });
  const fair = [`Table: ${TABLE}`, `Commitment: ${COMMITMENT}`, `Secret: ${SECRET}`, `Contribution 2: ${PARTS[1]}`].join("\n");
  return { record: plain.replace(/^(Seed: .*)$/m, `$1\n${fair}`), receipt: `${lines.join("\n")}\n` };
}

function verify(record: string, receipt?: string): ReturnType<typeof engine.ask<"verify">> {
  const { match } = engine.ask("load", { record, name: "game.record" });
  try {
    return engine.ask("verify", { match, ...(receipt === undefined ? {} : { receipt, name: "my.receipt" }) });
  } finally {
    engine.ask("free", { match });
  }
}

describe("SHA-256", () => {
  it.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000])("of %i bytes is that of others", (length) => {
    const text = "aäz".repeat(length).slice(0, length);
    expect(engine.ask("hash", { text })).toBe(sha(text));
  });
  it("gives the examples of the standard", () => {
    expect(engine.ask("hash", { text: "abc" })).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(engine.ask("hash", { text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq" })).toBe(
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    );
  });
});

describe.each(["one-billion-users", "six-billion"])("of %s", (game) => {
  let good: Told;
  beforeAll(() => {
    good = play(game);
  });

  it("a good record and its receipt are proven", () => {
    const proof = verify(good.record, good.receipt);
    expect(proof).toMatchObject({ over: true, fair: true, contributions: [false, true] });
    expect(good.record).toContain(`Hash: ${proof.hash}`);
    const views = good.receipt.split("\n").filter((line) => line.startsWith("View")).length;
    expect(proof.receipt).toEqual({ seat: 2, committed: true, contributed: true, views, takenBack: 0, unfinished: false });
  });

  it("a record that tells nothing of its seed is fine and proves nothing of it", () => {
    const plain = good.record.replace(/^(Table|Commitment|Secret|Contribution 2): .*\n/gm, "");
    expect(verify(plain)).toMatchObject({ over: true, fair: false, receipt: null });
    expect(refusal(() => verify(plain, good.receipt))).toMatch(/nothing to compare the receipt with/);
  });

  it.each([
    ["another secret", /^Secret: 5e/m, "Secret: 5f", /not the one that the server committed to/],
    ["another contribution", /^Contribution 2: 0f/m, "Contribution 2: 1f", /the seed is not the one that follows/i],
    ["no contribution", /^Contribution 2: .*\n/m, "", /the seed is not the one that follows/i],
    ["no secret", /^Secret: .*\n/m, "", /Secret: is missing/],
    ["another result", /^(Result: seat 1, )-?\d+/m, "$1123456", /game\.record, line \d+: .*points/],
    ["another hash", /^Hash: [0-9a-f]{4}/m, "Hash: 0000", /game\.record, line \d+: /],
  ])("%s is caught", (_, from, to, why) => {
    const altered = good.record.replace(from, to);
    expect(altered).not.toBe(good.record);
    expect(refusal(() => verify(altered))).toMatch(why);
  });

  it("other cards than the seed deals are caught", () => {
    // The server dealt from a seed of its own choice, and told another: the moves do not fit it, or the seed does not.
    const other = play(game, `0x${"12".repeat(32)}`);
    expect(refusal(() => verify(other.record))).toMatch(/seed is not the one that follows/);
    expect(refusal(() => verify(other.record.replace(/^Seed: .*/m, `Seed: ${SEED}`)))).toMatch(/^game\.record, line \d+: /);
  });

  it("a move that was altered is caught with its line", () => {
    const lines = good.record.split("\n");
    const first = lines.findIndex((line) => /^[12] /.test(line));
    lines[first] = "1 sing";
    expect(refusal(() => verify(lines.join("\n")))).toMatch(new RegExp(`^game\\.record, line ${first + 1}: `));
  });

  it.each([
    ["of another table", /^Table: k/m, "Table: m", /my\.receipt, line 2: .*another table/],
    ["with another commitment", /^Commitment: ../m, "Commitment: 00", /my\.receipt, line 4: .*committed to another secret/],
    ["with another contribution", /^Contribution: ../m, "Contribution: 11", /my\.receipt, line 5: .*another contribution/],
    ["of another seat", /^Seat: 2/m, "Seat: 1", /my\.receipt, line \d+: /],
    ["with another view", /^(View: \d+ )..../m, "$1dead", /my\.receipt, line 6: .*what was shown there/],
    ["with a line that is none", /^Seat: 2/m, "Chair: 2", /my\.receipt, line 3: .*none of them/],
  ])("a receipt %s is caught", (_, from, to, why) => {
    const altered = good.receipt.replace(from, to);
    expect(altered).not.toBe(good.receipt);
    expect(refusal(() => verify(good.record, altered))).toMatch(why);
  });

  it("what breaks off is not called whole", () => {
    const cut = good.receipt.slice(0, -10);
    expect(verify(good.record, cut).receipt).toMatchObject({ unfinished: true });
  });
});
