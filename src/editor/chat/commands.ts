/** The chat's commands, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { all, hasSelection, inLibrary, onRow } from "../commands/when.ts";

const inView = "view == generationStudio.chat";
const inTab = "activeWebviewPanelId == generationStudio.chatEditor";
const isFocused = "generationStudio.chatFocused && !editorFocus && !inQuickInput";
/** An extension for speech, or the recognition of VS Code itself. */
const canDictate = "(hasSpeechProvider || chatIsEnabled && chatSpeechToTextConfigured)";
/** Where a microphone is in the input, there is none in the title. */
const hasNoMicrophone = all(canDictate, "!generationStudio.hasMicrophone");
/** Key bindings act on the panel that has the focus. */
const args = "focused";

export const chatCommands = {
  ask: {
    title: "Ask…",
    icon: "comment",
    menus: [{ menu: "generationStudio.generate", when: hasSelection, group: "4_text@1" }],
  },
  attachToChat: {
    title: "Attach to Chat",
    palette: false,
    menus: [{ menu: "webview/context", when: all("isWorkspaceTrusted", inLibrary), group: "3_run@4" }],
  },
  useModelInChat: {
    title: "Use in Chat",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow("generationStudio.models", "text"), group: "1_use@1" }],
  },
  newConversation: {
    title: "New Conversation",
    icon: "add",
    menus: [
      { menu: "view/title", when: inView, group: "navigation@1" },
      { menu: "editor/title", when: inTab, group: "navigation@1" },
    ],
    keys: [{ key: "ctrl+n", mac: "cmd+n", when: isFocused, args }],
  },
  showConversations: {
    title: "Show Conversations",
    icon: "history",
    menus: [
      { menu: "view/title", when: inView, group: "navigation@2" },
      { menu: "editor/title", when: inTab, group: "navigation@2" },
    ],
  },
  openChatInEditor: {
    title: "Open Chat in Editor",
    icon: "link-external",
    menus: [{ menu: "view/title", when: inView, group: "navigation@3" }],
  },
  dictate: {
    title: "Dictate",
    icon: "mic",
    palette: canDictate,
    menus: [
      { menu: "view/title", when: all(inView, hasNoMicrophone), group: "navigation@4" },
      { menu: "editor/title", when: all(inTab, hasNoMicrophone), group: "navigation@4" },
    ],
    // The key of VS Code's own dictation in editors.
    keys: [{ key: "ctrl+alt+v", mac: "cmd+alt+v", when: all(isFocused, canDictate), args }],
  },
  findInConversation: {
    title: "Find in Conversation",
    icon: "search",
    menus: [
      { menu: "view/title", when: inView, group: "1_find" },
      { menu: "editor/title", when: inTab, group: "1_find" },
    ],
    keys: [{ key: "ctrl+f", mac: "cmd+f", when: isFocused, args }],
  },
  focusLastMessage: { title: "Focus Last Message", keys: [{ key: "ctrl+alt+up", mac: "cmd+alt+up", when: isFocused }] },
  focusChatInput: { title: "Focus Chat Input", keys: [{ key: "ctrl+alt+down", mac: "cmd+alt+down", when: isFocused }] },
  copySelectedText: {
    title: "Copy",
    palette: false,
    menus: [{ menu: "webview/context", when: "generationStudio.hasSelectedText", group: "5_copy@1" }],
  },
  copyAsMarkdown: {
    title: "Copy as Markdown",
    palette: false,
    menus: [{ menu: "webview/context", when: "generationStudio.inTurn", group: "5_copy@2" }],
  },
  copyCode: {
    title: "Copy Code",
    palette: false,
    menus: [{ menu: "webview/context", when: "generationStudio.inCode", group: "5_copy@3" }],
  },
  copyImage: {
    title: "Copy Image",
    palette: false,
    menus: [{ menu: "webview/context", when: "generationStudio.inImage", group: "5_copy@4" }],
  },
  stopAnswer: { title: "Stop Answer", icon: "debug-stop", palette: "generationStudio.isAnswering" },
} as const satisfies CommandTable;
