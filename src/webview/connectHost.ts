/** The connection of a page to its host: calls with typed replies, the host's pushes, and what the page remembers over a reload. */
import * as z from "zod/mini";
import {
  type CallInput,
  type CallMessage,
  type CallName,
  type CallReply,
  type PanelProtocol,
  type Push,
  readReply,
  readToPage,
} from "../contract/panelProtocol.ts";
import { stayOnDrop } from "./drops.ts";
import { leaveKeysToInputMethod } from "./inputMethod.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

/** `first`: the initial state, when the page is opened for the first time. */
export interface PageState<Remembered> {
  schema: z.ZodMiniType<Remembered>;
  first: Remembered;
}

export interface PageHost<Protocol extends PanelProtocol, Remembered = object> {
  /** Resolves with undefined if the call has failed, which the host has said to the user, or if the reply does not fit the protocol. */
  call<Name extends CallName<Protocol>>(
    name: Name,
    ...input: CallInput<Protocol, Name> extends void ? [] : [CallInput<Protocol, Name>]
  ): Promise<CallReply<Protocol, Name> | undefined>;
  /** Calls `ready`: pushes are received as soon as the page has been drawn. */
  ready(): void;
  listen(receive: (push: Push<Protocol>) => void): void;
  /** The state from before a reload. */
  readonly remembered: Remembered;
  remember(next: Partial<Remembered>): void;
}

/** Also guards the page's drops and input methods. */
export function connectHost<Protocol extends PanelProtocol, Remembered extends object>(
  protocol: Protocol,
  { schema, first }: PageState<Remembered>,
): PageHost<Protocol, Remembered> {
  const api = acquireVsCodeApi();
  stayOnDrop();
  leaveKeysToInputMethod();
  let remembered = schema.safeParse(api.getState()).data ?? first;
  const waiting = new Map<number, (value: unknown) => void>();
  // Replies to the calls of an earlier page may still arrive.
  let called = Math.floor(Math.random() * 2 ** 48);
  let receivePush = (_: Push<Protocol>) => {};
  window.addEventListener("message", ({ origin, data }) => {
    // Messages without an origin come from the frame that draws diagrams, not from the host.
    const message = origin === "null" ? undefined : readToPage(data);
    if (message === undefined) return;
    if ("push" in message) {
      const push = z.safeParse<Protocol["pushes"]>(protocol.pushes, message.push);
      if (push.success) receivePush(push.data);
      return;
    }
    waiting.get(message.reply)?.(message.isFailed ? undefined : message.value);
    waiting.delete(message.reply);
  });
  const send = <Name extends CallName<Protocol>>(name: Name, input?: unknown) =>
    new Promise<CallReply<Protocol, Name> | undefined>((resolve) => {
      called += 1;
      waiting.set(called, (value) => resolve(readReply(protocol, name, value)));
      api.postMessage({ call: called, name, ...(input === undefined ? {} : { input }) } satisfies CallMessage);
    });
  return {
    call: (name, ...[input]) => send(name, input),
    ready: () => void send("ready"),
    listen(receive) {
      receivePush = receive;
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
