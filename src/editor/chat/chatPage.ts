/** The page of a chat panel, as its parts use it. */
import type { chatProtocol } from "../../chat/messages/chatProtocol.ts";
import type { CallHandlers } from "../../contract/panelProtocol.ts";
import type { PanelHost } from "../panels/panelHost.ts";

export type ChatPage = Pick<PanelHost<typeof chatProtocol>, "isReady" | "push" | "pushWhenReady" | "addressOf">;
export type ChatHandlers = CallHandlers<typeof chatProtocol>;
