/** What the panel and the frame that draws diagrams send each other. */
import * as z from "zod/mini";

/** CSS colours without transparency, as `#rrggbb`. */
export interface DiagramTheme {
  isDark: boolean;
  background: string;
  foreground: string;
  /** Of lines and frames. */
  line: string;
  /** Of boxes and of notes. */
  box: string;
  note: string;
  /** Of what differs by colour: behind text, and by itself. */
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
  /** `svg`: a whole document. */
  z.object({ kind: z.literal("drawn"), svg: z.string() }),
  /** `line`: where the source is wrong, if that is known. */
  z.object({ kind: z.literal("invalid"), line: z.optional(z.number()) }),
]);
export type DiagramAnswer = z.infer<typeof drawingSchema>;

/** What the frame posts. */
export const frameMessageSchema = z.union([
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("answered"), id: z.number(), answer: drawingSchema }),
]);
export type FrameMessage = z.infer<typeof frameMessageSchema>;
