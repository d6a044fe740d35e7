/** The chat's commands, and where each is shown. */
import type { CommandTable, MenuItem } from "../commands/command.ts";
import { inPage, inTitle, onRow } from "../commands/menus.ts";
import { all, hasSelection, inLibrary } from "../commands/when.ts";

const view = "generationStudio.chat";
const inTab = "activeWebviewPanelId == generationStudio.chatEditor";
const isFocused = "generationStudio.chatFocused && !editorFocus && !inQuickInput";
/** An extension for speech, or the recognition of VS Code itself. */
const canDictate = "(hasSpeechProvider || chatIsEnabled && chatSpeechToTextConfigured)";
/** Where a microphone is in the input, there is none in the title. */
const hasNoMicrophone = all(canDictate, "!generationStudio.hasMicrophone");
/** Key bindings act on the panel that has the focus. */
const args = "focused";

const inBoth = (group: string, ...conditions: string[]): MenuItem[] => [
  ...inTitle(view, group, ...conditions),
  { menu: "editor/title", when: all(inTab, ...conditions), group },
];

export const chatCommands = {
  ask: {
    title: "Ask…",
    icon: "comment",
    menus: [{ menu: "generationStudio.generate", when: hasSelection, group: "4_text@1" }],
  },
  attachToChat: {
    title: "Attach to Chat",
    palette: false,
    menus: inPage(all("isWorkspaceTrusted", inLibrary), "3_run@4"),
  },
  useModelInChat: {
    title: "Use in Chat",
    palette: false,
    menus: onRow("generationStudio.models", "text", "1_use@1"),
  },
  newConversation: {
    title: "New Conversation",
    icon: "add",
    menus: inBoth("navigation@1"),
    keys: [{ key: "ctrl+n", mac: "cmd+n", when: isFocused, args }],
  },
  showConversations: {
    title: "Show Conversations",
    icon: "history",
    menus: inBoth("navigation@2"),
  },
  openChatInEditor: {
    title: "Open Chat in Editor",
    icon: "link-external",
    menus: inTitle(view, "navigation@3"),
  },
  dictate: {
    title: "Dictate",
    icon: "mic",
    palette: canDictate,
    menus: inBoth("navigation@4", hasNoMicrophone),
    // The key of VS Code's own dictation in editors.
    keys: [{ key: "ctrl+alt+v", mac: "cmd+alt+v", when: all(isFocused, canDictate), args }],
  },
  findInConversation: {
    title: "Find in Conversation",
    icon: "search",
    menus: inBoth("1_find"),
    keys: [{ key: "ctrl+f", mac: "cmd+f", when: isFocused, args }],
  },
  focusLastMessage: { title: "Focus Last Message", keys: [{ key: "ctrl+alt+up", mac: "cmd+alt+up", when: isFocused }] },
  focusChatInput: { title: "Focus Chat Input", keys: [{ key: "ctrl+alt+down", mac: "cmd+alt+down", when: isFocused }] },
  copySelectedText: {
    title: "Copy",
    palette: false,
    menus: inPage("generationStudio.hasSelectedText", "5_copy@1"),
  },
  copyAsMarkdown: {
    title: "Copy as Markdown",
    palette: false,
    menus: inPage("generationStudio.inTurn", "5_copy@2"),
  },
  copyCode: {
    title: "Copy Code",
    palette: false,
    menus: inPage("generationStudio.inCode", "5_copy@3"),
  },
  copyImage: {
    title: "Copy Image",
    palette: false,
    menus: inPage("generationStudio.inImage", "5_copy@4"),
  },
  stopAnswer: { title: "Stop Answer", icon: "debug-stop", palette: "generationStudio.isAnswering" },
} as const satisfies CommandTable;
