/** Reads a file's metadata about how it was generated. */
import type { FileKind } from "../../contract/fileFormats.ts";
import { kinds } from "../../contract/kind.ts";
import type { ByteSource } from "../files/byteSource.ts";
import type { Container, MetadataText } from "./container.ts";
import { type ContentCredentials, readCredentials } from "./credentials/readCredentials.ts";
import { findContainer } from "./findContainer.ts";
import { generators } from "./generators/generators.ts";
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
    origin: merge(readOwn(container), withKind(readGenerator(container), container.kind)),
    credentials: credentials && ((credentials.store && readCredentials(credentials.store)) ?? "unreadable"),
  };
}

function readOwn({ xmp }: Container): Origin | undefined {
  if (xmp === undefined) return undefined;
  const { properties } = readXmp(xmp);
  const kind = properties.get(property.ownKind);
  const origin: Origin = {
    tool: properties.get(property.creatorTool) ?? properties.get(property.credit)?.replace(/^(?:made|edited|generated) with /i, ""),
    model: properties.get(property.ownModel) ?? properties.get(property.aiSystem),
    kind: kinds.find((one) => one === kind),
    prompt: properties.get(property.aiPrompt),
    negativePrompt: undefined,
    digitalSourceType: properties.get(property.digitalSourceType),
    request: parseObject(properties.get(property.ownRequest) ?? ""),
    fields: [],
    isByGenerator: false,
  };
  return origin.digitalSourceType === undefined && origin.model === undefined && origin.prompt === undefined ? undefined : origin;
}

/** Some programs write into XMP what others write into a text of the format. */
function readGenerator({ texts, xmp }: Container): Origin | undefined {
  const all = xmp === undefined ? texts : [...texts, ...textsOfXmp(xmp)];
  for (const generator of generators) {
    const origin = generator.read(all);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

function textsOfXmp(xmp: string): MetadataText[] {
  const { properties } = readXmp(xmp);
  return [
    { keyword: "UserComment", text: properties.get(property.userComment) ?? "" },
    { keyword: "Description", text: properties.get(property.description) ?? "" },
    { keyword: "AIGC", text: properties.get(property.aigc) ?? "" },
  ];
}

/** Programs for images write the same texts into their videos. */
function withKind(origin: Origin | undefined, kind: FileKind): Origin | undefined {
  const own = kinds.find((one) => one === kind);
  return origin?.kind === "image" && own !== undefined ? { ...origin, kind: own } : origin;
}

/** A program's own fields take precedence over XMP, which has the same information in standard terms. */
function merge(own: Origin | undefined, other: Origin | undefined): Origin | undefined {
  if (own === undefined || other === undefined) return own ?? other;
  if (own.request !== undefined) return own;
  return { ...other, digitalSourceType: own.digitalSourceType, model: other.model ?? own.model, prompt: other.prompt ?? own.prompt };
}
