// Whether somebody has this page before their eyes: it is visible, and was touched within the last minute. The server is told when that
// changes, so that a message about one's turn reaches another device, or this one, although the page is open (docs/protocol.md, `sight`).
// The service worker asks the same before it shows such a message.
//
// Must never say anything about what somebody does with the page.
import { workers } from "../ui/frame/workers";

/** So long a page that is visible is taken for one that is looked at, though nobody touches it. */
export const IDLE = 60_000;
const TOUCHES = ["click", "pointerdown", "pointermove", "keydown", "wheel", "touchmove"];

export class Sight {
  #touched = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #now = true;

  constructor(readonly tell: (now: boolean) => void) {
    TOUCHES.forEach((type) => document.addEventListener(type, this.#touch, { capture: true, passive: true }));
    document.addEventListener("visibilitychange", this.#look);
    workers()?.addEventListener("message", this.#answer);
    this.#now = document.visibilityState === "visible"; // the greeting says it
    this.#wait(IDLE);
  }

  get now(): boolean {
    return this.#now;
  }

  stop(): void {
    TOUCHES.forEach((type) => document.removeEventListener(type, this.#touch, { capture: true }));
    document.removeEventListener("visibilitychange", this.#look);
    workers()?.removeEventListener("message", this.#answer);
    clearTimeout(this.#timer);
  }

  readonly #touch = (): void => {
    this.#touched = Date.now();
    if (!this.#now) {
      this.#say(document.visibilityState === "visible");
    }
  };

  readonly #look = (): void => {
    this.#touched = Date.now(); // who comes back to a page has it before their eyes
    this.#say(document.visibilityState === "visible");
  };

  readonly #answer = ({ data, ports }: MessageEvent): void => {
    if (data === "sight") {
      ports[0]?.postMessage(this.#now);
    }
  };

  #say(now: boolean): void {
    if (now !== this.#now) {
      this.#now = now;
      this.tell(now);
    }
    if (now) {
      this.#wait(IDLE);
    }
  }

  #wait(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const left = this.#touched + IDLE - Date.now();
      if (left > 0) {
        this.#wait(left);
      } else {
        this.#say(false);
      }
    }, time);
  }
}
