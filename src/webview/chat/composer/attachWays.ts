/** The kinds of context that can be attached, for the menu and the list after `@`. */

import type { AttachedKind } from "../../../chat/messages/chatProtocol.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import type { IconName } from "../../iconNames.ts";

export interface AttachWay {
  what: AttachedKind;
  icon: IconName;
  label: PanelTextName;
}

export const attachWays: readonly AttachWay[] = [
  { what: "activeFile", icon: "file-code", label: "attachActiveFile" },
  { what: "selection", icon: "selection", label: "attachSelection" },
  { what: "openEditors", icon: "layers", label: "attachOpenEditors" },
  { what: "fileProblems", icon: "warning", label: "attachFileDiagnostics" },
  { what: "workspaceProblems", icon: "error", label: "attachWorkspaceDiagnostics" },
  { what: "changes", icon: "git-compare", label: "attachChanges" },
  { what: "terminalSelection", icon: "terminal", label: "attachTerminalSelection" },
  { what: "symbol", icon: "symbol-method", label: "attachSymbol" },
  { what: "folder", icon: "folder", label: "attachFolder" },
  { what: "picker", icon: "folder-opened", label: "attachFiles" },
];
