/** A function for each message that a panel's page sends. */
import type { ToHost } from "../../../../chat/messages/toHost.ts";

type MessageType = ToHost["type"];
type Messages = { [Type in MessageType]: Extract<ToHost, { type: Type }> };

/** A promise that a handler returns is awaited, and its rejection is reported. */
export type MessageHandlers<Handled extends MessageType = MessageType> = {
  readonly [Type in Handled]: (message: Messages[Type]) => unknown;
};

export async function handleMessage<Type extends MessageType>(
  handlers: MessageHandlers,
  type: Type,
  message: Messages[Type],
): Promise<void> {
  await handlers[type](message);
}
