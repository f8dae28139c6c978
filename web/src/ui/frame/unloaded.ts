// Why a part of the page could not be loaded, as far as the server says.
//
// Must never say that the program was renewed unless the server has another one.

/** `line`: nobody answers. `renewed`: the page begins with another program now. `browser`: neither. */
export type Reason = "line" | "renewed" | "browser";

export const WHY_WORDS: Record<Reason, string> = {
  line: "The server does not answer. It is tried again every few seconds.",
  renewed: "The program was renewed meanwhile: load the page again.",
  browser: "The server answers. It is tried again; if that does not help, load the page again.",
};

/** How long an answer may take. */
const PATIENCE = 4000;

const AGAIN = 1000;

/** Resolves when somebody answers, or nobody waits for it any more: what makes something is sent only then, so that it is not lost on its way. */
export async function answered(waits: () => boolean): Promise<void> {
  // Without credentials: not over a connection that has fallen silent (source/remote.ts).
  const ask = (): Promise<unknown> => fetch("/healthz", { method: "HEAD", cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
  while (waits() && !(await ask().then(() => true, () => false))) {
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** The program that this page began with, as its first lines name it. */
function ownProgram(): string {
  return document.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";
}

export async function whyUnloaded(own = ownProgram()): Promise<Reason> {
  const ask = (path: string): Promise<Response> => fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  try {
    await ask("/healthz"); // the page itself may come out of the browser's own keeping
    const page = await ask("/");
    return page.ok && !(await page.text()).includes(own) ? "renewed" : "browser";
  } catch {
    return "line";
  }
}
