/** The image with its mask: painted with the pointer, a pen or keys, zoomed and moved. */

import type { RefObject } from "preact";
import { type Dispatch, type StateUpdater, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Placement } from "../../imageEditor/mask/drawMask.ts";
import type { Viewport } from "../media/viewport.ts";
import { BrushControl, type ShownBrush } from "./brushControl.ts";
import { fitCanvas } from "./fitCanvas.ts";
import { MaskLayer } from "./maskLayer.ts";
import type { MaskPainting } from "./maskPainting.ts";
import { actOnKey } from "./stageKeys.ts";
import { t } from "./texts.ts";
import type { ToolSettings } from "./tools.ts";
import { useStagePointer } from "./useStagePointer.ts";

interface StageProps {
  name: string;
  address: string;
  painting: MaskPainting;
  settings: ToolSettings;
  onSettings: Dispatch<StateUpdater<ToolSettings>>;
  view: Viewport;
  onView: Dispatch<StateUpdater<Viewport>>;
  onMissing(): void;
  /** Pixels of the screen per pixel of the canvas that fits. */
  onFit(fit: number): void;
}

export function Stage({ name, address, painting, settings, onSettings, view, onView, onMissing, onFit }: StageProps) {
  const region = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLSpanElement>(null);
  const layer = useRef<MaskLayer | undefined>(undefined);
  const brush = useRef<BrushControl | undefined>(undefined);
  const [said, say] = useState("");
  const size = useRegionSize(region);
  const { mask, extension } = painting;
  const { width, height } = mask;
  const placement = size === undefined ? undefined : fitCanvas(mask, size, view);

  const fit = placement === undefined ? undefined : placement.scale / view.scale;
  useLayoutEffect(() => {
    if (fit !== undefined) onFit(fit);
  }, [fit]);

  const showCursor = useRef(() => {});
  showCursor.current = () => {
    const { current } = cursor;
    if (current !== null && placement !== undefined && brush.current !== undefined)
      showBrush(current, brush.current.shown, placement, settings);
  };
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const made = new MaskLayer(canvas.current, painting);
    layer.current = made;
    brush.current = new BrushControl(painting, () => showCursor.current());
    painting.onPaint = (area) => made.draw(area);
    return () => made.close();
  }, [painting]);
  // A new extension makes a new mask.
  useLayoutEffect(() => {
    if (size !== undefined && placement !== undefined) layer.current?.fit(size, placement);
  }, [size, view, mask]);
  useLayoutEffect(() => showCursor.current());
  const pointer = useStagePointer({ region, brush, placement, settings, onView });

  function onKeyDown(event: KeyboardEvent): void {
    if (brush.current === undefined) return;
    if (!actOnKey(event, { painting, brush: brush.current, settings, onSettings, onView, say })) return;
    event.preventDefault();
    // VS Code would undo in the prompt too.
    event.stopPropagation();
  }

  const at = placement ?? { x: 0, y: 0, scale: 1 };
  const box = (left: number, top: number, right: number, bottom: number) => ({
    left: `${at.x + left * at.scale}px`,
    top: `${at.y + top * at.scale}px`,
    width: `${(right - left) * at.scale}px`,
    height: `${(bottom - top) * at.scale}px`,
  });
  return (
    <div class="stage-region fill">
      <div
        ref={region}
        class={`stage tool-${settings.tool}`}
        role="application"
        aria-label={t("canvas", name, width, height)}
        aria-describedby="canvas-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys paint, zoom and move
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...pointer}
      >
        <span class="canvas-frame" style={box(0, 0, width, height)} />
        <img
          src={address}
          alt={name}
          draggable={false}
          class={at.scale > 4 ? "pixels" : ""}
          style={box(extension.left, extension.top, width - extension.right, height - extension.bottom)}
          onError={onMissing}
        />
        <canvas ref={canvas} />
        <span ref={cursor} class="brush-cursor" />
      </div>
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

/** The size of an element in CSS pixels; undefined before it is laid out. */
function useRegionSize(region: RefObject<HTMLElement | null>): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number } | undefined>(undefined);
  useLayoutEffect(() => {
    if (region.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(region.current);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** CSS pixels from the centre of the cross that shows where a rectangle begins. */
const crossReach = 8;

/** Changes the style directly, because rendering for each movement of the pointer would take longer. */
function showBrush(cursor: HTMLElement, { at, corner }: ShownBrush, placement: Placement, { tool, size }: ToolSettings): void {
  const isRectangle = tool === "rectangle";
  cursor.hidden = tool === "move";
  cursor.classList.toggle("round", !isRectangle);
  cursor.classList.toggle("cross", isRectangle && corner === undefined);
  const reach = isRectangle ? crossReach / placement.scale : size / 2;
  const from = corner ?? { x: at.x - reach, y: at.y - reach };
  const to = corner === undefined ? { x: at.x + reach, y: at.y + reach } : at;
  Object.assign(cursor.style, {
    left: `${placement.x + Math.min(from.x, to.x) * placement.scale}px`,
    top: `${placement.y + Math.min(from.y, to.y) * placement.scale}px`,
    width: `${Math.abs(to.x - from.x) * placement.scale}px`,
    height: `${Math.abs(to.y - from.y) * placement.scale}px`,
  });
}
