/** What is sent with the next message without being asked for: the active file or its selection, and files of instructions. */
import type { AutomaticAttachment } from "../../../chat/toPanel.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { AttachmentChips } from "./AttachmentChips.tsx";

export function AutomaticAttachments({ offers }: { offers: readonly AutomaticAttachment[] }) {
  const { host } = usePanel();
  if (offers.length === 0) return null;
  return (
    <section class="automatic-attachments" aria-label={t("automaticAttachments")}>
      <AttachmentChips
        attachments={offers.map(({ attachment }) => attachment)}
        sent={new Set(offers.flatMap(({ attachment, isSent }) => (isSent ? [attachment.id] : [])))}
        onRemove={(id) => host.post({ type: "removeAutomaticAttachment", id })}
      />
    </section>
  );
}
