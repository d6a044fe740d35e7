/** The commands that generate media, and where each is shown. */
import type { kindTable, MediaKind } from "../../contract/kind.ts";
import type { Command, CommandTable } from "../commands/command.ts";
import { inPage, onRow } from "../commands/menus.ts";
import {
  all,
  hasNoSelection,
  hasSelection,
  hasTask,
  inLibrary,
  isArtifact,
  isDocument,
  isImage,
  isNoPromptEditor,
  isOneResult,
  isTextEditor,
  isTrusted,
} from "../commands/when.ts";

const tasks = "generationStudio.tasks";
/** Excludes prompt documents, which are run instead of being sent as a prompt. */
const isPlainText = all(isTextEditor, isNoPromptEditor);
/** Shared by both bindings: for the selection, or for the paragraph if nothing is selected. */
const key = "ctrl+k ctrl+g";
const mac = "cmd+k cmd+g";

export const generateCommands = {
  generateImage: { title: "Generate Image…" },
  generateAudio: { title: "Generate Audio…" },
  generateVideo: { title: "Generate Video…" },
  generateImageFromSelection: {
    title: "Generate Image from Selection",
    palette: hasSelection,
    menus: [{ menu: "generationStudio.generate", when: hasSelection, group: "1_media@1" }],
    keys: [{ key, mac, when: all("editorTextFocus", hasSelection) }],
  },
  generateAudioFromSelection: {
    title: "Generate Audio from Selection",
    palette: hasSelection,
    menus: [{ menu: "generationStudio.generate", when: hasSelection, group: "1_media@2" }],
  },
  generateVideoFromSelection: {
    title: "Generate Video from Selection",
    palette: hasSelection,
    menus: [{ menu: "generationStudio.generate", when: hasSelection, group: "1_media@3" }],
  },
  generateFromParagraph: {
    title: "Generate from This Paragraph…",
    palette: all(isTrusted, isPlainText, hasNoSelection),
    menus: [{ menu: "generationStudio.generate", when: all(isTrusted, isPlainText, hasNoSelection), group: "1_media@1" }],
    keys: [{ key, mac, when: all("editorTextFocus", isTrusted, isPlainText, hasNoSelection) }],
  },
  generateFromDocument: {
    title: "Generate from This Document…",
    palette: all(isTrusted, isPlainText),
    menus: [
      { menu: "generationStudio.generate", when: all(isTrusted, isPlainText, hasNoSelection), group: "1_media@2" },
      { menu: "generationStudio.generateFromFile", when: all(isTrusted, isDocument), group: "1_media@1" },
    ],
  },
  generateFromImage: {
    title: "Generate from This Image…",
    palette: all(isTrusted, isImage),
    menus: [{ menu: "generationStudio.generateFromFile", when: all(isTrusted, isImage), group: "1_media@1" }],
  },
  useAsReference: {
    title: "Use as Reference…",
    palette: false,
    menus: inPage(all(isTrusted, inLibrary, "generationStudio.resultKind == image"), "3_run@3"),
  },
  generateFromClipboard: { title: "Generate from Clipboard…" },
  chooseSpeakers: { title: "Choose Voices of a Dialogue…", palette: isTextEditor },
  generateWithOptions: {
    title: "Generate with Options…",
    menus: [{ menu: "generationStudio.generate", group: "2_options@1" }],
  },
  runAgain: {
    title: "Run Again",
    icon: "refresh",
    palette: isArtifact,
    menus: [
      { menu: "generationStudio.generateFromFile", when: isArtifact, alt: "runAgainWithOptions", group: "3_made@2" },
      ...onRow(tasks, "ended", "inline@3", "3_run@1"),
      { menu: "webview/context", when: hasTask, alt: "runAgainWithOptions", group: "3_run@1" },
    ],
  },
  runAgainWithOptions: {
    title: "Run Again with Options…",
    icon: "settings",
    palette: isArtifact,
    menus: [
      { menu: "generationStudio.generateFromFile", when: isArtifact, group: "3_made@3" },
      ...onRow(tasks, "ended", "inline@4"),
      ...onRow(tasks, "task", "3_run@2"),
      ...inPage(all(hasTask, isOneResult), "3_run@2"),
    ],
  },
  moreLikeThis: {
    title: "More Like This…",
    palette: isArtifact,
    menus: [...onRow(tasks, "ended", "3_run@3"), ...inPage(all(hasTask, isOneResult), "3_run@3")],
  },
  insertOfferedLink: { title: "Insert Offered Link", palette: false },
  chooseLinkOffer: { title: "Insert Offered Link…", palette: isTextEditor },
  showWelcome: { title: "Open Walkthrough" },
  showLog: { title: "Show Log" },
} as const satisfies CommandTable & Record<`generate${(typeof kindTable)[MediaKind]["identifier"]}${"" | "FromSelection"}`, Command>;
