/** The commands that write into the document, and where each is shown. */
import type { CommandTable } from "../../commands/command.ts";
import { inTitle } from "../../commands/menus.ts";
import { all, hasSelection, isPromptEditor, isTextEditor, isWritable } from "../../commands/when.ts";

export const textCommands = {
  replaceSelection: {
    title: "Replace Selection…",
    palette: all(hasSelection, isWritable),
    menus: [{ menu: "generationStudio.generate", when: all(hasSelection, isWritable), group: "4_text@2" }],
    keys: [{ key: "ctrl+k ctrl+y", mac: "cmd+k cmd+y", when: all("editorTextFocus", hasSelection, isWritable) }],
  },
  insertAtCursor: {
    title: "Insert at Cursor…",
    palette: all(isTextEditor, isWritable),
    menus: [{ menu: "generationStudio.generate", when: isWritable, group: "4_text@3" }],
  },
  continueText: {
    title: "Continue Writing",
    palette: all(isTextEditor, isWritable),
    menus: [{ menu: "generationStudio.generate", when: isWritable, group: "4_text@4" }],
  },
  improvePrompt: {
    title: "Improve Prompt…",
    palette: all(isTextEditor, isWritable),
    menus: [
      { menu: "editor/context", when: all(isPromptEditor, isWritable), group: "1_generate@1" },
      { menu: "editor/title", when: "resourceLangId == generation-prompt", group: "1_prompt@4" },
    ],
  },
  openInterruptedText: {
    title: "Open Interrupted Text…",
    palette: false,
    menus: inTitle("generationStudio.tasks", "2_task@2"),
  },
  writeWithOptions: { title: "Write with Options…", palette: all(isTextEditor, isWritable) },
} as const satisfies CommandTable;
