/** What the pointer does on the image: it paints, or moves the image. */
import type { RefObject } from "preact";
import { type Dispatch, type StateUpdater, useEffect, useRef } from "preact/hooks";
import type { Placement } from "../../imageEditor/mask/drawMask.ts";
import { pan, type Viewport, zoom } from "../media/viewport.ts";
import type { BrushControl } from "./brushControl.ts";
import { toCanvas } from "./fitCanvas.ts";
import type { ToolSettings } from "./tools.ts";

interface StagePointer {
  region: RefObject<HTMLElement | null>;
  brush: RefObject<BrushControl | undefined>;
  placement: Placement | undefined;
  settings: ToolSettings;
  onView: Dispatch<StateUpdater<Viewport>>;
}

/** Wheel distance, in pixels, that doubles the size. */
const doublingPixels = 300;

export function useStagePointer({ region, brush, placement, settings, onView }: StagePointer) {
  const dragged = useRef<{ x: number; y: number } | undefined>(undefined);
  // As a listener of preact, it would be passive, and could not prevent the page's own zoom.
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      const isZoom = event.ctrlKey || event.metaKey;
      const change = (view: Viewport) =>
        isZoom ? zoom(view, 2 ** (-event.deltaY / doublingPixels), at) : pan(view, -event.deltaX / width, -event.deltaY / height);
      onView(change);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  function pointOf({ clientX, clientY }: PointerEvent): { x: number; y: number } | undefined {
    const box = region.current?.getBoundingClientRect();
    if (box === undefined || placement === undefined) return undefined;
    return toCanvas(placement, { x: clientX - box.left, y: clientY - box.top });
  }

  return {
    onPointerDown(event: PointerEvent & { currentTarget: HTMLElement }): void {
      const point = pointOf(event);
      if (point === undefined || event.button > 1) return;
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      // With the middle button too, as in other image editors.
      if (event.button === 1 || settings.tool === "move") dragged.current = { x: event.clientX, y: event.clientY };
      else brush.current?.begin(point, settings, pressureOf(event));
    },
    onPointerMove(event: PointerEvent & { currentTarget: HTMLElement }): void {
      if (dragged.current !== undefined) {
        const { clientWidth, clientHeight } = event.currentTarget;
        const right = (event.clientX - dragged.current.x) / clientWidth;
        const down = (event.clientY - dragged.current.y) / clientHeight;
        onView((view) => pan(view, right, down));
        dragged.current = { x: event.clientX, y: event.clientY };
        return;
      }
      // A browser combines several positions of a fast pointer in one event, and names them only in secure contexts.
      const events = brush.current?.isPainting === true && "getCoalescedEvents" in event ? event.getCoalescedEvents() : [];
      for (const one of events.length > 0 ? events : [event]) {
        const point = pointOf(one);
        if (point !== undefined) brush.current?.moveTo(point, settings, pressureOf(one));
      }
    },
    onPointerUp({ altKey }: PointerEvent): void {
      if (dragged.current === undefined) brush.current?.end(settings, altKey);
      dragged.current = undefined;
    },
    onPointerCancel(): void {
      dragged.current = undefined;
      brush.current?.cancel();
    },
  };
}

/** Only a pen reports pressure; other pointers report a constant. */
function pressureOf({ pointerType, pressure }: PointerEvent): number | undefined {
  return pointerType === "pen" ? pressure : undefined;
}
