/** Keeps the keyboard focus close by when the focused control disappears. */

const controls = "button:enabled, a[href], input:enabled, textarea:enabled, summary";

interface FocusRules {
  /** A selector of list members and of regions: another control in them gets the focus. When one is removed, the next one gets it. */
  members: string;
  /** Selectors of elements for all other cases; the first that exists gets the focus. */
  homes: readonly string[];
}

export interface FocusKeeper {
  /** Must be called after each rendering. */
  restore(): void;
}

/** Acts only when the browser has lost the focus, so it never takes the focus from another element. */
export function keepFocus({ members, homes }: FocusRules): FocusKeeper {
  let lost: HTMLElement | undefined;
  let member: Element | undefined;
  let list: Element | undefined;
  let position = 0;

  function forget(): void {
    lost = undefined;
  }
  function membersOf(parent: Element | undefined): Element[] {
    return parent?.isConnected ? [...parent.children].filter((child) => child.matches(members)) : [];
  }
  function isUsable(element: HTMLElement): boolean {
    return element.isConnected && !element.matches(":disabled");
  }
  /**
   * For a turn, returns the turn itself, so that the user does not press the same button, e.g. Delete, of another turn by mistake. Only the
   * buttons that switch versions pass the focus to the same button.
   */
  function controlIn(next: Element): HTMLElement | null {
    const title = lost?.matches(".siblings *") ? lost.title : undefined;
    if (title !== undefined) {
      const leaf =
        next.querySelector<HTMLElement>(`.siblings button:enabled[title="${CSS.escape(title)}"]`) ??
        next.querySelector<HTMLElement>(".siblings button:enabled");
      if (leaf !== null) return leaf;
    }
    return next instanceof HTMLElement && next.matches("article") ? next : next.querySelector<HTMLElement>(controls);
  }
  function successor(): HTMLElement | null | undefined {
    if (lost !== undefined && isUsable(lost)) return lost;
    const known = membersOf(list);
    const next = member?.isConnected ? member : (known[position] ?? known.at(-1));
    const near = next && controlIn(next);
    if (near) return near;
    return homes.map((home) => document.querySelector<HTMLElement>(home)).find((home) => home !== null);
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    lost = target;
    member = target.closest(members) ?? undefined;
    list = member?.parentElement ?? undefined;
    position = member === undefined ? 0 : membersOf(list).indexOf(member);
  });
  // A click outside all controls gives up the focus.
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!(target instanceof Node && lost?.contains(target))) forget();
    },
    { capture: true },
  );

  return {
    restore() {
      const isDropped = document.activeElement === document.body || document.activeElement?.matches(":disabled") === true;
      if (lost === undefined || !isDropped || !document.hasFocus()) return;
      successor()?.focus({ preventScroll: true });
    },
  };
}
