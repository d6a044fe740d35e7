/** The commands that open the image editor, and where each is shown. */
import { canRemoveBackground, canUpscale } from "../../library/contextKeys.ts";
import type { CommandTable } from "../commands/command.ts";
import { inPage } from "../commands/menus.ts";
import { all, inLibrary, isEditableImage, isOneResult, isTrusted } from "../commands/when.ts";

const isLibraryImage = all(isTrusted, inLibrary, isOneResult, "generationStudio.resultKind == image");

export const imageEditorCommands = {
  editImage: {
    title: "Edit Image…",
    icon: "edit",
    palette: all(isTrusted, isEditableImage),
    menus: [
      { menu: "generationStudio.generateFromFile", when: all(isTrusted, isEditableImage), group: "2_edit@1" },
      { menu: "editor/title", when: all(isTrusted, isEditableImage), group: "navigation@1" },
      ...inPage(isLibraryImage, "3_run@5"),
    ],
  },
  upscaleImage: {
    title: "Upscale…",
    palette: all(isTrusted, isEditableImage, canUpscale),
    menus: [
      { menu: "generationStudio.generateFromFile", when: all(isTrusted, isEditableImage, canUpscale), group: "2_edit@3" },
      ...inPage(all(isLibraryImage, canUpscale), "3_run@7"),
    ],
  },
  removeBackground: {
    title: "Remove Background…",
    palette: all(isTrusted, isEditableImage, canRemoveBackground),
    menus: [
      { menu: "generationStudio.generateFromFile", when: all(isTrusted, isEditableImage, canRemoveBackground), group: "2_edit@4" },
      ...inPage(all(isLibraryImage, canRemoveBackground), "3_run@8"),
    ],
  },
  /** For the form of a request. */
  paintMask: { title: "Paint Mask", palette: false },
} as const satisfies CommandTable;
