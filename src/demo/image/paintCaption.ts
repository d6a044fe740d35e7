/** Adds a caption and the label "DEMO" to an image. */
import { type Canvas, paintShape } from "./canvas.ts";
import { drawableText, letterAdvance, letterHeight, paintText } from "./pixelFont.ts";

const mark = "DEMO";

/** Below this width in pixels, only the label fits. */
const narrow = 200;

export function paintCaption(canvas: Canvas, prompt: string): void {
  const { width, height } = canvas;
  const dot = Math.max(1, Math.round(Math.min(width, height) / 320));
  const margin = dot * 6;
  const strip = dot * (letterHeight + 8);
  paintShape(canvas, { left: 0, top: height - strip, right: width, bottom: height }, [8, 10, 20], () => 0.42);
  const top = height - strip + dot * 4;
  const markWidth = mark.length * letterAdvance * dot;
  const markLeft = width - margin - markWidth;
  const frame = { left: markLeft - dot * 3, top: top - dot * 2, right: width - margin + dot * 2, bottom: top + dot * (letterHeight + 2) };
  paintShape(canvas, frame, [255, 255, 255], () => 0.85);
  paintText(canvas, mark, markLeft, top, dot, [20, 22, 40], 1);
  if (width < narrow) return;
  const room = Math.floor((frame.left - margin * 2) / (letterAdvance * dot));
  const title = drawableText(prompt);
  paintText(
    canvas,
    title.length > room ? `${title.slice(0, Math.max(0, room - 3)).trimEnd()}...` : title,
    margin,
    top,
    dot,
    [255, 255, 255],
    0.92,
  );
}
