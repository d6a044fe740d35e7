/** What an engine reports about an image while it works on it, and how its work is continued later. */
import type { JSONValue } from "@ai-sdk/provider";
import { longestPreview, type Progress } from "../contract/progress.ts";
import { makeThumbnail } from "../media/images/makeThumbnail.ts";

export interface GenerationHooks {
  /** Called as often as the engine reports something. A field that is absent is not known any more, except for the preview, which stays. */
  report(progress: Progress): void;
  /**
   * Records what identifies the accepted work, as JSON. From then on it is not stopped when the call is aborted, because another
   * service may continue it; see `MediaProvider.cancelImage`. Rejects if the work is not needed any more.
   */
  onAccepted(operation: JSONValue): Promise<void>;
  /** Work that was accepted earlier. It is followed, and not sent again. */
  operation?: JSONValue | undefined;
}

/** Largest image that becomes a preview as it is. */
const mostBytes = Math.floor((longestPreview - 64) / 4) * 3;

/** A PNG or JPEG, or a small copy of it, as a data URI. undefined: it cannot be read. */
export async function previewOf(image: Uint8Array): Promise<string | undefined> {
  const [first, second] = image;
  const mediaType = first === 0x89 && second === 0x50 ? "image/png" : first === 0xff && second === 0xd8 ? "image/jpeg" : undefined;
  if (mediaType === undefined) return undefined;
  const small = image.byteLength <= mostBytes ? { bytes: image, mediaType } : await makeThumbnail(image, mostBytes);
  return small && `data:${small.mediaType};base64,${Buffer.from(small.bytes).toString("base64")}`;
}
