/** What keys do on the image: they paint, choose tools, zoom and move. */
import type { Dispatch, StateUpdater } from "preact/hooks";
import { pan, type Viewport, wholeImage, zoom } from "../media/viewport.ts";
import type { BrushControl } from "./brushControl.ts";
import type { MaskPainting } from "./maskPainting.ts";
import { t } from "./texts.ts";
import { changeSize, type ToolSettings, toolKeys } from "./tools.ts";

export interface KeyContext {
  painting: MaskPainting;
  brush: BrushControl;
  settings: ToolSettings;
  onSettings: Dispatch<StateUpdater<ToolSettings>>;
  onView: Dispatch<StateUpdater<Viewport>>;
  /** Tells a screen reader what has happened. */
  say(text: string): void;
}

/** An arrow key moves the brush by this part of its size; with Shift, by several times as much. */
const keyStep = 0.5;
const shiftFactor = 8;
/** Part of the region by which an arrow key moves the image. */
const moveStep = 0.1;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns whether the key does something. */
export function actOnKey(event: KeyboardEvent, context: KeyContext): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const { brush, painting, settings, onSettings, onView, say } = context;
  const letter = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (letter === "z" && !shiftKey) painting.undo();
    else if (letter === "y" || letter === "z") painting.redo();
    else return false;
    return true;
  }
  const arrow = arrows[key];
  const tool = altKey ? undefined : toolKeys[letter];
  if (arrow !== undefined) {
    if (settings.tool === "move") onView((view) => pan(view, -arrow[0] * moveStep, -arrow[1] * moveStep));
    else moveBrush(context, arrow, shiftKey);
  } else if (key === " " && settings.tool !== "move") {
    const isCorner = brush.press(settings, altKey);
    say(isCorner ? t("cornerSet") : t("painted", Math.round(painting.paintedShare * 100)));
  } else if (key === "Escape" && brush.shown.corner !== undefined) brush.cancel();
  else if (key === "[" || key === "]") onSettings((before) => ({ ...before, size: changeSize(before.size, key === "]" ? 1 : -1) }));
  else if (key === "+" || key === "=") onView((view) => zoom(view, 1.25));
  else if (key === "-") onView((view) => zoom(view, 1 / 1.25));
  else if (key === "0") onView(wholeImage);
  else if (tool !== undefined) onSettings((before) => ({ ...before, tool }));
  else return false;
  return true;
}

function moveBrush({ brush, painting, settings, say }: KeyContext, [right, down]: readonly [number, number], isFar: boolean): void {
  const step = Math.max(1, Math.round(settings.size * keyStep)) * (isFar ? shiftFactor : 1);
  const { at } = brush.shown;
  const { width, height } = painting.mask;
  const next = { x: clamp(at.x + right * step, width), y: clamp(at.y + down * step, height) };
  brush.moveTo(next, settings);
  say(t("canvasCursor", Math.floor(next.x), Math.floor(next.y)));
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
