import { type FileFormat, findFormat } from "../contract/fileFormats.ts";

/** Trusts the bytes of images and documents before what was declared: providers refuse a file whose type is not its own. */
export function inputTypeOf(bytes: Uint8Array, declared: string): string {
  const known = findFormat(bytes)?.mediaType;
  return known && /^image\/|^application\//.test(known) ? known : declared;
}

/** Trusts the bytes before what the provider says. */
export function fileFormatOf(bytes: Uint8Array, mediaType: string | undefined): FileFormat {
  const known = findFormat(bytes);
  if (known) return known;
  const subtype = /^\w+\/([\w.+-]+)/.exec(mediaType ?? "")?.[1];
  return { format: subtype?.replace(/^x-/, "").split("+")[0] ?? "bin", mediaType: mediaType ?? "application/octet-stream" };
}
