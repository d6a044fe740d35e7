/** A text, or a message of VS Code's chat, in; an estimate of its tokens out. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";

/** The interface tells no tokenizer; four bytes of UTF-8 a token is the usual estimate for prose and code. */
const bytesPerToken = 4;
/** What a picture costs differs by model and is not told; this is the order of size of most. */
const tokensPerPicture = 1000;

export function countTokens(counted: string | vscode.LanguageModelChatRequestMessage): number {
  if (typeof counted === "string") return Math.ceil(Buffer.byteLength(counted) / bytesPerToken);
  return counted.content.reduce<number>((sum, part) => sum + countPart(part), 0);
}

function countPart(part: unknown): number {
  if (part instanceof vscode.LanguageModelTextPart) return countTokens(part.value);
  if (!(part instanceof vscode.LanguageModelDataPart)) return 0;
  return part.mimeType.startsWith("image/") ? tokensPerPicture : Math.ceil(part.data.byteLength / bytesPerToken);
}
