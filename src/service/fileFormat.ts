import { type FileFormat, findFormat } from "../contract/fileFormats.ts";

/** Prefers the type detected from the bytes of images and documents, because providers refuse a file whose declared type is wrong. */
export function inputTypeOf(bytes: Uint8Array, declared: string): string {
  const known = findFormat(bytes)?.mediaType;
  return known && /^image\/|^application\//.test(known) ? known : declared;
}

/** Prefers the type detected from the bytes to the provider's. */
export function fileFormatOf(bytes: Uint8Array, mediaType: string | undefined): FileFormat {
  const known = findFormat(bytes);
  if (known) return known;
  const subtype = /^\w+\/([\w.+-]+)/.exec(mediaType ?? "")?.[1];
  return { format: subtype?.replace(/^x-/, "").split("+")[0] ?? "bin", mediaType: mediaType ?? "application/octet-stream" };
}
