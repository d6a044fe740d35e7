/** Refuses a request with more files than the interface accepts, before anything is sent. Source: spec, "Limits". */
import { inlineBytes, limits } from "../../contract/limits.ts";
import { inEnglish } from "../../contract/translate.ts";
import type { V2Request } from "../../contract/v2.ts";
import { fileLimitCode } from "../errors/ownCodes.ts";
import { ownSentences } from "../errors/ownSentences.ts";
import { ServiceError } from "../serviceError.ts";

/** A file given by its address counts as one file without bytes. @throws ServiceError */
export function checkFileLimits({ content }: V2Request): void {
  const files = content.flatMap((part) => (part.type === "input_file" && part.file_data !== undefined ? [part.file_data] : []));
  if (files.length > limits.filesPerRequest) throw refusal(inEnglish(ownSentences.tooManyFiles, files.length, limits.filesPerRequest));
  const bytes = files.reduce((sum, file) => sum + inlineBytes(file), 0);
  if (bytes > limits.fileBytesPerRequest)
    throw refusal(inEnglish(ownSentences.filesTooLarge, inMegabytes(bytes), inMegabytes(limits.fileBytesPerRequest)));
}

function refusal(message: string): ServiceError {
  return new ServiceError({ kind: "invalidRequest", code: fileLimitCode, param: "content[].file_data", message });
}

/** Rounded up, so that a size over the limit is not shown as the limit. */
const inMegabytes = (bytes: number) => Math.ceil(bytes / 100_000) / 10;
