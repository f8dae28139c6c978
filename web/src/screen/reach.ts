// Where telephones find the server of this page. A page that was opened under an address of the network has it in its own; one that was
// opened on the server's machine, at 127.0.0.1, must ask, for a telephone's 127.0.0.1 is the telephone.
import { call } from "../source/http";

export type Reach = { addresses: string[] } | { addresses: []; why: "alone" | "unknown" };

/** Names and addresses that every machine has for itself. */
export function isOwn(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** The likeliest first. `alone`: the server listens to its own machine; `unknown`: it does not say. */
export async function reachOf(page: Pick<Location, "origin" | "hostname">): Promise<Reach> {
  if (!isOwn(page.hostname)) {
    return { addresses: [page.origin] };
  }
  try {
    const { addresses } = await call<{ addresses: string[] }>("GET", "/api/reach");
    return addresses.length > 0 ? { addresses: addresses.map((one) => one.replace(/\/$/, "")) } : { addresses: [], why: "alone" };
  } catch {
    return { addresses: [], why: "unknown" };
  }
}

/** What a telephone opens to become a hand of that table. It names the table alone; a seat's secret is never part of it. */
export function handLink(address: string, table: string): string {
  return `${address}/h/${table}`;
}

/** As one reads it out: browsers find the rest by themselves. */
export function spoken(link: string): string {
  return link.replace(/^http:\/\//, "");
}
