/** What can be done with a result: the one table from which the library, the chat and their hosts have it. */
import { formatOfMediaType, hasProperty } from "../contract/fileFormats.ts";
import { type Kind, kindTable } from "../contract/kind.ts";
import { canRemoveBackground, canUpscale } from "./contextKeys.ts";

/** What decides which actions a result has. */
export interface ActedResult {
  kind: Kind;
  mediaType: string;
  /** Whether its file is there and may be read. */
  isThere: boolean;
  /** A file of the workspace may have no task. */
  hasTask: boolean;
  /** A file's metadata may have no prompt. */
  hasPrompt: boolean;
  /** Those of the context keys above that are set. */
  announced: readonly string[];
  /** The codec of its sound, which VS Code cannot play. */
  unheard?: string | undefined;
}

interface ResultAction {
  icon: string;
  /** Of the editor, without its prefix; undefined: the panel does it, and the host offers something else if it cannot. */
  command: string | undefined;
  /** Default: always. */
  isOffered?: (result: ActedResult) => boolean;
}

const isThere = ({ isThere }: ActedResult) => isThere;
const hasTask = ({ hasTask }: ActedResult) => hasTask;
const hasPrompt = ({ hasPrompt }: ActedResult) => hasPrompt;
const isImage = (result: ActedResult) => isThere(result) && kindTable[result.kind].shownAs === "image";
/** The image editor opens what the program can decode. */
const isEditable = (result: ActedResult) => isImage(result) && hasProperty(formatOfMediaType(result.mediaType)?.format, "isDecoded");

/** In their order on the page: those that are used most come first. */
export const resultActions = {
  open: { icon: "go-to-file", command: "openTask" },
  insertLink: { icon: "insert", command: "insertTaskLink" },
  moreLikeThis: { icon: "wand", command: "moreLikeThis", isOffered: hasTask },
  runAgain: { icon: "refresh", command: "runAgain", isOffered: hasTask },
  runAgainWithOptions: { icon: "settings", command: "runAgainWithOptions", isOffered: hasTask },
  edit: { icon: "edit", command: "editImage", isOffered: isEditable },
  upscale: {
    icon: "zoom-in",
    command: "upscaleImage",
    isOffered: (result) => isEditable(result) && result.announced.includes(canUpscale),
  },
  removeBackground: {
    icon: "circle-slash",
    command: "removeBackground",
    isOffered: (result) => isEditable(result) && result.announced.includes(canRemoveBackground),
  },
  saveAs: { icon: "save-as", command: "saveResultAs", isOffered: isThere },
  copyImage: { icon: "copy", command: undefined, isOffered: isImage },
  copyPrompt: { icon: "copy", command: "copyTaskPrompt", isOffered: hasPrompt },
  useAsReference: { icon: "file-media", command: "useAsReference", isOffered: isImage },
  attachToChat: { icon: "attach", command: "attachToChat", isOffered: isThere },
  play: { icon: "play", command: "openInSystemPlayer", isOffered: ({ unheard }) => unheard !== undefined },
  reveal: { icon: "folder-opened", command: "revealTask" },
  saveDocument: { icon: "file-code", command: "prompt.saveAs", isOffered: hasPrompt },
  howMade: { icon: "info", command: "showTaskDetails" },
  rename: { icon: "edit", command: "renameResult" },
  delete: { icon: "trash", command: "deleteTask" },
} as const satisfies Record<string, ResultAction>;

export type ResultActionName = keyof typeof resultActions;

const isName = (name: string): name is ResultActionName => Object.hasOwn(resultActions, name);
export const resultActionNames: readonly ResultActionName[] = Object.keys(resultActions).filter(isName);

/** The actions in English, by the names of the texts of panels. */
export const resultActionTexts = {
  "action.open": "Open",
  "action.insertLink": "Insert Link",
  "action.moreLikeThis": "More Like This…",
  "action.runAgain": "Run Again",
  "action.runAgainWithOptions": "Run Again with Options…",
  "action.edit": "Edit Image…",
  "action.upscale": "Upscale…",
  "action.removeBackground": "Remove Background…",
  "action.saveAs": "Save As…",
  "action.copyImage": "Copy Image",
  "action.copyPrompt": "Copy Prompt",
  "action.useAsReference": "Use as Reference…",
  "action.attachToChat": "Attach to Chat",
  "action.play": "Open in System Player",
  "action.reveal": "Reveal in Explorer",
  "action.saveDocument": "Save as Prompt Document",
  "action.howMade": "Show How This Was Made",
  "action.rename": "Rename…",
  "action.delete": "Delete…",
} as const satisfies Record<`action.${ResultActionName}`, string>;

/** What is said of results of the demo, and what helps. */
export const madeByCodeTexts = {
  madeByCode: "Made by Code",
  madeByCodeHint: "Code of the built-in service made this, no trained model: add a provider for more",
  addProvider: "Add Provider…",
} as const;

/** What a player says beside `action.play`. */
export const playerTexts = {
  soundUnheard: "VS Code cannot play this sound ({0}).",
  fileUnplayed: "VS Code cannot play this file.",
} as const;

/** The actions that a result has, in their order. */
export function actionsOf(result: ActedResult): ResultActionName[] {
  return resultActionNames.filter((name) => {
    const { isOffered }: ResultAction = resultActions[name];
    return isOffered?.(result) ?? true;
  });
}
