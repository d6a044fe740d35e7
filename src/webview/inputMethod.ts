/** Text that is composed with an input method, for example in Chinese, Japanese or Korean. */

/**
 * Keeps the keys of an input method, which confirm, cancel or choose composed text, from the listeners of the page. Safari and some input
 * methods of macOS send the key that confirms after the composition has ended: it has the key code 229. Source: UI Events, 3.8.6 and A.
 */
export function leaveKeysToInputMethod(): void {
  for (const type of ["keydown", "keyup"] as const) {
    window.addEventListener(type, (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(), {
      capture: true,
    });
  }
}
