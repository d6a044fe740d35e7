import { anyAudio, findFormat, formatOfMediaType } from "../contract/fileFormats.ts";
import { type Kind, kindTable } from "../contract/kind.ts";

/** Prefers the type detected from the bytes of images and documents, because providers refuse a file whose declared type is wrong. */
export function inputTypeOf(bytes: Uint8Array, declared: string): string {
  const known = findFormat(bytes, declared);
  return known?.kind === "image" || known?.kind === "document" ? known.mediaType : declared;
}

/** Prefers the type detected from the bytes to the provider's. `format` is the file's extension. */
export function fileFormatOf(bytes: Uint8Array, declared: string | undefined, kind: Kind): { format: string; mediaType: string } {
  const known = findFormat(bytes, kindTable[kind].shownAs === "audio" ? anyAudio : declared) ?? formatOfMediaType(declared);
  if (known !== undefined) return { format: known.ending, mediaType: known.mediaType };
  const subtype = /^\w+\/([\w.+-]+)/.exec(declared ?? "")?.[1];
  return { format: subtype?.replace(/^x-/, "").split("+")[0] ?? "bin", mediaType: declared ?? "application/octet-stream" };
}
