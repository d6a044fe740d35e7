/** A button with a popover above it, which closes on Escape or a click elsewhere. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePanel } from "./panel.ts";
import type { OwnRequest } from "./panelStore.ts";

interface PopoverProps {
  title: string;
  label: ComponentChildren;
  buttonClass: string;
  /** Marks the button if a setting differs from the default. */
  marked?: boolean;
  children: (close: () => void) => ComponentChildren;
  onOpen?: () => void;
  /** Requests from elsewhere in the panel that open the popover; must not change. */
  opensOn?: readonly OwnRequest["type"][];
  /** A heading, if the button's label does not describe the popover. */
  heading?: string | undefined;
}

/** Pixels between the popover and the top edge of the view. */
const edge = 4;

/** The bottom edge is fixed above the input. If the popover does not fit below the top edge of the view, it scrolls. */
function fitAbove(popover: HTMLElement | null): void {
  popover?.style.setProperty("--room", `${popover.getBoundingClientRect().bottom - edge}px`);
}

export function Popover({ title, label, buttonClass, marked, children, onOpen, opensOn = [], heading }: PopoverProps) {
  const { store } = usePanel();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** The element that had the focus before a request opened the popover. */
  const opener = useRef<HTMLElement | undefined>(undefined);
  const close = () => {
    setOpen(false);
    (opener.current?.isConnected ? opener.current : button.current)?.focus();
  };
  const openFor = (element: Element | null) => {
    opener.current = element instanceof HTMLElement ? element : undefined;
    setOpen(true);
  };
  useLayoutEffect(() => {
    if (!open) return;
    const limit = () => fitAbove(panel.current);
    limit();
    window.addEventListener("resize", limit);
    return () => window.removeEventListener("resize", limit);
  }, [open]);
  useLayoutEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>("[data-first], input, button, select, textarea")?.focus();
  }, [open]);
  useLayoutEffect(() => {
    const stops = opensOn.map((type) => store.subscribeRequest(type, () => openFor(document.activeElement)));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from every control inside
    <div
      class="popover-frame"
      ref={frame}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) {
          event.stopPropagation();
          close();
        }
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        ref={button}
        class={`${buttonClass} ${marked ? "marked" : ""}`}
        title={title}
        aria-label={title}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          if (!open) onOpen?.();
          opener.current = undefined;
          setOpen(!open);
        }}
      >
        {label}
      </button>
      {open && (
        <div class="popover popup" ref={panel} role="dialog" aria-label={heading ?? title}>
          {heading !== undefined && <div class="popover-heading">{heading}</div>}
          {children(close)}
        </div>
      )}
    </div>
  );
}
