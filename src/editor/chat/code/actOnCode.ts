/** Performs the actions of code blocks, after checking that the code is a whole block of the answer. */
import * as vscode from "vscode";
import { type Conversation, findTurn } from "../../../chat/conversation/conversation.ts";
import { type AssistantTurn, isWhole } from "../../../chat/conversation/turn.ts";
import type { ChatInput } from "../../../chat/messages/chatProtocol.ts";
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

type ActionType = "insertCode" | "applyCode" | "runInTerminal" | "newFile";
export type CodeAction = { [Type in ActionType]: { type: Type } & ChatInput<Type> }[ActionType];

export async function actOnCode({ proposals, editor }: CodeTargets, conversation: Conversation, action: CodeAction): Promise<void> {
  const turn = findTurn(conversation, action.turnId);
  if (turn?.role !== "assistant" || !(await isInAnswer(turn, action.code))) {
    await warn(vscode.l10n.t("This code was not used, because it is not a complete code block of the answer."));
    return;
  }
  switch (action.type) {
    case "insertCode":
      return insertAtCursor(editor, action.code);
    case "applyCode":
      return applyCode(await proposals(), editor, action);
    case "runInTerminal":
      return runInTerminal(action.code, action.language);
    case "newFile":
      return openAsNewFile(action.code, action.language);
    default:
      action satisfies never;
  }
}

/** A page that is behind, or compromised, could send a part of a block. */
async function isInAnswer({ parts, state }: AssistantTurn, code: string): Promise<boolean> {
  const { hasWholeCode } = await import("../../../markup/markdown/codeBlocks.ts");
  return parts.some((part) => "text" in part && hasWholeCode(part.text, code, isWhole(state)));
}
