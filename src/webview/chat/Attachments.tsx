/** The prompt's attachments in; their chips, the limits, and an offer to shrink pictures that are too large out. */
import { exceededLimit, isShrinkable, totalBytes } from "../../chat/attachmentLimits.ts";
import type { Attachment } from "../../chat/turn.ts";
import { limits } from "../../contract/limits.ts";
import { t } from "../texts.ts";
import { formatBytes } from "./formatBytes.ts";
import { AttachmentChip } from "./Prompt.tsx";
import { usePanel } from "./panel.ts";

export function Attachments({ attachments, problem }: { attachments: readonly Attachment[]; problem: string | undefined }) {
  const { host } = usePanel();
  if (attachments.length === 0 && problem === undefined) return null;
  const exceeded = exceededLimit(attachments);
  const size = formatBytes(totalBytes(attachments));
  return (
    <div class="attachments">
      <div class="chips">
        {attachments.map((attachment) => (
          <AttachmentChip
            key={attachment.id}
            attachment={attachment}
            onRemove={() => host.post({ type: "removeAttachment", id: attachment.id })}
          />
        ))}
      </div>
      <div class="attachment-note">
        <span class={exceeded === undefined ? "" : "over"}>
          {t("attachmentLimits", attachments.length, limits.filesPerRequest, size, formatBytes(limits.fileBytesPerRequest))}
        </span>
        {exceeded === "bytes" && attachments.some(isShrinkable) && (
          <button type="button" class="link-button" onClick={() => host.post({ type: "shrinkPictures" })}>
            {t("shrinkPictures")}
          </button>
        )}
      </div>
      {problem !== undefined && <div class="field-problem">{problem}</div>}
    </div>
  );
}
