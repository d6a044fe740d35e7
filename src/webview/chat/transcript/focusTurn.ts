/** Gives a turn of the transcript the focus, without scrolling. */
export function focusTurn(id: string): void {
  document.querySelector<HTMLElement>(`article[data-turn="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}
