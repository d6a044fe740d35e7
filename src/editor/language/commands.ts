/** The commands of prompt documents, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { inPage, onRow } from "../commands/menus.ts";
import { all, hasPrompt, isArtifact, isPromptEditor, isPromptFile } from "../commands/when.ts";

const isPrompt = "resourceLangId == generation-prompt";
const isRunning = all(isPromptEditor, "resourcePath in generationStudio.runningDocuments");
const hasResults = all(isPromptEditor, "resourcePath in generationStudio.documentsWithResults");

export const promptCommands = {
  "prompt.run": {
    title: "Run Prompt Document",
    icon: "play",
    palette: isPromptEditor,
    menus: [
      { menu: "editor/context", when: isPromptEditor, group: "1_generate@0" },
      { menu: "explorer/context", when: isPromptFile, group: "4_generate@1" },
      { menu: "editor/title", when: isPrompt, group: "navigation@1" },
    ],
  },
  "prompt.runWith": {
    title: "Run Prompt Document with…",
    palette: isPromptEditor,
    menus: [{ menu: "editor/title", when: isPrompt, group: "1_prompt@1" }],
  },
  "prompt.runFolder": {
    title: "Run All in Folder…",
    palette: false,
    menus: [{ menu: "explorer/context", when: "explorerResourceIsFolder", group: "4_generate@2" }],
  },
  "prompt.stop": { title: "Stop Prompt Document", icon: "debug-stop", palette: isRunning },
  "prompt.showRequest": {
    title: "Show Request",
    icon: "json",
    palette: isPromptEditor,
    menus: [{ menu: "editor/title", when: isPrompt, group: "1_prompt@2" }],
  },
  "prompt.showResults": { title: "Show Results", palette: hasResults },
  "prompt.deleteAnswers": { title: "Delete Answers…", palette: hasResults },
  "prompt.copyRequest": {
    title: "Copy Request as…",
    palette: isPromptEditor,
    menus: [
      { menu: "editor/context", when: isPromptEditor, group: "9_cutcopypaste@8" },
      { menu: "editor/title", when: isPrompt, group: "1_prompt@3" },
    ],
  },
  "prompt.new": { title: "New Prompt Document…", shortTitle: "Prompt Document", menus: [{ menu: "file/newFile", group: "file@10" }] },
  "prompt.saveAs": {
    title: "Save as Prompt Document",
    palette: false,
    menus: [
      { menu: "generationStudio.generateFromFile", when: isArtifact, group: "3_made@4" },
      ...onRow("generationStudio.tasks", "task", "2_copy@9"),
      ...inPage(hasPrompt, "2_copy@9"),
    ],
  },
} as const satisfies CommandTable;
