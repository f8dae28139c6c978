// Things move from where they were to where they are: positions are remembered before a change, and what has moved is flown there by a
// copy above everything else. Marks in the page: data-fly (the same thing before and after), data-card (what it shows: a card of that
// kind that has just gone may be the one that has come), data-from (the data-anchor it comes from if nothing else is known).
//
// Must never be needed to understand the table: without motion it stands as it is.
import type { Entry } from "../engine/types";

interface Place {
  box: DOMRect;
  card: string | undefined;
}

export interface Before {
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
  return { places, anchors: anchors() };
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
}

function origin(
  element: HTMLElement,
  gone: Map<string, DOMRect[]>,
  from: Map<string, DOMRect>,
  cause: Entry | null,
): DOMRect | undefined {
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
  const copy = element.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll<HTMLElement>("[data-fly], [data-anchor]")]) {
    part.removeAttribute("data-fly");
    part.removeAttribute("data-anchor");
  }
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  copy.classList.add("in-flight");
  Object.assign(copy.style, { zoom: String(zoom), left: `${to.left / zoom}px`, top: `${to.top / zoom}px`, width: `${to.width / zoom}px`, height: `${to.height / zoom}px` });
  document.body.append(copy);
  element.animate([{ opacity: 0 }, { opacity: 0 }], timing);
  const flight = copy.animate([{ transform: start }, { transform: "none" }], timing);
  flight.onfinish = flight.oncancel = () => copy.remove();
}
