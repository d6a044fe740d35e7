/** The page of a panel, played by a test: it calls its host, and reads what the host pushes. */
import * as vscode from "vscode";
import type { CallInput, CallMessage, CallName, CallReply, PanelProtocol, Push, ToPage } from "../../src/contract/panelProtocol.ts";

/** A call as a test writes it: its name as `type`, and the fields of its input. */
export type HostCall<Protocol extends PanelProtocol, Name extends CallName<Protocol> = CallName<Protocol>> = {
  [One in Name]: { type: One } & (CallInput<Protocol, One> extends void ? unknown : CallInput<Protocol, One>);
}[Name];

export function callHost<Protocol extends PanelProtocol>() {
  const sent = new vscode.EventEmitter<unknown>();
  const pushed = new vscode.EventEmitter<Push<Protocol>>();
  const waiting = new Map<number, (value: unknown) => void>();
  let called = 0;
  return {
    onDidSend: sent.event,
    onDidPush: pushed.event,
    async receive(message: ToPage): Promise<boolean> {
      if ("push" in message) pushed.fire(message.push as Push<Protocol>);
      else waiting.get(message.reply)?.(message.value);
      return true;
    },
    /** Resolves with the reply. */
    send<Name extends CallName<Protocol>>({ type, ...input }: HostCall<Protocol, Name>): Promise<CallReply<Protocol, Name>> {
      called += 1;
      const call = called;
      return new Promise((resolve) => {
        waiting.set(call, (value) => resolve(value as CallReply<Protocol, Name>));
        sent.fire({ call, name: type, ...(Object.keys(input).length === 0 ? {} : { input }) } satisfies CallMessage);
      });
    },
    /** The next push that satisfies the condition. */
    next<Found>(fits: (push: Push<Protocol>) => Found | undefined): Promise<Found> {
      return new Promise((resolve) => {
        const listener = pushed.event((push) => {
          const found = fits(push);
          if (found === undefined) return;
          listener.dispose();
          resolve(found);
        });
      });
    },
  };
}
