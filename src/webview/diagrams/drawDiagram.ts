/** Draws diagrams one after another in a single frame, which exists only while it is used. */

import type { DiagramAnswer, DiagramTheme } from "./frame/messages.ts";
import { type DiagramFrame, openDiagramFrame } from "./frame.ts";

/** `late`: cancelled because it took too long. */
export type Drawing = DiagramAnswer | { type: "late" };

/** Milliseconds after which an unused frame is removed, because it takes much memory. */
const idle = 60_000;

/** By theme and source. */
const drawings = new Map<string, Drawing>();
const mostDrawings = 100;

let frame: Promise<DiagramFrame> | undefined;
let queue: Promise<unknown> = Promise.resolve();
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

function closeFrame(): void {
  void frame?.then((opened) => opened.remove());
  frame = undefined;
}

async function drawNow(source: string, theme: DiagramTheme): Promise<Drawing> {
  clearTimeout(idleTimer);
  frame ??= openDiagramFrame();
  lastId += 1;
  const request = { id: lastId, source, theme };
  const answer = await frame.then((opened) => opened.draw(request)).catch(() => undefined);
  if (answer === undefined) frame = undefined;
  idleTimer = setTimeout(closeFrame, idle);
  return answer ?? { type: "late" };
}

/** @param isWanted Called before drawing starts; if it returns false, the result is undefined. */
export function drawDiagram(source: string, theme: DiagramTheme, isWanted: () => boolean): Promise<Drawing | undefined> {
  const key = JSON.stringify([theme, source]);
  const drawn = queue.then(async () => {
    if (!isWanted()) return undefined;
    const known = drawings.get(key);
    if (known !== undefined) return known;
    const drawing = await drawNow(source, theme);
    const [oldest] = drawings.keys();
    if (drawings.size >= mostDrawings && oldest !== undefined) drawings.delete(oldest);
    // Not cached, so that a drawing that took too long can be retried.
    if (drawing.type !== "late") drawings.set(key, drawing);
    return drawing;
  });
  queue = drawn.catch(() => undefined);
  return drawn;
}
