// Receipts: what a server promised and showed while somebody played there, kept in this browser as docs/records.md describes. Compared
// with the record after the end they show whether the server kept its word.
//
// Must never note a commitment that was told only after one's own part of the seed was given, and never leave out a view.
import type { Entry, View } from "../../engine/types";
import { engine } from "../../source/engine";
import { get, put } from "../../storage/shelves";

interface Kept {
  table: string;
  lines: string[];
}

/** 32 bytes of one's own chance, as 64 hexadecimal digits. */
export function drawContribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** By the browser where it does that: the engine may be busy, and what is not noted when the page goes is lost. */
async function hashOf(text: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined; // only on secure addresses
  if (!subtle) {
    return engine().ask("hash", { text });
  }
  const hash = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `commitment`: only if it was known before `contribution` was sent. */
export async function beginReceipt(table: string, seat: number, commitment: string | null, contribution: string): Promise<void> {
  const lines = ["Format: billions-receipt 1", `Table: ${table}`, `Seat: ${seat}`];
  await put("receipts", table, {
    table,
    lines: [...lines, ...(commitment ? [`Commitment: ${commitment}`] : []), `Contribution: ${contribution}`],
  } satisfies Kept).catch(() => undefined);
}

export async function receiptOf(table: string): Promise<string | null> {
  const kept = await get<Kept>("receipts", table).catch(() => null);
  return kept ? `${kept.lines.join("\n")}\n` : null;
}

/** Writes on a receipt while a table is open; one thing after the other, whatever it waits for. */
export class ReceiptKeeper {
  #lines: string[] | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(readonly table: string) {}

  /** The whole table was told anew: what came between may have been missed. */
  came(seat: number, number: number, log: readonly Entry[], view: View | null): void {
    this.#then(async () => {
      this.#lines = (await get<Kept>("receipts", this.table))?.lines ?? null;
      const last = Number(/^(?:View|Undo): (\d+)/.exec(this.#lines?.at(-1) ?? "")?.[1] ?? 0);
      // A seat that was taken elsewhere, or before there were receipts: what is shown from now on can still be compared.
      this.#lines ??= ["Format: billions-receipt 1", `Table: ${this.table}`, `Seat: ${seat}`];
      const first = log[0]?.number ?? 1;
      if (last > 0 && (first > last + 1 || log.some((entry) => entry.kind === "undo" && entry.number > last))) {
        this.#lines.push(`Undo: ${number}`);
      }
    });
    this.shown(number, view);
  }

  shown(number: number, view: View | null): void {
    if (view) {
      this.#then(async () => {
        const hash = await hashOf(JSON.stringify(view));
        if (!this.#lines?.at(-1)?.endsWith(` ${hash}`)) {
          await this.#add(`View: ${number} ${hash}`);
        }
      });
    }
  }

  takenBack(number: number): void {
    this.#then(() => this.#add(`Undo: ${number}`));
  }

  async #add(line: string): Promise<void> {
    if (this.#lines) {
      this.#lines.push(line);
      await put("receipts", this.table, { table: this.table, lines: this.#lines } satisfies Kept);
    }
  }

  /** Who cannot keep a receipt plays all the same. */
  #then(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch(() => {
      this.#lines = null;
    });
  }
}
