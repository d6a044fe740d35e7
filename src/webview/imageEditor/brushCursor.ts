/** Shows where the brush is, and how large. */
import type { Placement } from "../../imageEditor/mask/drawMask.ts";
import type { ShownBrush } from "./brushControl.ts";
import type { ToolSettings } from "./tools.ts";

/** CSS pixels from the centre of the cross that shows where a rectangle begins. */
const crossReach = 8;

/** Changes the style directly, because rendering for each movement of the pointer would take longer. */
export function showBrush(cursor: HTMLElement, { at, corner }: ShownBrush, placement: Placement, { tool, size }: ToolSettings): void {
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
