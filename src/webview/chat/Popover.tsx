/** A button's contents and a panel's contents in; a panel that opens above the button, and closes on Escape or a click elsewhere, out. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePanel } from "./panel.ts";
import type { OwnRequest } from "./panelStore.ts";

interface PopoverProps {
  title: string;
  label: ComponentChildren;
  buttonClass: string;
  /** Marks the button as holding something that is not the default. */
  marked?: boolean;
  children: (close: () => void) => ComponentChildren;
  onOpen?: () => void;
  /** Opens also when another place of the panel asks for this. */
  opensOn?: OwnRequest["type"];
}

export function Popover({ title, label, buttonClass, marked, children, onOpen, opensOn }: PopoverProps) {
  const { store } = usePanel();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useLayoutEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>("[data-first], input, button, select, textarea")?.focus();
  }, [open]);
  useLayoutEffect(() => (opensOn === undefined ? undefined : store.subscribeRequest(opensOn, () => setOpen(true))), [opensOn]);
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from every control inside of it
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
          setOpen(!open);
        }}
      >
        {label}
      </button>
      {open && (
        <div class="popover" ref={panel} role="dialog" aria-label={title}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
