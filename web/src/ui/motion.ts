// Things move from where they were to where they are: positions are remembered before a change, and what has moved is flown there by a
// copy above everything else. Marks in the page: data-fly (the same thing before and after), data-card (what it shows: a card of that
// kind that has just gone may be the one that has come), data-from (the data-anchor it comes from if nothing else is known), data-to (of what stands
// in the middle of the table and goes: what it flies to, selectors with | between them, the first one that is there).
//
// Must never be needed to understand the table: without motion it stands as it is.
import type { Entry } from "../engine/types";

interface Place {
  box: DOMRect;
  card: string | undefined;
}

interface Parting {
  box: DOMRect;
  copy: HTMLElement;
  to: string[];
}

export interface Before {
  parting: Parting[];
  places: Map<string, Place>;
  anchors: Map<string, DOMRect>;
}

const FLIGHT = 230;

function flying(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-fly]")];
}

function anchors(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-anchor]")) {
    found.set(element.dataset.anchor ?? "", element.getBoundingClientRect());
  }
  return found;
}

export function remember(): Before {
  const places = new Map<string, Place>();
  for (const element of flying()) {
    places.set(element.dataset.fly ?? "", { box: element.getBoundingClientRect(), card: element.dataset.card });
  }
  const parting = [...document.querySelectorAll<HTMLElement>("[data-to]")].map((element) => ({ box: element.getBoundingClientRect(), copy: copyOf(element), to: (element.dataset.to ?? "").split("|") }));
  return { places, anchors: anchors(), parting };
}

export function play(before: Before, cause: Entry | null): void {
  const now = flying();
  const keys = new Set(now.map((element) => element.dataset.fly ?? ""));
  // What has gone, by what it showed: it may have come back elsewhere under another name.
  const gone = new Map<string, DOMRect[]>();
  for (const [key, place] of before.places) {
    if (!keys.has(key) && place.card) {
      gone.set(place.card, [...(gone.get(place.card) ?? []), place.box]);
    }
  }
  for (const element of now) {
    const known = before.places.get(element.dataset.fly ?? "");
    const to = element.getBoundingClientRect();
    const from = known?.box ?? origin(element, gone, before.anchors, cause);
    if (from && to.width > 0 && (Math.abs(from.left - to.left) > 2 || Math.abs(from.top - to.top) > 2)) {
      fly(element, from, to, known === undefined);
    }
  }
  before.parting.forEach(depart);
}

/** The box of the first that is there and seen. */
function boxOf(selectors: readonly string[]): DOMRect | undefined {
  return selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).map((element) => element.getBoundingClientRect()).find(({ width }) => width > 0);
}

/** What stood in the middle of the table flies to where it acts, and is gone there. */
function depart({ box, copy, to }: Parting): void {
  const target = boxOf(to);
  if (target) {
    lay(copy, box, 1);
    const way = `translate(${target.left + target.width / 2 - box.left - box.width / 2}px, ${target.top + target.height / 2 - box.top - box.height / 2}px) scale(0.2)`;
    const flight = copy.animate([{ transform: "none" }, { transform: way, opacity: 0.4 }], { duration: FLIGHT * 1.4, easing: "ease-in" });
    flight.onfinish = flight.oncancel = () => copy.remove();
  }
}

/** Words that fly from what is there of these to something: points that are counted. */
export function flyWords(words: string, from: readonly string[], to: Element | null, harm: boolean): void {
  const origin = boxOf(from);
  const target = to?.getBoundingClientRect();
  if (!origin || !target) {
    return;
  }
  const chip = document.createElement("b");
  chip.className = `in-flight points-fly${harm ? " harm" : ""}`;
  chip.textContent = words;
  chip.setAttribute("aria-hidden", "true");
  Object.assign(chip.style, { left: `${origin.left + origin.width / 2}px`, top: `${origin.top + origin.height / 2}px` });
  document.body.append(chip);
  const way = `translate(${target.left - origin.left - origin.width / 2}px, ${target.top - origin.top - origin.height / 2}px)`;
  const flight = chip.animate([{ transform: "scale(0.6)", opacity: 0 }, { transform: "scale(1.5)", opacity: 1, offset: 0.35 }, { transform: way, opacity: 0.6 }], { duration: FLIGHT * 2.4, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => chip.remove();
}

function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll<HTMLElement>("[data-fly], [data-anchor]")]) {
    ["data-fly", "data-anchor", "data-to", "id"].forEach((mark) => part.removeAttribute(mark));
  }
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  copy.classList.add("in-flight");
  return copy;
}

/** Above everything else, over that place. */
function lay(copy: HTMLElement, { left, top, width, height }: DOMRect, zoom: number): void {
  Object.assign(copy.style, { zoom: String(zoom), left: `${left / zoom}px`, top: `${top / zoom}px`, width: `${width / zoom}px`, height: `${height / zoom}px` });
  document.body.append(copy);
}

function origin(element: HTMLElement, gone: Map<string, DOMRect[]>, from: Map<string, DOMRect>, cause: Entry | null): DOMRect | undefined {
  return (
    gone.get(element.dataset.card ?? "")?.shift() ??
    from.get(element.dataset.from ?? "") ??
    (cause && cause.seat > 0 ? from.get(`seat-${cause.seat}`) : undefined)
  );
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect, isNew: boolean): void {
  // Within something enlarged, lengths are its own: the screen's divided by how much it is enlarged.
  const zoom = element.currentCSSZoom ?? 1;
  const scale = Math.min(2, Math.max(0.4, from.width / to.width || 1));
  const start = `translate(${(from.left - to.left) / zoom}px, ${(from.top - to.top) / zoom}px) scale(${isNew ? scale : 1})`;
  const timing: KeyframeAnimationOptions = { duration: FLIGHT, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };
  if (!isNew) {
    element.animate([{ transform: start }, { transform: "none" }], timing);
    return;
  }
  const copy = copyOf(element);
  lay(copy, to, zoom);
  element.animate([{ opacity: 0 }, { opacity: 0 }], timing);
  const flight = copy.animate([{ transform: start }, { transform: "none" }], timing);
  flight.onfinish = flight.oncancel = () => copy.remove();
}
