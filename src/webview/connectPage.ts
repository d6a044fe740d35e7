/** What every page shares: its connection to VS Code, page state that survives a reload, and guards of drops and of input methods. */
import type * as z from "zod/mini";
import { stayOnDrop } from "./drops.ts";
import { leaveKeysToInputMethod } from "./inputMethod.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

/** `first`: the initial state, when the page is opened for the first time. */
export interface PageState<Remembered> {
  schema: z.ZodMiniType<Remembered>;
  first: Remembered;
}

export interface Page<Remembered> {
  send(message: unknown): void;
  listen(receive: (message: unknown) => void): void;
  /** The state from before a reload. */
  readonly remembered: Remembered;
  remember(next: Partial<Remembered>): void;
}

export function connectPage<Remembered extends object>({ schema, first }: PageState<Remembered>): Page<Remembered> {
  const api = acquireVsCodeApi();
  stayOnDrop();
  leaveKeysToInputMethod();
  let remembered = schema.safeParse(api.getState()).data ?? first;
  return {
    send: (message) => api.postMessage(message),
    listen(receive) {
      window.addEventListener("message", ({ origin, data }) => {
        // Messages without an origin come from the frame that draws diagrams, not from the host.
        if (origin !== "null") receive(data);
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
