// The one voice of the page for whoever listens to it. What happens is said when it has come to rest, several sentences as one; what needs
// an answer is said at once. Announcer.svelte, which stands in the page and in every dialog, holds what is being said.
//
// Must never say the same thing a second time: whoever says something here must not be a live region as well.
import type { Attachment } from "svelte/attachments";

export interface Said {
  number: number;
  sentences: string[];
  /** the place that lies on top: what is below a dialog is not heard */
  place: number;
}

/** How long nothing more may come before what has come is said. */
const REST = 700;
/** What was said goes after a while, so that nobody finds it again while reading on. */
const STAYS = 15_000;

let number = 0;
/** The page, and the dialogs that lie over it. */
let places: number[] = [];

/** Another place to speak from, until it is given up. */
export function openPlace(): { place: number; close: () => void } {
  const place = ++number;
  places.push(place);
  return { place, close: () => (places = places.filter((one) => one !== place)) };
}

class Voice {
  said = $state.raw<Said[]>([]);
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Said with what comes before and after it, once there is a pause. */
  add(sentences: readonly string[], rest = REST): void {
    if (sentences.length > 0) {
      this.#waiting.push(...sentences);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flush(), rest);
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) {
      const one = { number: ++number, sentences: this.#waiting, place: places.at(-1) ?? 0 };
      this.#waiting = [];
      this.said = [...this.said, one];
      setTimeout(() => (this.said = this.said.filter((other) => other.number !== one.number)), STAYS);
    }
  }

  /** It is true no longer, said or not. */
  takeBack(sentence: string): void {
    const without = (sentences: string[]): string[] => sentences.filter((one) => one !== sentence);
    this.#waiting = without(this.#waiting);
    this.said = this.said.map((one) => ({ ...one, sentences: without(one.sentences) }));
  }

  /** What was not said yet belongs to something that is left. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }
}

/** What happens. */
export const calmly = new Voice();
/** What needs an answer, and what went wrong. */
export const urgently = new Voice();

/** Says what happens: in its order, and after what was said before. */
export function tell(...sentences: string[]): void {
  calmly.add(sentences.filter(Boolean));
}

/** Says what must be heard now; what has happened before it is said first. */
export function call(...sentences: string[]): void {
  calmly.flush();
  // In a turn of its own: who was moved to another place on the page hears this after the name of that place.
  urgently.add(sentences.filter(Boolean), 50);
}

/** The paragraphs of an element, or what it says as one, without the links behind it. */
function wordsIn(node: Element): string[] {
  const paragraphs = [...node.querySelectorAll("p")];
  return (paragraphs.length > 0 ? paragraphs : [node]).map((one) => {
    const said = one.cloneNode(true) as Element;
    said.querySelectorAll("[data-behind]").forEach((link) => link.remove());
    return (said.textContent ?? "").replace(/\s+/g, " ").trim();
  });
}

/** Says what an element says, when it comes and whenever it changes: `{@attach spoken()}`, `{@attach spoken("urgent")}`. */
export function spoken(how: "calm" | "urgent" = "calm"): Attachment<Element> {
  return (node) => {
    let last: readonly string[] = [];
    const say = (): void => {
      const words = wordsIn(node);
      const news = words.filter((one) => !last.includes(one)); // what comes beside it says nothing of it again
      last = words;
      if (news.length > 0) {
        (how === "urgent" ? call : tell)(...news);
      }
    };
    say();
    const watch = new MutationObserver(say);
    watch.observe(node, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  };
}
