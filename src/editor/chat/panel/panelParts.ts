import type { AutomaticAttachments } from "../attachments/automatic/automaticAttachments.ts";
import type { DraftAttachments } from "../attachments/draftAttachments.ts";
import type { ChatPage } from "../chatPage.ts";
import type { ChatServices } from "../chatServices.ts";
import type { ShownConversation } from "./shownConversation.ts";

/** What a panel consists of. */
export interface PanelParts {
  chat: ChatServices;
  page: ChatPage;
  shown: ShownConversation;
  attachments: DraftAttachments;
  automatic: AutomaticAttachments;
}
