/** Finishes and names a generated file of a task. */
import { randomBytes } from "node:crypto";
import { isDrawnByCode } from "../../contract/builtInModels.ts";
import { anyAudio, formatOfMediaType } from "../../contract/fileFormats.ts";
import { type Kind, kindTable } from "../../contract/kind.ts";
import { readRawType } from "../../media/files/rawSamples.ts";
import { recognize } from "../../media/files/recognize.ts";
import { planFinish, type StatedOrigin } from "../../media/metadata/finishFile.ts";
import { currentCall } from "../../providers/callContext.ts";
import { contentSize, type FileContent, sourceOf } from "../../providers/fileContent.ts";
import { changed } from "../../providers/files/completeSound.ts";
import type { GeneratedFile } from "../../providers/mediaAnswer.ts";
import type { CatalogueModel } from "../catalogue.ts";
import type { NewFile } from "../store/storedTask.ts";
import type { SignContent } from "./signContent.ts";

export async function newFile(model: CatalogueModel, kind: Kind, file: GeneratedFile, sign: SignContent | undefined): Promise<NewFile> {
  const { content, mediaType, base64 } = await finished(model, file, sign);
  const found = await fileFormatOf(content, mediaType, kind);
  const name = `${model.provider.name}-${kind}.${found.format}`;
  const bytes = "close" in content ? undefined : content;
  const arrived = "close" in content ? content : undefined;
  // It may be another file than the one that arrived.
  if (arrived) currentCall().share?.own(arrived);
  return { token: randomToken(), name, ...found, size: contentSize(content), isFiller: false, location: undefined, bytes, arrived, base64 };
}

/** The file as it is sent and stored: whoever receives it can see that a model has generated it. */
export async function finished(model: CatalogueModel, file: GeneratedFile, sign: SignContent | undefined): Promise<GeneratedFile> {
  const stated = { model: model.id, isProcedural: model.provider.isFree && isDrawnByCode(model.id) };
  const marked = await mark(file, stated);
  const content = sign === undefined ? marked.content : await sign(marked.content, stated);
  return content === marked.content ? marked : { content, mediaType: file.mediaType };
}

async function mark(file: GeneratedFile, stated: StatedOrigin): Promise<GeneratedFile> {
  const { content, mediaType } = file;
  try {
    const plan = await planFinish(sourceOf(content), stated);
    return plan === undefined ? file : { content: await changed(content, plan.pieces, plan.source), mediaType };
  } catch {
    // The file was paid for: it is delivered as it arrived.
    return file;
  }
}

/** 192 random bits, so that a link with the token needs no key. */
export function randomToken(): string {
  return randomBytes(24).toString("base64url");
}

/** A media type, with parameters that need no quotes: it becomes a header. Source: RFC 9110, 8.3.1. */
const plainType = /^[\w.+-]+\/[\w.+-]+(?:[ \t]*[;,][ \t]*[\w-]+=[\w.+-]+)*$/;

/** Prefers the type detected from the bytes to the provider's, which has the rate of raw samples. `format` is the file's extension. */
async function fileFormatOf(
  content: FileContent,
  declared: string | undefined,
  kind: Kind,
): Promise<{ format: string; mediaType: string }> {
  const isAudio = kindTable[kind].shownAs === "audio";
  const found = await recognize(sourceOf(content), isAudio ? anyAudio : declared);
  if (found !== undefined) return { format: found.ending, mediaType: found.mediaType };
  const plain = declared !== undefined && plainType.test(declared) ? declared : undefined;
  const known = formatOfMediaType(declared);
  if (known !== undefined) return { format: known.ending, mediaType: (readRawType(plain) && plain) ?? known.mediaType };
  const subtype = /^\w+\/([\w.+-]+)/.exec(plain ?? "")?.[1];
  return { format: subtype?.replace(/^x-/, "").split("+")[0] ?? "bin", mediaType: plain ?? "application/octet-stream" };
}
