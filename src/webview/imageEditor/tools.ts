/** The tools of the image editor. */
import type { IconName } from "../iconNames.ts";

export const tools = ["brush", "eraser", "rectangle", "move"] as const;
export type Tool = (typeof tools)[number];

export const toolIcons: Readonly<Record<Tool, IconName>> = {
  brush: "edit",
  eraser: "eraser",
  rectangle: "screen-full",
  move: "move",
};

/** One letter for each tool, as in other image editors. */
export const toolKeys: Readonly<Record<string, Tool>> = { b: "brush", e: "eraser", r: "rectangle", m: "move" };

/** What the pointer and the keys paint with. */
export interface ToolSettings {
  tool: Tool;
  /** Diameter in pixels of the image. */
  size: number;
  isSoft: boolean;
}

/** Diameter in pixels of the image. */
export const leastSize = 2;
export const largestSize = 600;

/** Sizes grow by their own part, so that a step is as visible with a small brush as with a large one. */
export function changeSize(size: number, steps: number): number {
  const factor = 1.25 ** steps;
  const next = Math.round(steps > 0 ? Math.max(size * factor, size + 1) : Math.min(size * factor, size - 1));
  return Math.min(largestSize, Math.max(leastSize, next));
}
