// A name at the server, for those who want their tables on several devices. Nobody needs one to play.
//
// Must never keep a passphrase; the session that stands for it is sent to the page's own server only.
import { call } from "../source/http";
import { read, remove, write } from "../storage/small";

const KEY = "billions.person";

interface Person {
  name: string;
  session: string;
}

function kept(): Person | null {
  const found = read<Person | null>(KEY, null);
  return typeof found?.session === "string" ? found : null;
}

class Signed {
  person = $state.raw<Person | null>(kept());

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
    if (person) {
      write(KEY, person);
    } else {
      remove(KEY);
    }
  }
}

export const signed = new Signed();
