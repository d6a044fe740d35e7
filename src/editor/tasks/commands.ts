/** The commands of the Tasks view, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { inPage, inTitle, onRow } from "../commands/menus.ts";
import { all, hasPrompt, inLibrary, isArtifact, isOneResult } from "../commands/when.ts";

const view = "generationStudio.tasks";

export const taskCommands = {
  openTask: {
    title: "Open Result",
    icon: "go-to-file",
    palette: false,
    menus: [...onRow(view, "openable", "inline@1", "1_open@1"), ...inPage(inLibrary, "1_open@1")],
  },
  cancelTask: {
    title: "Cancel",
    icon: "debug-stop",
    palette: false,
    menus: onRow(view, "cancellable", "inline@2", "3_run@4"),
  },
  stopTask: {
    title: "Stop Waiting (it is still generated and billed)",
    icon: "debug-disconnect",
    palette: false,
    menus: onRow(view, "billed", "inline@2", "3_run@4"),
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
    menus: [...onRow(view, "task", "4_delete@1"), ...inPage(inLibrary, "4_delete@1")],
    keys: [{ key: "delete", mac: "cmd+backspace", when: `focusedView == ${view} && listFocus && !inputFocus` }],
  },
  followTask: {
    title: "Get Result",
    icon: "cloud-download",
    palette: false,
    menus: onRow(view, "resumable", "inline@2", "3_run@0"),
  },
  saveTaskAgain: {
    title: "Save Again",
    icon: "save",
    palette: false,
    menus: [...onRow(view, "unsaved", "inline@1", "3_run@3"), ...inPage(all(inLibrary, "generationStudio.isMissing"), "1_open@0")],
  },
  openInSystemPlayer: { title: "Open in System Player", palette: false },
  revealTask: {
    title: "Reveal in Explorer",
    palette: false,
    menus: [...onRow(view, "file", "1_open@3"), ...inPage(all(inLibrary, isOneResult), "1_open@3")],
  },
  copyTaskId: {
    title: "Copy Task ID",
    palette: false,
    menus: onRow(view, "accepted", "2_copy@2"),
  },
  copyTaskPrompt: {
    title: "Copy Prompt",
    palette: false,
    menus: [...onRow(view, "task", "2_copy@1"), ...inPage(all(hasPrompt, isOneResult), "2_copy@1")],
  },
  insertTaskLink: {
    title: "Insert Link",
    palette: false,
    menus: [...onRow(view, "file", "1_open@4"), ...inPage(inLibrary, "1_open@4")],
  },
  showTaskDetails: {
    title: "Show Details",
    palette: false,
    menus: [...onRow(view, "task", "1_open@2"), ...inPage(all(inLibrary, isOneResult), "1_open@2")],
  },
  searchTasks: { title: "Search Tasks…", icon: "search", menus: inTitle(view, "navigation@0") },
  filterTasks: { title: "Filter Tasks…", icon: "filter", menus: inTitle(view, "navigation@1") },
  clearFinishedTasks: { title: "Clear Finished…", icon: "clear-all", menus: inTitle(view, "navigation@2") },
  openTaskById: { title: "Open Task by ID…", palette: false, menus: inTitle(view, "2_task@1") },
  refreshTasks: { title: "Refresh Tasks", icon: "refresh", menus: inTitle(view, "1_refresh@1") },
} as const satisfies CommandTable;
