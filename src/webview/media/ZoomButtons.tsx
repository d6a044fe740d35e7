import { IconButton } from "../Button.tsx";
import { t } from "./texts.ts";
import { actualSize, type Viewport, wholeImage, zoom } from "./viewport.ts";

interface ZoomButtonsProps {
  view: Viewport;
  onView(view: Viewport): void;
  /** Pixels of the screen per pixel of an image that fits; undefined before it is known. */
  fit: number | undefined;
}

/** Buttons for the same actions as the keys of `ZoomView`, and one for the size in pixels. */
export function ZoomButtons({ view, onView, fit }: ZoomButtonsProps) {
  const isWhole = view.scale === 1;
  const hasMore = isWhole && fit !== undefined && fit < 1;
  const shown = fit === undefined ? "…" : t("percent", Math.round(view.scale * fit * 100));
  return (
    <span class="zoom-buttons buttons">
      <IconButton icon="zoom-out" title={t("zoomOut")} atEnd={isWhole} onClick={() => onView(zoom(view, 0.5))} />
      <button
        type="button"
        class="button quiet-button"
        title={t(hasMore ? "zoomActual" : "zoomFit")}
        onClick={() => onView(hasMore ? actualSize(view, fit) : wholeImage)}
      >
        {shown}
      </button>
      <IconButton icon="zoom-in" title={t("zoomIn")} onClick={() => onView(zoom(view, 2))} />
    </span>
  );
}
