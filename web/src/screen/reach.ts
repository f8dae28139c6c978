// Where telephones find the server of this page. A page that was opened under an address of the network has it in its own; one that was
// opened on the server's machine, at 127.0.0.1, must ask, for a telephone's 127.0.0.1 is the telephone.
import { call } from "../source/http";

/** The likeliest address first. `alone`: the server listens to its own machine, and would be found at `closed`; `unknown`: it does not say. */
export type Reach = { addresses: string[] } | { addresses: []; why: "alone"; closed: string[] } | { addresses: []; why: "unknown" };

/** Names and addresses that every machine has for itself. */
export function isOwn(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

const bare = (addresses: string[]): string[] => addresses.map((one) => one.replace(/\/$/, ""));

export async function reachOf(page: Pick<Location, "origin" | "hostname">): Promise<Reach> {
  if (!isOwn(page.hostname)) {
    return { addresses: [page.origin] };
  }
  try {
    const { addresses, closed } = await call<{ addresses: string[]; closed?: string[] }>("GET", "/api/reach");
    return addresses.length > 0 ? { addresses: bare(addresses) } : { addresses: [], why: "alone", closed: bare(closed ?? []) };
  } catch {
    return { addresses: [], why: "unknown" };
  }
}

const AGAIN = 3000;

/** Tells how the server is reached, and again until it is: whoever opens it need not come back to the page. A server that starts anew
    says nothing for a moment; then what it said before stands. The function that comes back ends it. */
export function followReach(page: Pick<Location, "origin" | "hostname">, told: (reach: Reach) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Reach | null = null;
  let ended = false;
  async function look(): Promise<void> {
    const found = await reachOf(page);
    if (ended) {
      return;
    }
    if (!(last && "why" in found && found.why === "unknown")) {
      last = found;
      told(found);
    }
    if (last.addresses.length === 0) {
      timer = setTimeout(() => void look(), AGAIN);
    }
  }
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** What a telephone opens to become a hand of that table. It names the table alone; a seat's secret is never part of it. */
export function handLink(address: string, table: string): string {
  return `${address}/h/${table}`;
}

/** As one reads it out: browsers find the rest by themselves. */
export function spoken(link: string): string {
  return link.replace(/^http:\/\//, "");
}
