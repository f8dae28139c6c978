// Which page is shown: the part of the address after "#". A link to a seat, /t/ID#TOKEN, becomes #/t/ID, and its token goes into this
// browser's keeping and out of the address at once; where the browser keeps nothing the address keeps it, #/t/ID?seat=TOKEN, since a page
// that failed to load loses all else. /h/ID is what a telephone scans from a big screen: #/hand/ID.
import { hearSent, noteSent, sentBefore, sentInWords, sentNow } from "../../source/sent";
import { keepLink, keepToken, tokenOf, whySeatsUnkept } from "../../source/tokens";
import { noteRunning } from "../../table/running";

class Route {
  path = $state<string[]>([]);
  query = $state(new URLSearchParams());
  /** nothing was shown before: what the address keeps is not known otherwise, and not that of an older entry */
  first = true;

  read(): void {
    keepLink(location.hash);
    const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    this.path = path.split("/").filter(Boolean).map(safelyDecoded);
    this.query = new URLSearchParams(query);
    scrollTo(0, 0);
  }
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Route();

export function go(path: string): void {
  location.hash = path;
}

/** The address of the table that is shown holds the token of the seat there only while the browser does not. `more`: so it does what one has
 *  pressed, or said, and the server has not confirmed. */
export function keepSeatInAddress(table: string, more: Record<"sent" | "said" | "orders", string>): void {
  if (route.path[1] !== table) {
    return; // that table is being left
  }
  const token = whySeatsUnkept() === null ? null : tokenOf(table);
  const address = (location.hash.split("?")[0] ?? "") + (token ? `?${String(new URLSearchParams([["seat", token], ...Object.entries(more).filter(([, words]) => words)]))}` : "");
  if (address !== location.hash) {
    history.replaceState(history.state, "", address); // a browser allows only some in a while
  }
}

/** Elsewhere than at a table the address keeps the seat only as long as a move waits there: who copies an address should not give a seat away. */
function keepWaitingInAddress(): void {
  const sent = ["t", "hand"].includes(route.path[0] ?? "") ? null : sentNow();
  const token = sent && whySeatsUnkept() !== null ? tokenOf(sent.table) : null;
  const [path = "", query] = location.hash.split("?");
  const wanted = new URLSearchParams(query);
  if (token || wanted.has("back")) {
    ["back", "seat", "sent"].forEach((key) => wanted.delete(key));
    Object.entries(sent && token ? { back: sent.table, seat: token, sent: sentInWords(sent) } : {}).forEach(([key, value]) => wanted.set(key, value));
    history.replaceState(history.state, "", `${path || "#/"}${wanted.size > 0 ? `?${String(wanted)}` : ""}`);
  }
}

/** What such an address has kept, when its page is loaded again. */
function takeWaiting(): void {
  const kept = new URLSearchParams(location.hash.split("?")[1]);
  const [table, token] = [kept.get("back"), kept.get("seat")];
  if (!table || !token || !/^[\w-]{22}$/.test(token)) {
    return;
  }
  if (tokenOf(table) === null) {
    keepToken(table, token);
    noteRunning({ address: `t/${table}`, game: "" }, true);
  }
  if (tokenOf(table) === token) {
    noteSent(sentBefore(table, kept.get("sent") ?? "")); // nobody else's link says what one plays
  }
}

export function startRouter(): void {
  const scanned = /^\/h\/([A-Za-z0-9_-]+)$/.exec(location.pathname);
  if (scanned?.[1]) {
    history.replaceState(history.state, "", `/#/hand/${scanned[1]}`);
  }
  const link = /^\/t\/([A-Za-z0-9_-]+)$/.exec(location.pathname);
  if (link?.[1]) {
    keepLink(location.pathname + location.hash);
    history.replaceState(history.state, "", `/#/t/${link[1]}`);
  }
  takeWaiting();
  const read = (): void => {
    route.read();
    keepWaitingInAddress();
  };
  addEventListener("hashchange", () => {
    route.first = false;
    read();
  });
  hearSent(keepWaitingInAddress);
  read();
}
