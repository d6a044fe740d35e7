/** The commands of the Models view, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { onRow } from "../commands/when.ts";

const view = "generationStudio.models";

export const modelCommands = {
  refreshModels: {
    title: "Refresh Models",
    icon: "refresh",
    menus: [{ menu: "view/title", when: `view == ${view}`, group: "navigation@2" }],
  },
  toggleModelGrouping: {
    title: "Toggle Grouping by Kind",
    icon: "group-by-ref-type",
    palette: false,
    menus: [{ menu: "view/title", when: `view == ${view}`, group: "navigation@1" }],
  },
  addFavouriteModel: {
    title: "Add to Favourites",
    icon: "star-empty",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "plain"), group: "inline@1" },
      { menu: "view/item/context", when: onRow(view, "plain"), group: "1_use@3" },
    ],
  },
  removeFavouriteModel: {
    title: "Remove from Favourites",
    icon: "star-full",
    palette: false,
    menus: [
      { menu: "view/item/context", when: onRow(view, "favourite"), group: "inline@1" },
      { menu: "view/item/context", when: onRow(view, "favourite"), group: "1_use@3" },
    ],
  },
  setDefaultModel: {
    title: "Set as Default for…",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "model"), group: "1_use@2" }],
  },
  findModel: {
    title: "Find Model…",
    icon: "search",
    menus: [{ menu: "view/title", when: `view == ${view}`, group: "1_providers@2" }],
  },
  hideModel: {
    title: "Hide Model",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "shown"), group: "1_use@4" }],
  },
  unhideModel: {
    title: "Show Model Again",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "hidden"), group: "1_use@4" }],
  },
  unloadModel: {
    title: "Unload",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "loaded"), group: "1_use@5" }],
  },
  copyModelId: {
    title: "Copy Model ID",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "model"), group: "2_about@3" }],
  },
  showModelDetails: {
    title: "Show Details",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "model"), group: "2_about@1" }],
  },
  setModelAbility: {
    title: "Change What It Can Generate…",
    palette: false,
    menus: [{ menu: "view/item/context", when: onRow(view, "model"), group: "2_about@2" }],
  },
} as const satisfies CommandTable;
