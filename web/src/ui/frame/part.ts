// The one way to load a part of the page: the build leads every import() through `loadPart` (tools/parts.ts). It fetches all files of the part,
// as often as that takes, and imports it only then: some browsers remember for good that an import has failed.
//
// Must never resolve before the style of the part is there, and never ask for ever for what the server no longer has.
import { whyUnloaded, WHY_WORDS, type Reason } from "./unloaded";

/** After the first, the second and every later failure. */
const PAUSES = [1000, 2000, 4000];
/** A file of which nothing comes for so long is given up, and asked for again. */
const SILENT = 8000;

/** Files that are there or on their way, and style sheets that are in force or about to be. */
const [files, sheets] = [new Map<string, Promise<void>>(), new Map<string, Promise<void>>()];

/** How many parts have failed and are still wanted. */
let lacking = 0;
let trouble: Reason | null = null;
const listeners = new Set<(now: Reason | null) => void>();

function tell(now: Reason | null): void {
  trouble = now;
  listeners.forEach((listener) => listener(now));
}

/** Calls `listener` now and at each change: why a part that is wanted is not there, or null. Returns what ends that. */
export function onMissing(listener: (now: Reason | null) => void): () => void {
  listeners.add(listener);
  listener(trouble);
  return () => listeners.delete(listener);
}

/** Resolves when the pause is over and the page is in sight; sooner when the network or the person comes back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const over = new AbortController();
    const go = (): void => {
      if (document.visibilityState === "visible") {
        over.abort();
        done();
      }
    };
    addEventListener("online", go, over);
    document.addEventListener("visibilitychange", go, over);
    setTimeout(go, milliseconds);
  });
}

/** Reads a file to its end, so that the browser has it. */
async function fetchFile(file: string): Promise<void> {
  const silence = new AbortController();
  const listen = <T>(what: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), SILENT);
    return what.finally(() => clearTimeout(timer));
  };
  const answer = await listen(fetch(file, silence));
  for (const reader = answer.body?.getReader(); reader && !(await listen(reader.read())).done; );
  if (!answer.ok) {
    throw new Error(file);
  }
}

function addSheet(file: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", crossOrigin: "", href: file, onload: () => done() });
    link.onerror = () => {
      link.remove();
      fail(new Error(file));
    };
    document.head.append(link);
  });
}

/** What `bring` does with a file, once; again only if it fails. */
function once(done: Map<string, Promise<void>>, file: string, bring: (file: string) => Promise<void>): Promise<void> {
  // The page itself may have begun with it.
  const coming = done.get(file) ?? (document.querySelector(`[src="${file}"], [href="${file}"]`) ? Promise.resolve() : bring(file));
  done.set(file, coming);
  coming.catch(() => done.delete(file));
  return coming;
}

/** Imports a part that is made of `names`, files below the root. Rejects with a sentence when the server has another program by now. */
export async function loadPart<T>(part: () => Promise<T>, names: string[] = []): Promise<T> {
  const paths = names.map((name) => `/${name}`);
  for (let tries = 0; ; tries++) {
    let fetched = false;
    try {
      await Promise.all(paths.map((file) => once(files, file, fetchFile)));
      for (const file of paths.filter((path) => path.endsWith(".css"))) {
        await once(sheets, file, addSheet); // one after the other: of two rules alike the later one counts
      }
      fetched = true;
      const there = await part();
      if (tries > 0 && --lacking === 0) {
        tell(null);
      }
      return there;
    } catch (error) {
      if (fetched) {
        console.error(error); // perhaps a mistake in the part itself
      }
      lacking += tries === 0 ? 1 : 0;
      const why = await whyUnloaded();
      tell(why);
      if (why === "renewed") {
        throw new Error(WHY_WORDS.renewed);
      }
      await pause(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0);
    }
  }
}
