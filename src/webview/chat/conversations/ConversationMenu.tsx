/** The actions on a conversation of the list. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConversationSummary } from "../../../chat/conversation/conversation.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import { Icon } from "../../Button.tsx";
import type { IconName } from "../../iconNames.ts";
import { t } from "../../texts.ts";
import { moveAmong } from "../moveAmong.ts";
import { usePanel } from "../panel.ts";

interface ConversationMenuProps {
  summary: ConversationSummary;
  onRename: () => void;
  /** Called to close the menu and return the focus to its conversation. */
  onClose: () => void;
  /** Called when the focus has moved elsewhere. */
  onLeave: () => void;
}

interface MenuItem {
  icon: IconName;
  label: PanelTextName;
  act: () => void;
}

/** Expands below its conversation, because there may be no space beside or above it. */
export function ConversationMenu({ summary: { id, turns, pinned = false }, onRename, onClose, onLeave }: ConversationMenuProps) {
  const { host } = usePanel();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    menu.current?.querySelector("button")?.focus();
    menu.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const exportAs = (format: "markdown" | "json") => {
    host.call("exportConversation", { id, format });
    onClose();
  };
  const pin = () => {
    host.call("pinConversation", { id, pinned: !pinned });
    onClose();
  };
  const remove = () => {
    host.call("deleteConversation", { id });
    onClose();
  };
  const ofSent: MenuItem[] = [
    pinned ? { icon: "pinned", label: "conversationUnpin", act: pin } : { icon: "pin", label: "conversationPin", act: pin },
    { icon: "edit", label: "rename", act: onRename },
    { icon: "markdown", label: "exportMarkdown", act: () => exportAs("markdown") },
    { icon: "json", label: "exportJson", act: () => exportAs("json") },
  ];
  const items: MenuItem[] = [...(turns > 0 ? ofSent : []), { icon: "trash", label: "remove", act: remove }];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
    <div
      class="menu conversation-menu"
      role="group"
      aria-label={t("moreActions")}
      ref={menu}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.closest("li")?.contains(relatedTarget)) onLeave();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") moveAmong(event, ".conversation-menu button");
        else {
          // Close only the menu, not the list.
          event.stopPropagation();
          onClose();
        }
      }}
    >
      {items.map(({ icon, label, act }) => (
        <button type="button" key={label} onClick={act}>
          <Icon name={icon} />
          {t(label)}
        </button>
      ))}
    </div>
  );
}
