/** Performs the actions of code blocks, after checking that the code is a whole block of the answer. */
import * as vscode from "vscode";
import { type Conversation, findTurn } from "../../../chat/conversation/conversation.ts";
import { type AssistantTurn, isWhole } from "../../../chat/conversation/turn.ts";
import type { ToHost } from "../../../chat/messages/toHost.ts";
import { warn } from "../../base/report.ts";
import type { Proposals } from "../../edits/proposals.ts";
import { applyCode } from "./applyCode.ts";
import { insertAtCursor, openAsNewFile } from "./insertCode.ts";
import { runInTerminal } from "./runInTerminal.ts";

interface CodeTargets {
  proposals(): Promise<Proposals>;
  /** The editor that code is inserted in. */
  editor: vscode.TextEditor | undefined;
}

export type CodeMessage = Extract<ToHost, { type: "insertCode" | "applyCode" | "runInTerminal" | "newFile" }>;

export async function actOnCode({ proposals, editor }: CodeTargets, conversation: Conversation, message: CodeMessage): Promise<void> {
  const turn = findTurn(conversation, message.turnId);
  if (turn?.role !== "assistant" || !(await isInAnswer(turn, message.code))) {
    await warn(vscode.l10n.t("This code was not used, because it is not a complete code block of the answer."));
    return;
  }
  switch (message.type) {
    case "insertCode":
      return insertAtCursor(editor, message.code);
    case "applyCode":
      return applyCode(await proposals(), editor, message);
    case "runInTerminal":
      return runInTerminal(message.code, message.language);
    case "newFile":
      return openAsNewFile(message.code, message.language);
    default:
      message satisfies never;
  }
}

/** A page that is behind, or compromised, could send a part of a block. */
async function isInAnswer({ parts, state }: AssistantTurn, code: string): Promise<boolean> {
  const { hasWholeCode } = await import("../../../markup/markdown/codeBlocks.ts");
  return parts.some((part) => "text" in part && hasWholeCode(part.text, code, isWhole(state)));
}
