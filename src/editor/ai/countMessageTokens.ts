/** Estimates the tokens of a text or a chat message. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import type { PartContent } from "./partContent.ts";
import { readParts } from "./readParts.ts";

/** The interface has no tokenizer; four bytes of UTF-8 per token is the usual estimate for prose and code. */
const bytesPerToken = 4;
/** The tokens of an image vary by model and are not reported; this is the usual order of magnitude. */
const tokensPerImage = 1000;

export function countMessageTokens(counted: string | vscode.LanguageModelChatRequestMessage): number {
  if (typeof counted === "string") return Math.ceil(Buffer.byteLength(counted) / bytesPerToken);
  return counted.content.reduce<number>((sum, part) => sum + countPart(part), 0);
}

function countPart(part: unknown): number {
  if (part instanceof vscode.LanguageModelToolCallPart) return countMessageTokens(part.name + JSON.stringify(part.input));
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.reduce<number>((sum, one) => sum + countPart(one), 0);
  return readParts(part).reduce((sum, content) => sum + countContent(content), 0);
}

function countContent(content: PartContent): number {
  if (content.type === "text") return countMessageTokens(content.text);
  return content.type === "image" ? tokensPerImage : Math.ceil(content.data.byteLength / bytesPerToken);
}
