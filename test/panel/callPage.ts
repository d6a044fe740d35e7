/** Opens a page that calls its host. The test plays the host, in the protocol of the panel. */
import type { Browser } from "playwright-core";
import {
  answerCall,
  type CallHandlers,
  type CallInput,
  type CallName,
  type PanelProtocol,
  type Push,
} from "../../src/contract/panelProtocol.ts";
import { type DocumentPage, openDocumentPage, type PanelPageOptions } from "./documentPage.ts";

/** A call as a test reads it: its name as `type`, and the fields of its input. */
export type Called<Protocol extends PanelProtocol, Name extends CallName<Protocol> = CallName<Protocol>> = {
  [One in Name]: { type: One } & (CallInput<Protocol, One> extends void ? unknown : CallInput<Protocol, One>);
}[Name];

/** What the host does for calls. Others end without a reply. */
export type PlayedHost<Protocol extends PanelProtocol> = { -readonly [Name in CallName<Protocol>]?: CallHandlers<Protocol>[Name] };

export interface CallPage<Protocol extends PanelProtocol> extends DocumentPage<Called<Protocol>, Push<Protocol>> {
  readonly host: PlayedHost<Protocol>;
}

export async function openCallPage<Protocol extends PanelProtocol>(
  browser: Browser,
  bundle: string,
  protocol: Protocol,
  host: PlayedHost<Protocol>,
  options: PanelPageOptions = {},
): Promise<CallPage<Protocol>> {
  const handlers = Object.fromEntries(
    Object.keys(protocol.calls).map((name) => [
      name,
      (input: unknown) => (host as Record<string, (input: unknown) => unknown>)[name]?.(input),
    ]),
  ) as CallHandlers<Protocol>;
  const opened: DocumentPage<Called<Protocol>, Push<Protocol>> = await openDocumentPage(browser, bundle, options, {
    hear(message, send) {
      const refuse = () => opened.violations.push(`no call of the panel: ${JSON.stringify(message)}`);
      void answerCall(protocol, handlers, message, {
        send,
        refuse,
        begin: () => {},
        fail: (error) => opened.violations.push(String(error)),
      });
      const { name, input } = message as { name: string; input?: object };
      return { type: name, ...input } as Called<Protocol>;
    },
    say: (push) => ({ push: protocol.pushes.parse(push) }),
  });
  return Object.assign(opened, { host });
}
