/** The commands for deciding on proposed edits, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { all } from "../commands/when.ts";

/** True for a file with a proposal, and for its diff. */
const isProposed = "resourcePath in generationStudio.proposals";
const isRevisable = "resourcePath in generationStudio.revisableProposals";
const isFocused = all("editorFocus", isProposed);

export const editCommands = {
  acceptChanges: {
    title: "Accept All Changes",
    icon: "check-all",
    palette: isProposed,
    menus: [{ menu: "editor/title", when: isProposed, group: "navigation@-20" }],
    keys: [{ key: "ctrl+shift+alt+enter", mac: "cmd+shift+alt+enter", when: isFocused }],
  },
  rejectChanges: {
    title: "Reject All Changes",
    icon: "close",
    palette: isProposed,
    menus: [{ menu: "editor/title", when: isProposed, group: "navigation@-19" }],
    keys: [{ key: "ctrl+shift+alt+backspace", mac: "cmd+shift+alt+backspace", when: isFocused }],
  },
  acceptChange: {
    title: "Accept Change",
    palette: isProposed,
    keys: [{ key: "shift+alt+enter", when: isFocused }],
  },
  rejectChange: {
    title: "Reject Change",
    palette: isProposed,
    keys: [{ key: "shift+alt+backspace", when: isFocused }],
  },
  copyChange: {
    title: "Copy Proposed Text",
    palette: isProposed,
  },
  tryAgain: {
    title: "Try Again",
    icon: "refresh",
    palette: isRevisable,
    menus: [{ menu: "editor/title", when: isRevisable, group: "navigation@-18" }],
  },
  refine: {
    title: "Refine…",
    icon: "edit",
    palette: isRevisable,
    menus: [{ menu: "editor/title", when: isRevisable, group: "navigation@-17" }],
  },
} as const satisfies CommandTable;
