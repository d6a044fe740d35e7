/** The commands of the Models view, and where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { inTitle, onRow } from "../commands/menus.ts";

const view = "generationStudio.models";

export const modelCommands = {
  refreshModels: {
    title: "Refresh Models",
    icon: "refresh",
    menus: inTitle(view, "navigation@2"),
  },
  toggleModelGrouping: {
    title: "Toggle Grouping by Kind",
    icon: "group-by-ref-type",
    palette: false,
    menus: inTitle(view, "navigation@1"),
  },
  addFavouriteModel: {
    title: "Add to Favourites",
    icon: "star-empty",
    palette: false,
    menus: onRow(view, "plain", "inline@1", "1_use@3"),
  },
  removeFavouriteModel: {
    title: "Remove from Favourites",
    icon: "star-full",
    palette: false,
    menus: onRow(view, "favourite", "inline@1", "1_use@3"),
  },
  setDefaultModel: {
    title: "Set as Default for…",
    palette: false,
    menus: onRow(view, "model", "1_use@2"),
  },
  findModel: {
    title: "Find Model…",
    icon: "search",
    menus: inTitle(view, "1_providers@2"),
  },
  hideModel: {
    title: "Hide Model",
    palette: false,
    menus: onRow(view, "shown", "1_use@4"),
  },
  unhideModel: {
    title: "Show Model Again",
    palette: false,
    menus: onRow(view, "hidden", "1_use@4"),
  },
  unloadModel: {
    title: "Unload",
    palette: false,
    menus: onRow(view, "loaded", "1_use@5"),
  },
  copyModelId: {
    title: "Copy Model ID",
    palette: false,
    menus: onRow(view, "model", "2_about@3"),
  },
  showModelDetails: {
    title: "Show Details",
    palette: false,
    menus: onRow(view, "model", "2_about@1"),
  },
  setModelAbility: {
    title: "Change What It Can Generate…",
    palette: false,
    menus: onRow(view, "model", "2_about@2"),
  },
} as const satisfies CommandTable;
