/** The prompt's attachments in; their chips, the limits, and an offer to shrink pictures that are too large out. */

import type { Attachment } from "../../chat/turn.ts";
import { limits } from "../../contract/limits.ts";
import { formatBytes } from "./formatBytes.ts";
import type { Host } from "./host.ts";
import { AttachmentChip } from "./Prompt.tsx";
import { usePanel } from "./panel.ts";

/** Base64 of a file's bytes, as the messages to the host carry them. */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000) binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}

function totalBytes(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { size }) => sum + size, 0);
}

/** Whether the service would refuse them. Source: spec, "Limits". */
export function areOverLimits(attachments: readonly Attachment[]): boolean {
  return attachments.length > limits.filesPerRequest || totalBytes(attachments) > limits.fileBytesPerRequest;
}

/** Sends pasted or dropped files to the host; dropped editor tabs and explorer entries come as paths. */
export async function takeFiles(transfer: DataTransfer, host: Host): Promise<void> {
  const paths = transfer.getData("application/vnd.code.uri-list") || transfer.getData("text/uri-list");
  if (transfer.files.length === 0 && paths !== "") {
    for (const path of paths.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"))) host.post({ type: "attachPath", path });
    return;
  }
  for (const file of [...transfer.files].slice(0, limits.filesPerRequest)) {
    if (file.size > limits.fileBytesPerRequest * 4) continue;
    host.post({ type: "attachData", name: file.name || "pasted", mediaType: file.type, data: await toBase64(file) });
  }
}

export function Attachments({ attachments, problem }: { attachments: readonly Attachment[]; problem: string | undefined }) {
  const { host } = usePanel();
  if (attachments.length === 0 && problem === undefined) return null;
  const bytes = totalBytes(attachments);
  const canShrink = bytes > limits.fileBytesPerRequest && attachments.some(({ kind, size }) => kind === "image" && size > 0);
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
        <span class={areOverLimits(attachments) ? "over" : ""}>
          {attachments.length}/{limits.filesPerRequest} files, {formatBytes(bytes)} of {formatBytes(limits.fileBytesPerRequest)}
        </span>
        {canShrink && (
          <button type="button" class="link-button" onClick={() => host.post({ type: "shrinkPictures" })}>
            Shrink Pictures
          </button>
        )}
      </div>
      {problem !== undefined && <div class="field-problem">{problem}</div>}
    </div>
  );
}
