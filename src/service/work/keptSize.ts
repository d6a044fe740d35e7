/** What the parts of a text use. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { AnsweredFile } from "../../providers/fileContent.ts";

/** Of a joined text, in UTF-16 code units. */
const pieceCost = 8;

/** UTF-16 code units of a part that stay in memory. The size of images is limited by that of the answer. */
export function keptSize(part: LanguageModelV4StreamPart, files: ReadonlyMap<string, AnsweredFile>): number {
  const size = sizeOf(part);
  const written = size > 0 && files.size > 0 ? JSON.stringify(part) : "";
  // What was taken for a file, because no text may be as long, is in the place of a text.
  return written !== "" && [...files.keys()].some((name) => written.includes(name)) ? Number.POSITIVE_INFINITY : size;
}

function sizeOf(part: LanguageModelV4StreamPart): number {
  switch (part.type) {
    case "text-delta":
    case "reasoning-delta":
    case "tool-input-delta":
      return part.delta.length + pieceCost;
    case "tool-call":
      return part.input.length;
    case "raw":
    case "error":
    case "file":
    case "tool-result":
      return 0;
    default:
      return JSON.stringify(part).length;
  }
}
