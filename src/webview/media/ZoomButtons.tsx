import { IconButton } from "../Button.tsx";
import { t } from "./texts.ts";
import { type Viewport, wholeImage, zoom } from "./viewport.ts";

/** Buttons for the same actions as the keys of `ZoomView`. */
export function ZoomButtons({ view, onView }: { view: Viewport; onView: (view: Viewport) => void }) {
  return (
    <span class="zoom-buttons">
      <IconButton icon="zoom-out" title={t("zoomOut")} atEnd={view.scale === 1} onClick={() => onView(zoom(view, 0.5))} />
      <button type="button" class="button quiet-button" title={t("zoomFit")} onClick={() => onView(wholeImage)}>
        {t("percent", Math.round(view.scale * 100))}
      </button>
      <IconButton icon="zoom-in" title={t("zoomIn")} onClick={() => onView(zoom(view, 2))} />
    </span>
  );
}
