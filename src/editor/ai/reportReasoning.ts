/** Reports a model's reasoning to VS Code's chat, where the running version has parts for it. */
import * as vscode from "vscode";
import type { ReasoningPiece } from "../../output/textReader.ts";

/** The class is not in the types of the oldest supported version. undefined: this version has none. */
function thinkingPart({ text, key }: ReasoningPiece): object | undefined {
  const type: unknown = Reflect.get(vscode, "LanguageModelThinkingPart");
  return typeof type === "function" ? Reflect.construct(type, [text, key]) : undefined;
}

export function reportReasoning(piece: ReasoningPiece, progress: vscode.Progress<object>): void {
  const part = thinkingPart(piece);
  if (part !== undefined) progress.report(part);
}
