/** The commands of the Tasks view, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { all, hasPrompt, inLibrary, isArtifact, isOneResult, onRow } from "../commands/when.ts";

const view = "generationStudio.tasks";
const inView = `view == ${view}`;

export const taskCommands = {
  openTask: {
    title: "Open Result",
    icon: "go-to-file",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "openable"), group: "inline@1" },
      { menu: "view/item/context", when: onRow(view, "openable"), group: "1_open@1" },
      { menu: "webview/context", when: inLibrary, group: "1_open@1" },
    ],
  },
  cancelTask: {
    title: "Cancel",
    icon: "debug-stop",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "cancellable"), group: "inline@2" },
      { menu: "view/item/context", when: onRow(view, "cancellable"), group: "3_run@4" },
    ],
  },
  stopTask: {
    title: "Stop Waiting (it is still generated and billed)",
    icon: "debug-disconnect",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "billed"), group: "inline@2" },
      { menu: "view/item/context", when: onRow(view, "billed"), group: "3_run@4" },
    ],
  },
  showHowMade: {
    title: "Show How This Was Made",
    palette: isArtifact,
    menus: [{ menu: "generationStudio.generateFromFile", when: isArtifact, group: "3_made@1" }],
  },
  deleteTask: {
    title: "Delete…",
    icon: "trash",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "task"), group: "4_delete@1" },
      { menu: "webview/context", when: inLibrary, group: "4_delete@1" },
    ],
    keys: [{ key: "delete", mac: "cmd+backspace", when: `focusedView == ${view} && listFocus && !inputFocus` }],
  },
  followTask: {
    title: "Get Result",
    icon: "cloud-download",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "resumable"), group: "inline@2" },
      { menu: "view/item/context", when: onRow(view, "resumable"), group: "3_run@0" },
    ],
  },
  saveTaskAgain: {
    title: "Save Again",
    icon: "save",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "unsaved"), group: "inline@1" },
      { menu: "view/item/context", when: onRow(view, "unsaved"), group: "3_run@3" },
      { menu: "webview/context", when: all(inLibrary, "generationStudio.isMissing"), group: "1_open@0" },
    ],
  },
  openInSystemPlayer: { title: "Open in System Player", palette: false },
  revealTask: {
    title: "Reveal in Explorer",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "file"), group: "1_open@3" },
      { menu: "webview/context", when: all(inLibrary, isOneResult), group: "1_open@3" },
    ],
  },
  copyTaskId: {
    title: "Copy Task ID",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "accepted"), group: "2_copy@2" }],
  },
  copyTaskPrompt: {
    title: "Copy Prompt",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "task"), group: "2_copy@1" },
      { menu: "webview/context", when: all(hasPrompt, isOneResult), group: "2_copy@1" },
    ],
  },
  insertTaskLink: {
    title: "Insert Link",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "file"), group: "1_open@4" },
      { menu: "webview/context", when: inLibrary, group: "1_open@4" },
    ],
  },
  showTaskDetails: {
    title: "Show Details",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "task"), group: "1_open@2" },
      { menu: "webview/context", when: all(inLibrary, isOneResult), group: "1_open@2" },
    ],
  },
  searchTasks: { title: "Search Tasks…", icon: "search", menus: [{ menu: "view/title", when: inView, group: "navigation@0" }] },
  filterTasks: { title: "Filter Tasks…", icon: "filter", menus: [{ menu: "view/title", when: inView, group: "navigation@1" }] },
  clearFinishedTasks: { title: "Clear Finished…", icon: "clear-all", menus: [{ menu: "view/title", when: inView, group: "navigation@2" }] },
  openTaskById: { title: "Open Task by ID…", palette: false, menus: [{ menu: "view/title", when: inView, group: "2_task@1" }] },
  refreshTasks: { title: "Refresh Tasks", icon: "refresh", menus: [{ menu: "view/title", when: inView, group: "1_refresh@1" }] },
} as const satisfies CommandTable;
