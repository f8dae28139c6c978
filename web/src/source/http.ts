// Questions to the server beside the WebSocket (docs/protocol.md, "HTTP"). What goes wrong comes back as one sentence, and so does that
// nobody answers: a network that falls silent ends no request by itself.
import { Refusal } from "../engine/engine";
import type { Seat } from "../engine/types";

/** How long the answer to a question may take, and to a request that changes something. */
const ANSWER = 8_000;
const DONE = 20_000;
/** The same where it may be sent again. */
export const REPEATED = 6_000;
export const NO_ANSWER = "The server does not answer.";

/** Nobody has answered: it may be tried again. */
export class Silence extends Refusal {}

/** What a path answers, as text. Must reject with Silence alone. */
export async function fetched(path: string, more: RequestInit = {}, wait = more.method && more.method !== "GET" ? DONE : ANSWER): Promise<{ ok: boolean; text: string }> {
  try {
    const response = await fetch(path, { ...more, signal: AbortSignal.timeout(wait) });
    return { ok: response.ok, text: await response.text() };
  } catch {
    throw new Silence(`${NO_ANSWER} ${wait > ANSWER ? "Look whether it has happened before you try again." : "Playing alone works without it."}`);
  }
}

/** `wait`: where the answer takes the server longer than usual. */
export async function call<T>(method: string, path: string, body?: unknown, bearer?: string, wait?: number): Promise<T> {
  const { ok, text } = await fetched(
    path,
    {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    wait,
  );
  const answer = parsed<T>(text);
  if (!ok || !answer) {
    throw new Refusal(answer?.error?.text ?? "There is no server for tables behind this page. Playing alone works without one.", answer?.error?.code);
  }
  return answer;
}

function parsed<T>(text: string): (T & { error?: { code: string; text: string } }) | null {
  try {
    return JSON.parse(text) as T & { error?: { code: string; text: string } };
  } catch {
    return null;
  }
}

/** The record of a finished game at the server. */
export async function recordOf(table: string): Promise<string> {
  const { ok, text } = await fetched(`/api/tables/${encodeURIComponent(table)}/record`);
  if (!ok) {
    throw new Refusal(parsed(text)?.error?.text ?? "There is no server for tables behind this page, so there is no record of that game here.");
  }
  return text;
}

/** Who has left a seat of that game to a bot while it ran, by seat: its record names the bot. Nobody if the server does not say it. */
export async function leftAt(table: string): Promise<Map<number, string>> {
  const { seats } = await call<{ seats: Seat[] }>("GET", `/api/tables/${encodeURIComponent(table)}`).catch(() => ({ seats: [] as Seat[] }));
  return new Map(seats.flatMap(({ seat, left }) => (left ? [[seat, left]] : [])));
}
