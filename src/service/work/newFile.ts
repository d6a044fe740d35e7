/** Names a generated file of a task. */
import { randomBytes } from "node:crypto";
import { anyAudio, findFormat, formatOfMediaType } from "../../contract/fileFormats.ts";
import { type Kind, kindTable } from "../../contract/kind.ts";
import type { GeneratedFile } from "../../providers/mediaAnswer.ts";
import type { CatalogueModel } from "../catalogue.ts";
import type { NewFile } from "../store/storedTask.ts";

export function newFile(model: CatalogueModel, kind: Kind, { bytes, mediaType, base64 }: GeneratedFile): NewFile {
  const found = fileFormatOf(bytes, mediaType, kind);
  const name = `${model.provider.name}-${kind}.${found.format}`;
  return { token: randomToken(), name, ...found, size: bytes.byteLength, isFiller: false, location: undefined, bytes, base64 };
}

/** 192 random bits, so that a link with the token needs no key. */
export function randomToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Prefers the type detected from the bytes to the provider's. `format` is the file's extension. */
function fileFormatOf(bytes: Uint8Array, declared: string | undefined, kind: Kind): { format: string; mediaType: string } {
  const known = findFormat(bytes, kindTable[kind].shownAs === "audio" ? anyAudio : declared) ?? formatOfMediaType(declared);
  if (known !== undefined) return { format: known.ending, mediaType: known.mediaType };
  const subtype = /^\w+\/([\w.+-]+)/.exec(declared ?? "")?.[1];
  return { format: subtype?.replace(/^x-/, "").split("+")[0] ?? "bin", mediaType: declared ?? "application/octet-stream" };
}
