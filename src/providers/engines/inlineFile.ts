import type { Experimental_VideoModelV4, Experimental_VideoModelV4File } from "@ai-sdk/provider";

type InlineFile = Extract<Experimental_VideoModelV4File, { type: "file" }>;

export function base64Of({ data }: InlineFile): string {
  return typeof data === "string" ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
}

export function bytesOf({ data }: InlineFile): Uint8Array<ArrayBuffer> {
  return typeof data === "string" ? Uint8Array.from(Buffer.from(data, "base64")) : Uint8Array.from(data);
}

/** A link is returned unchanged. */
export function dataUri(file: Experimental_VideoModelV4File): string {
  return file.type === "url" ? file.url : `data:${file.mediaType};base64,${base64Of(file)}`;
}

type FrameImages = Parameters<NonNullable<Experimental_VideoModelV4["doStart"]>>[0]["frameImages"];

export function lastFrameOf(frames: FrameImages): Experimental_VideoModelV4File | undefined {
  return frames?.find(({ frameType }) => frameType === "last_frame")?.image;
}
