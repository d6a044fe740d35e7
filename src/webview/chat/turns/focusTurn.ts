/** Gives a turn the focus, without scrolling. */
export function focusTurn(id: string): void {
  document.querySelector<HTMLElement>(`article[data-turn="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}
