/** The connection to the host: checked messages, and the state that the page keeps over a reload. */
import * as z from "zod/mini";
import { readToComparison, type ToComparison } from "../../library/toComparison.ts";
import type { ToComparisonHost } from "../../library/toComparisonHost.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

const positionSchema = z.object({ row: z.number(), column: z.number() });
/** Of an answer, whatever is shown in its column. */
export type Position = z.infer<typeof positionSchema>;

const rememberedSchema = z.object({
  /** By which the host finds the table again. */
  target: z.optional(z.string()),
  active: z.optional(positionSchema),
  isEnlarged: z.boolean(),
  /** Orders the answers of each row; undefined: the models are shown. */
  blind: z.optional(z.number()),
});
type Remembered = z.infer<typeof rememberedSchema>;

export interface Host {
  post(message: ToComparisonHost): void;
  listen(receive: (message: ToComparison) => void): void;
  /** As it was before a reload. */
  readonly remembered: Remembered;
  remember(next: Partial<Remembered>): void;
}

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  let remembered: Remembered = rememberedSchema.safeParse(api.getState()).data ?? { isEnlarged: false };
  return {
    post: (message) => api.postMessage(message),
    listen(receive) {
      window.addEventListener("message", (event) => {
        const message = readToComparison(event.data);
        if (message !== undefined) receive(message);
      });
    },
    get remembered() {
      return remembered;
    },
    remember(next) {
      remembered = { ...remembered, ...next };
      api.setState(remembered);
    },
  };
}
