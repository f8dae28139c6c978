// The server's table of a challenge: who has played, proven there, and how. A result goes there only when the person has said so.
//
// Must never ask or tell a server anything by itself before that.
import { keepSends, lineOf, note, sends } from "../people/kept/challenges";
import { signed } from "../people/person.svelte";
import { drawToken } from "../source/base64url";
import { call } from "../source/http";
import { Refusal } from "../engine/engine";

export interface Placed {
  number: number;
  name: string;
  place: number;
  points: number;
  when: number;
  you: boolean;
}

/** The server plays the game again, after those that came before. */
const PROOF = 120_000;

/** By what the server knows who asks. */
function bearer(): string | undefined {
  return signed.session ?? sends()?.token;
}

export async function boardOf(challenge: string): Promise<Placed[]> {
  return (await call<{ results: Placed[] }>("GET", `/api/challenges/${challenge}`, undefined, bearer())).results;
}

/** Sends one's own record; the server proves it before it stands in the table. `always`: the next ones go by themselves. */
export async function sendResult(challenge: string, name: string, record: string, always: boolean): Promise<void> {
  const token = sends()?.token ?? drawToken();
  keepSends({ token, always });
  await call("POST", `/api/challenges/${challenge}`, { name, record, browser: token }, signed.session, PROOF);
  const line = lineOf(challenge);
  if (line) {
    note({ ...line, sent: true });
  }
}

/** The record behind a line of the table: the server gives it only to who stands there too. */
export async function recordBehind(challenge: string, number: number): Promise<string> {
  const { record } = await call<{ record: string }>("GET", `/api/challenges/${challenge}?record=${number}`, undefined, bearer());
  if (!record) {
    throw new Refusal("The server has no such record.");
  }
  return record;
}
