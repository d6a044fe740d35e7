/** A viewport for an image, which can be zoomed and moved with the wheel, the pointer and keys. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "./texts.ts";
import { pan, type Viewport, viewWithKey, zoom } from "./viewport.ts";

interface ZoomViewProps {
  /** Label of the content. */
  label: string;
  view: Viewport;
  onView(view: Viewport): void;
  /** Called with the pixels of the screen per pixel of the first image when all of it is shown. */
  onFit?(fit: number): void;
  class?: string;
  children: ComponentChildren;
}

/** Wheel distance, in pixels, that doubles the size. */
const doublingPixels = 300;

/** Of an image and of a video. */
const sizeEvents = ["load", "loadedmetadata"] as const;

export function ZoomView({ label, view, onView, onFit, class: name = "", children }: ZoomViewProps) {
  const region = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState(1);
  const dragged = useRef<{ x: number; y: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const { current } = region;
    if (current === null) return;
    const measure = () => {
      const measured = fitOf(current);
      if (measured === undefined) return;
      setFit(measured);
      onFit?.(measured);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    // Neither has a size before it is loaded; these events do not bubble.
    for (const event of sizeEvents) current.addEventListener(event, measure, true);
    return () => {
      observer.disconnect();
      for (const event of sizeEvents) current.removeEventListener(event, measure, true);
    };
  }, []);

  function onWheel(event: WheelEvent & { currentTarget: HTMLElement }): void {
    // Without a modifier key, the wheel scrolls the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    onView(zoom(view, 2 ** (-event.deltaY / doublingPixels), at));
  }

  function onPointerMove({ currentTarget, clientX, clientY }: PointerEvent & { currentTarget: HTMLElement }): void {
    if (dragged.current === undefined) return;
    const { clientWidth, clientHeight } = currentTarget;
    onView(pan(view, (clientX - dragged.current.x) / clientWidth, (clientY - dragged.current.y) / clientHeight));
    dragged.current = { x: clientX, y: clientY };
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no semantic element for a viewport
    <div
      ref={region}
      class={`zoom-view ${name}${view.scale > 1 ? " movable" : ""}`}
      role="group"
      aria-label={t("zoomedImage", label, Math.round(view.scale * fit * 100))}
      title={t("zoomHelp")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and move it
      tabIndex={0}
      onWheel={onWheel}
      onPointerDown={(event) => {
        // A player has its own controls.
        if (event.button !== 0 || view.scale === 1) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragged.current = undefined;
      }}
      onPointerCancel={() => {
        dragged.current = undefined;
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
        const next = viewWithKey(view, event.key);
        if (next === undefined) return;
        event.preventDefault();
        onView(next);
      }}
    >
      {children}
    </div>
  );
}

/** Undefined before an image or a video is loaded. */
function fitOf(region: HTMLElement): number | undefined {
  const shown = region.querySelector<HTMLImageElement | HTMLVideoElement>("img, video");
  const isImage = shown instanceof HTMLImageElement;
  const [width = 0, height = 0] = isImage ? [shown.naturalWidth, shown.naturalHeight] : [shown?.videoWidth, shown?.videoHeight];
  return width === 0 || height === 0 ? undefined : Math.min(region.clientWidth / width, region.clientHeight / height);
}

/** The zoomed content. */
export function Zoomed({ view: { scale, x, y }, children }: { view: Viewport; children: ComponentChildren }) {
  return (
    <div class={`zoomed${scale > 4 ? " pixels" : ""}`} style={{ transform: `translate(${x * 100}%, ${y * 100}%) scale(${scale})` }}>
      {children}
    </div>
  );
}
