/** The connection of a page to its host: validated messages, and page state that survives a reload. */
import type * as z from "zod/mini";
import { stayOnDrop } from "./drops.ts";
import { leaveKeysToInputMethod } from "./inputMethod.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

export interface PageHost<Sent, Received, Remembered> {
  post(message: Sent): void;
  listen(receive: (message: Received) => void): void;
  /** The state from before a reload. */
  readonly remembered: Remembered;
  remember(next: Partial<Remembered>): void;
}

interface HostOptions<Received, Remembered> {
  /** undefined: not a message of the host. */
  read(message: unknown): Received | undefined;
  schema: z.ZodMiniType<Remembered>;
  /** The initial state, when the page is opened for the first time. */
  first: Remembered;
}

export function connectHost<Sent, Received, Remembered extends object>({
  read,
  schema,
  first,
}: HostOptions<Received, Remembered>): PageHost<Sent, Received, Remembered> {
  const api = acquireVsCodeApi();
  stayOnDrop();
  leaveKeysToInputMethod();
  let remembered = schema.safeParse(api.getState()).data ?? first;
  return {
    post: (message) => api.postMessage(message),
    listen(receive) {
      window.addEventListener("message", (event) => {
        // Messages without an origin come from the frame that draws diagrams, not from the host.
        if (event.origin === "null") return;
        const message = read(event.data);
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
