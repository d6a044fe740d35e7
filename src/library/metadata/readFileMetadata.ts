/** Reads how a file was made from the file itself. */
import { kinds } from "../../contract/kind.ts";
import type { ByteSource } from "../../mediaFiles/byteSource.ts";
import type { Container } from "./container.ts";
import { type ContentCredentials, readCredentials } from "./credentials/readCredentials.ts";
import { findContainer } from "./findContainer.ts";
import { readParameters } from "./generators/automatic1111.ts";
import { readComfyUi } from "./generators/comfyUi.ts";
import { readInvokeAi } from "./generators/invokeAi.ts";
import { type Origin, parseObject } from "./origin.ts";
import { property } from "./xmp/namespaces.ts";
import { readXmp } from "./xmp/readXmp.ts";

export interface FileMetadata {
  /** undefined: nothing says how the file was made. */
  origin: Origin | undefined;
  /** `unreadable`: there are some, too large or damaged. */
  credentials: ContentCredentials | "unreadable" | undefined;
}

/** undefined: a format without metadata that are known here. Rejects with what the source rejects with. */
export async function readFileMetadata(source: ByteSource): Promise<FileMetadata | undefined> {
  const container = await findContainer(source);
  if (container === undefined) return undefined;
  const { credentials } = container;
  return {
    origin: merge(readOwn(container), readGenerator(container)),
    credentials: credentials && ((credentials.store && readCredentials(credentials.store)) ?? "unreadable"),
  };
}

function readOwn({ xmp }: Container): Origin | undefined {
  if (xmp === undefined) return undefined;
  const { properties } = readXmp(xmp);
  const kind = properties.get(property.ownKind);
  const origin: Origin = {
    tool: properties.get(property.creatorTool),
    model: properties.get(property.ownModel) ?? properties.get(property.aiSystem),
    kind: kinds.find((one) => one === kind),
    prompt: properties.get(property.aiPrompt),
    negativePrompt: undefined,
    digitalSourceType: properties.get(property.digitalSourceType),
    request: parseObject(properties.get(property.ownRequest) ?? ""),
    fields: [],
  };
  return origin.digitalSourceType === undefined && origin.model === undefined && origin.prompt === undefined ? undefined : origin;
}

/** Keywords of each generator, in lower case. */
function readGenerator({ texts }: Container): Origin | undefined {
  for (const { keyword, text } of texts) {
    const origin = readText(keyword.toLowerCase(), text);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

function readText(keyword: string, text: string): Origin | undefined {
  switch (keyword) {
    case "parameters":
    case "usercomment":
      return readParameters(text);
    case "invokeai_metadata":
    case "sd-metadata":
      return readInvokeAi(text);
    case "prompt":
      return readComfyUi(text);
    default:
      // ComfyUI's WebP has no keywords of its own.
      return text.startsWith("prompt:") ? readComfyUi(text.slice("prompt:".length)) : undefined;
  }
}

/** A program's own fields say more than XMP, which says it in standard terms. */
function merge(own: Origin | undefined, other: Origin | undefined): Origin | undefined {
  if (own === undefined || other === undefined) return own ?? other;
  if (own.request !== undefined) return own;
  return { ...other, digitalSourceType: own.digitalSourceType, model: other.model ?? own.model, prompt: other.prompt ?? own.prompt };
}
