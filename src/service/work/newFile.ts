/** Names a generated file of a task. */
import { randomBytes } from "node:crypto";
import { anyAudio, findFormat, formatOfMediaType } from "../../contract/fileFormats.ts";
import { type Kind, kindTable } from "../../contract/kind.ts";
import { sizeOf, sourceOf } from "../../providers/files/fileContent.ts";
import type { GeneratedFile } from "../../providers/mediaAnswer.ts";
import type { CatalogueModel } from "../catalogue.ts";
import type { NewFile } from "../store/storedTask.ts";

/** Bytes at the start of a file that show its format. */
const headLength = 64 * 1024;

export async function newFile(model: CatalogueModel, kind: Kind, { content, mediaType, base64 }: GeneratedFile): Promise<NewFile> {
  const found = fileFormatOf(await sourceOf(content).read(0, headLength), mediaType, kind);
  const name = `${model.provider.name}-${kind}.${found.format}`;
  const bytes = "close" in content ? undefined : content;
  const arrived = "close" in content ? content : undefined;
  return { token: randomToken(), name, ...found, size: sizeOf(content), isFiller: false, location: undefined, bytes, arrived, base64 };
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
