/** Reads a file's metadata about how it was generated. */
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
  /** undefined: no metadata about how the file was generated. */
  origin: Origin | undefined;
  /** `unreadable`: there are credentials, but they are too large or damaged. */
  credentials: ContentCredentials | "unreadable" | undefined;
}

/** undefined: a format whose metadata are not supported. Rejects only with errors of the source. */
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

/** Matches the lower-case keywords of each generator. */
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
      // In WebP, ComfyUI uses no keywords of its own.
      return text.startsWith("prompt:") ? readComfyUi(text.slice("prompt:".length)) : undefined;
  }
}

/** A program's own fields take precedence over XMP, which has the same information in standard terms. */
function merge(own: Origin | undefined, other: Origin | undefined): Origin | undefined {
  if (own === undefined || other === undefined) return own ?? other;
  if (own.request !== undefined) return own;
  return { ...other, digitalSourceType: own.digitalSourceType, model: other.model ?? own.model, prompt: other.prompt ?? own.prompt };
}
