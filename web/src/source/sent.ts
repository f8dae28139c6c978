// The move that was on its way when its page was loaded again: kept with the tab, so that it can be sent once more if it is still asked. A tab
// whose browser keeps nothing forgets all when a page fails to load: there the address keeps it beside the seat.
import type { MoveParts } from "../engine/types";
import { readTab, writeTab } from "../storage/tab";

const KEY = "sent";

export interface Sent {
  /** the letters of the table */
  table: string;
  decision: number;
  move: string;
  /** the latest entry that was known when it was pressed: what has become of it comes behind */
  after: number;
  /** which of the next choices is meant by it: until that is made, it is half on its way */
  then?: MoveParts | undefined;
}

let now: Sent | null = null;
let heard: () => void = () => undefined;

/** Null: nothing is on its way. */
export function noteSent(sent: Sent | null): void {
  now = sent;
  writeTab(KEY, sent);
  heard();
}

/** Told whenever that changes. */
export function hearSent(ear: () => void): void {
  heard = ear;
}

/** What is on its way, at that table or anywhere. */
export function sentNow(table = now?.table): Sent | null {
  return now?.table === table ? now : null;
}

/** For the address: "12-40.draw deck", "12-40.pass~{...}" where more is meant; "": nothing is on its way. */
export function sentInWords(sent: Sent | null): string {
  return sent ? `${sent.decision}-${sent.after}.${sent.move}${sent.then ? `~${JSON.stringify(sent.then)}` : ""}` : "";
}

function partsIn(words: string | undefined): MoveParts | undefined {
  try {
    return words === undefined ? undefined : (JSON.parse(words) as MoveParts);
  } catch {
    return undefined; // somebody has written it
  }
}

/** `address`: what the address of one's own seat keeps of it. */
export function sentBefore(table: string, address: string): Sent | null {
  const [, number, known, words, more] = /^(\d+)-(\d+)\.(.+?)(?:~(\{.*\}))?$/.exec(address) ?? [];
  const { table: there, decision, move, after = 0, then } = (readTab(KEY) as Partial<Sent> | null) ?? { table, decision: Number(number), move: words, after: Number(known), then: partsIn(more) };
  return there === table && Number.isInteger(decision) && move !== undefined ? { table, decision: Number(decision), move, after, then } : null;
}

/** An auto-answer that was given, or ended, and not confirmed. */
export interface OrderSent {
  words: string;
  on: boolean;
}
const ORDERS = "orders";

export function noteOrders(table: string, orders: readonly OrderSent[]): void {
  writeTab(ORDERS, orders.length > 0 ? { table, orders } : null);
}

/** For the address: "+refuse always|-claim always". */
export const ordersInWords = (orders: readonly OrderSent[]): string => orders.map(({ words, on }) => `${on ? "+" : "-"}${words}`).join("|");

export function ordersBefore(table: string, address: string): OrderSent[] {
  const kept = readTab(ORDERS) as { table?: string; orders?: OrderSent[] } | null;
  const read = (): OrderSent[] => address.split("|").flatMap((one) => (/^[+-]./.test(one) ? { words: one.slice(1), on: one.startsWith("+") } : []));
  return kept?.table === table ? (kept.orders ?? []) : read();
}
