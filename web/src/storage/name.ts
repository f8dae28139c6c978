// What a tab remembers where its browser keeps nothing: the name of its window, which stays through reloads and Back. Browsers clear it when
// another site is opened in the tab.
//
// Must never throw.
const MARK = "billions ";
type Shelf = "tab" | "small";

function all(): Partial<Record<Shelf, Record<string, unknown>>> {
  try {
    return window.name.startsWith(MARK) ? (JSON.parse(window.name.slice(MARK.length)) as ReturnType<typeof all>) : {};
  } catch {
    return {}; // damaged, or there is no window
  }
}

export function readName(shelf: Shelf): Record<string, unknown> {
  return all()[shelf] ?? {};
}

/** All of that shelf. */
export function writeName(shelf: Shelf, what: Record<string, unknown>): void {
  const shelves = { ...all(), [shelf]: what };
  const filled = Object.values(shelves).some((one) => Object.keys(one).length > 0);
  if (typeof window !== "undefined" && (filled || window.name.startsWith(MARK))) {
    window.name = filled ? MARK + JSON.stringify(shelves) : "";
  }
}
