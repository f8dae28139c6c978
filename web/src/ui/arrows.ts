// The arrow keys go from button to button of a row, round its ends.
export function stepByArrows(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step && event.currentTarget instanceof HTMLElement) {
    const all = [...event.currentTarget.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + step + all.length) % all.length]?.focus();
    event.preventDefault();
  }
}
