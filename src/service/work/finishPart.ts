import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wholeOf } from "../../providers/fileContent.ts";
import { readDrawing } from "../answers/drawingWriter.ts";
import { drawnBytes } from "../answers/outputWriter.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { finished } from "./newFile.ts";
import type { SignContent } from "./signContent.ts";

export async function finishedBytes(model: CatalogueModel, bytes: Uint8Array, sign: SignContent | undefined): Promise<Uint8Array> {
  return wholeOf((await finished(model, { content: bytes, mediaType: undefined }, sign)).content);
}

/** Finishes the image of a part of a stream, so that the answer's events and the stored file have the same bytes. Other parts are unchanged. */
export async function finishPart(
  model: CatalogueModel,
  part: LanguageModelV4StreamPart,
  sign: SignContent | undefined,
): Promise<LanguageModelV4StreamPart> {
  if (part.type === "file" && part.data.type === "data" && part.mediaType.startsWith("image/")) {
    return { ...part, data: { ...part.data, data: await finishedBytes(model, drawnBytes(part.data.data), sign) } };
  }
  const drawn = part.type === "tool-result" ? readDrawing(part) : undefined;
  if (part.type !== "tool-result" || drawn === undefined) return part;
  const bytes = await finishedBytes(model, drawn, sign);
  return { ...part, result: { result: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64") } };
}
