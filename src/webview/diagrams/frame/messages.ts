/** The messages between the panel and the frame that draws diagrams. */
import * as z from "zod/mini";

/** CSS colours without transparency, as `#rrggbb`. */
export interface DiagramTheme {
  isDark: boolean;
  background: string;
  foreground: string;
  /** For lines and borders. */
  line: string;
  /** For boxes and notes. */
  box: string;
  note: string;
  /** For elements that are distinguished by colour: as a background for text, and for use without text. */
  tints: readonly string[];
  colors: readonly string[];
  fontFamily: string;
}

export interface DiagramRequest {
  id: number;
  source: string;
  theme: DiagramTheme;
}

const drawingSchema = z.union([
  /** `svg`: a complete document. */
  z.object({ type: z.literal("drawn"), svg: z.string() }),
  /** `line`: the line with the error, if it is known. */
  z.object({ type: z.literal("invalid"), line: z.optional(z.number()) }),
  /** The panel does not draw diagrams of this kind. */
  z.object({ type: z.literal("missing"), kind: z.string() }),
]);
export type DiagramAnswer = z.infer<typeof drawingSchema>;

/** Messages from the frame. */
export const frameMessageSchema = z.union([
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("answered"), id: z.number(), answer: drawingSchema }),
]);
export type FrameMessage = z.infer<typeof frameMessageSchema>;
