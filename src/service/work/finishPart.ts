/** Finishes the images of a text, so that the answer's events and the stored files have the same bytes. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type AnsweredFile, type FileContent, wholeOf } from "../../providers/fileContent.ts";
import { readDrawing } from "../answers/drawingWriter.ts";
import type { OutputWriter } from "../answers/outputWriter.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { finished } from "./newFile.ts";
import type { SignContent } from "./signContent.ts";

export async function finishedBytes(model: CatalogueModel, given: FileContent, sign: SignContent | undefined): Promise<Uint8Array> {
  const { content } = await finished(model, { content: given, mediaType: undefined }, sign);
  try {
    return await wholeOf(content);
  } finally {
    if ("close" in content) await content.close();
  }
}

export interface PartOptions {
  model: CatalogueModel;
  writer: OutputWriter;
  sign: SignContent | undefined;
  /** Large files by the names that the parts have in their place. */
  files: ReadonlyMap<string, AnsweredFile>;
}

/** Writes a part of a stream. */
export async function finishPart(part: LanguageModelV4StreamPart, { model, writer, sign, files }: PartOptions): Promise<void> {
  const finish = (data: string | Uint8Array) => {
    const bytes = typeof data === "string" ? (files.get(data)?.content ?? Buffer.from(data, "base64")) : data;
    return finishedBytes(model, bytes, sign);
  };
  if (part.type === "file" && part.data.type === "data" && part.mediaType.startsWith("image/")) {
    writer.write({ ...part, data: { ...part.data, data: await finish(part.data.data) } });
    return;
  }
  const drawn = part.type === "tool-result" ? readDrawing(part) : undefined;
  if (part.type === "tool-result" && drawn !== undefined) writer.endDrawing(part.toolCallId, await finish(drawn));
  else writer.write(part);
}
