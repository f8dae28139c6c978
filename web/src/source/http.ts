// Questions to the server beside the WebSocket (docs/protocol.md, "HTTP"). What goes wrong comes back as one sentence.
import { Refusal } from "../engine/engine";
import type { Seat } from "../engine/types";

export async function call<T>(method: string, path: string, body?: unknown, bearer?: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("The server does not answer. Playing alone works without it.");
  }
  const answer = (await response.json().catch(() => null)) as (T & { error?: { code: string; text: string } }) | null;
  if (!response.ok || !answer) {
    throw new Refusal(answer?.error?.text ?? "There is no server for tables behind this page. Playing alone works without one.", answer?.error?.code);
  }
  return answer;
}

/** The record of a finished game at the server. */
export async function recordOf(table: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
  } catch {
    throw new Refusal("The server does not answer. The record of this game lies there; try again when it does.");
  }
  if (response.ok) {
    return response.text();
  }
  const answer = (await response.json().catch(() => null)) as { error?: { text: string } } | null;
  throw new Refusal(answer?.error?.text ?? "There is no server for tables behind this page, so there is no record of that game here.");
}

/** Who has left a seat of that game to a bot while it ran, by seat: its record names the bot. Nobody if the server does not say it. */
export async function leftAt(table: string): Promise<Map<number, string>> {
  const { seats } = await call<{ seats: Seat[] }>("GET", `/api/tables/${encodeURIComponent(table)}`).catch(() => ({ seats: [] as Seat[] }));
  return new Map(seats.flatMap(({ seat, left }) => (left ? [[seat, left]] : [])));
}
