/** A button with a menu of the actions that are used less. As in VS Code: arrow keys move, Escape and Tab close it. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, IconButton } from "./Button.tsx";
import type { IconName } from "./iconNames.ts";

export interface MenuAction {
  icon: IconName;
  label: string;
  isDisabled?: boolean;
  act(): void;
}

interface MoreActionsProps {
  title: string;
  actions: readonly MenuAction[];
}

/** CSS pixels between the menu and the edges of the view. */
const edge = 4;

/** Below the button, or above it if there is no space. The menu is in the top layer, so that no frame cuts it off. */
function putBeside(menu: HTMLElement, button: Element): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const start = getComputedStyle(menu).direction === "rtl" ? right - width : left;
  menu.style.left = `${Math.max(edge, Math.min(start, window.innerWidth - width - edge))}px`;
  menu.style.top = `${bottom + height + edge <= window.innerHeight ? bottom : Math.max(edge, top - height)}px`;
}

function step(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return (from + 1) % count;
    case "ArrowUp":
      return (from + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

export function MoreActions({ title, actions }: MoreActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** Gets the focus back: the button, or the row that was clicked with the right button. */
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [shown, button] = [menu.current, frame.current?.querySelector("button")];
    if (!isOpen || shown === null || !button) return;
    shown.showPopover();
    const follow = () => putBeside(shown, button);
    follow();
    const { activeElement } = document;
    focused.current = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : button;
    shown.querySelector<HTMLElement>("button:enabled")?.focus();
    const options = { capture: true, passive: true };
    window.addEventListener("resize", follow);
    window.addEventListener("scroll", follow, options);
    return () => {
      window.removeEventListener("resize", follow);
      window.removeEventListener("scroll", follow, options);
    };
  }, [isOpen]);
  if (actions.length === 0) return null;
  const close = () => {
    focused.current?.focus();
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("button:enabled") ?? [])];
    const at = event.target instanceof HTMLElement ? items.indexOf(event.target) : -1;
    const next = step(event.key, at, items.length);
    // From the button, Tab moves on to the control that follows.
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (next !== undefined) items[next]?.focus();
    else return;
    event.stopPropagation();
    if (event.key !== "Tab") event.preventDefault();
  };
  return (
    <span
      class="more-actions"
      ref={frame}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
    >
      <IconButton icon="ellipsis" title={title} hasMenu expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div class="menu popup floating" popover="manual" role="menu" tabIndex={-1} aria-label={title} ref={menu} onKeyDown={onKeyDown}>
          {actions.map(({ icon, label, isDisabled = false, act }) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={label}
              disabled={isDisabled}
              onClick={() => {
                close();
                act();
              }}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
