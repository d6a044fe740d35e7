/** Names a generated file of a task. */
import { randomBytes } from "node:crypto";
import type { Kind } from "../../contract/kind.ts";
import type { GeneratedFile } from "../../providers/generateMedia.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { fileFormatOf } from "../fileFormat.ts";
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
