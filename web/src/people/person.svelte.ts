// A name at the server, for those who want their tables on several devices. Nobody needs one to play.
//
// Must never keep a passphrase; the session that stands for it is sent to the page's own server only.
import { call } from "../source/http";

const KEY = "billions.person";

interface Person {
  name: string;
  session: string;
}

function read(): Person | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Person | null;
    return kept && typeof kept.session === "string" ? kept : null;
  } catch {
    return null;
  }
}

class Signed {
  person = $state.raw<Person | null>(read());

  get name(): string | null {
    return this.person?.name ?? null;
  }
  /** What goes with a request to take a seat, so that the seat is the person's. */
  get session(): string | undefined {
    return this.person?.session;
  }

  /** Rejects with a sentence. */
  async signIn(name: string, passphrase: string, isNew: boolean): Promise<void> {
    const { session } = await call<{ session: string }>("POST", isNew ? "/api/people" : "/api/session", { name, passphrase });
    this.#keep({ name, session });
  }

  async signOut(): Promise<void> {
    const session = this.session;
    this.#keep(null);
    await call("DELETE", "/api/session", undefined, session).catch(() => undefined);
  }

  /** The server does not know the session any more. */
  forget(): void {
    this.#keep(null);
  }

  #keep(person: Person | null): void {
    this.person = person;
    try {
      if (person) {
        localStorage.setItem(KEY, JSON.stringify(person));
      } else {
        localStorage.removeItem(KEY);
      }
    } catch {
      // Then it holds as long as the page stays.
    }
  }
}

export const signed = new Signed();
