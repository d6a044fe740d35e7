/** The actions on a conversation of the list. */
import type { ConversationSummary } from "../../../chat/conversation/conversation.ts";
import type { MenuAction } from "../../MoreActions.tsx";
import { t } from "../../texts.ts";
import type { Host } from "../host.ts";

export function conversationActions({ id, turns, pinned = false }: ConversationSummary, host: Host, rename: () => void): MenuAction[] {
  const exportAs = (format: "markdown" | "json") => () => host.call("exportConversation", { id, format });
  const ofSent: MenuAction[] = [
    {
      icon: pinned ? "pinned" : "pin",
      label: t(pinned ? "conversationUnpin" : "conversationPin"),
      act: () => host.call("pinConversation", { id, pinned: !pinned }),
    },
    { icon: "edit", label: t("rename"), act: rename },
    { icon: "markdown", label: t("exportMarkdown"), act: exportAs("markdown") },
    { icon: "json", label: t("exportJson"), act: exportAs("json") },
  ];
  return [...(turns > 0 ? ofSent : []), { icon: "trash", label: t("remove"), act: () => host.call("deleteConversation", { id }) }];
}
