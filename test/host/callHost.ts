/** The page of a panel, played by a test: it calls its host, and reads what the host pushes. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import {
  type CallInput,
  type CallMessage,
  type CallName,
  type CallReply,
  type PanelProtocol,
  type Push,
  readReply,
  type ToPage,
} from "../../src/contract/panelProtocol.ts";

/** A call as a test writes it: its name as `type`, and the fields of its input. */
export type HostCall<Protocol extends PanelProtocol, Name extends CallName<Protocol> = CallName<Protocol>> = {
  [One in Name]: { type: One } & (CallInput<Protocol, One> extends void ? unknown : CallInput<Protocol, One>);
}[Name];

export interface CalledHost<Protocol extends PanelProtocol> {
  readonly onDidSend: vscode.Event<unknown>;
  readonly onDidPush: vscode.Event<Push<Protocol>>;
  receive(message: ToPage): Promise<boolean>;
  /** Resolves with the reply; undefined: the call has failed. */
  send<Name extends CallName<Protocol>>(call: HostCall<Protocol, Name>): Promise<CallReply<Protocol, Name> | undefined>;
  /** The next push that satisfies the condition. */
  next<Found>(fits: (push: Push<Protocol>) => Found | undefined): Promise<Found>;
}

export function callHost<Protocol extends PanelProtocol>(protocol: Protocol): CalledHost<Protocol> {
  const sent = new vscode.EventEmitter<unknown>();
  const pushed = new vscode.EventEmitter<Push<Protocol>>();
  const waiting = new Map<number, (value: unknown) => void>();
  let called = 0;
  return {
    onDidSend: sent.event,
    onDidPush: pushed.event,
    async receive(message) {
      if ("push" in message) pushed.fire(z.parse<Protocol["pushes"]>(protocol.pushes, message.push));
      else waiting.get(message.reply)?.(message.value);
      return true;
    },
    send<Name extends CallName<Protocol>>({ type, ...input }: HostCall<Protocol, Name>) {
      called += 1;
      const call = called;
      return new Promise<CallReply<Protocol, Name> | undefined>((resolve) => {
        waiting.set(call, (value) => resolve(readReply(protocol, type, value)));
        sent.fire({ call, name: type, ...(Object.keys(input).length === 0 ? {} : { input }) } satisfies CallMessage);
      });
    },
    next: (fits) =>
      new Promise((resolve) => {
        const listener = pushed.event((push) => {
          const found = fits(push);
          if (found === undefined) return;
          listener.dispose();
          resolve(found);
        });
      }),
  };
}
