/** Moves the focus with the arrow keys. */

/** Does nothing if the focus is elsewhere, or a modifier key gives the arrow key another meaning. */
export function moveAmong(event: KeyboardEvent, selector: string): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const { target } = event;
  const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
  if (step === 0 || !isPlain || !(target instanceof HTMLElement) || !target.matches(selector)) return;
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const next = all[all.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
