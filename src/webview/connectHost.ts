/** The connection of a page to its host: calls with typed replies, and the host's pushes. */
import {
  type CallInput,
  type CallMessage,
  type CallName,
  type CallReply,
  type PanelProtocol,
  type Push,
  readToPage,
} from "../contract/panelProtocol.ts";
import { connectPage, type Page, type PageState } from "./connectPage.ts";

export interface PageHost<Protocol extends PanelProtocol, Remembered = object> extends Pick<Page<Remembered>, "remembered" | "remember"> {
  /** Resolves with undefined if the call has failed, which the host has said to the user, or if the reply does not fit the protocol. */
  call<Name extends CallName<Protocol>>(
    name: Name,
    ...input: CallInput<Protocol, Name> extends void ? [] : [CallInput<Protocol, Name>]
  ): Promise<CallReply<Protocol, Name> | undefined>;
  /** Calls `ready`: pushes are received as soon as the page has been drawn. */
  ready(): void;
  listen(receive: (push: Push<Protocol>) => void): void;
}

export function connectHost<Protocol extends PanelProtocol, Remembered extends object>(
  { calls, pushes }: Protocol,
  state: PageState<Remembered>,
): PageHost<Protocol, Remembered> {
  const page = connectPage(state);
  const waiting = new Map<number, (value: unknown) => void>();
  // Replies to the calls of an earlier page may still arrive.
  let called = Math.floor(Math.random() * 2 ** 48);
  let receivePush = (_: Push<Protocol>) => {};
  page.listen((data) => {
    const message = readToPage(data);
    if (message === undefined) return;
    if ("push" in message) {
      const push = pushes.safeParse(message.push);
      if (push.success) receivePush(push.data as Push<Protocol>);
      return;
    }
    waiting.get(message.reply)?.(message.isFailed ? undefined : message.value);
    waiting.delete(message.reply);
  });
  const send = (name: string, input?: unknown) =>
    new Promise<unknown>((resolve) => {
      called += 1;
      waiting.set(called, (value) => resolve(calls[name]?.[1].safeParse(value).data));
      page.send({ call: called, name, ...(input === undefined ? {} : { input }) } satisfies CallMessage);
    });
  return {
    call: (name, ...[input]) => send(name, input) as Promise<CallReply<Protocol, typeof name> | undefined>,
    ready: () => void send("ready"),
    listen(receive) {
      receivePush = receive;
    },
    get remembered() {
      return page.remembered;
    },
    remember: page.remember,
  };
}
