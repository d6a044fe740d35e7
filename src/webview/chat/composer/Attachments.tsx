/** The prompt's attachments: chips, limits, and an offer to scale down images that are too large. */

import type { Attachment } from "../../../chat/conversation/turn.ts";
import { exceededLimit, isFileAttachment, isShrinkable, totalBytes } from "../../../chat/request/attachmentLimits.ts";
import { limits } from "../../../contract/limits.ts";
import { LinkButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { formatBytes } from "../formatBytes.ts";
import { usePanel } from "../panel.ts";
import { AttachmentChips } from "./AttachmentChips.tsx";

interface AttachmentsProps {
  attachments: readonly Attachment[];
  error: string | undefined;
  onRemove: (id: string) => void;
}

export function Attachments({ attachments, error, onRemove }: AttachmentsProps) {
  const { store, host } = usePanel();
  if (attachments.length === 0 && error === undefined) return null;
  const exceeded = exceededLimit(attachments);
  const files = attachments.filter(isFileAttachment).length;
  const size = formatBytes(totalBytes(attachments));
  return (
    <div class="attachments">
      <AttachmentChips
        attachments={attachments}
        onRemove={onRemove}
        onInsert={(id, text) => {
          host.call("removeAttachment", { id });
          store.receive({ type: "draft", text: [store.state.draft, text].filter(Boolean).join("\n\n") });
        }}
      />
      <div class="attachment-note bar note">
        {files > 0 && (
          <span class={exceeded === undefined ? "" : "over"}>
            {t("attachmentLimits", files, limits.filesPerRequest, size, formatBytes(limits.fileBytesPerRequest))}
          </span>
        )}
        {exceeded === "bytes" && attachments.some(isShrinkable) && (
          <LinkButton onClick={() => host.call("shrinkImages")}>{t("shrinkImages")}</LinkButton>
        )}
      </div>
      {error !== undefined && <div class="failure">{error}</div>}
    </div>
  );
}
