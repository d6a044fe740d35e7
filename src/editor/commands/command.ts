/** The menus of VS Code, and our own submenus, in which a command can be shown. */
type Menu =
  | "editor/context"
  | "editor/title"
  | "explorer/context"
  | "file/newFile"
  | "view/title"
  | "view/item/context"
  | "webview/context"
  | "generationStudio.generate"
  | "generationStudio.generateFromFile";

export interface MenuItem {
  menu: Menu;
  /** VS Code's `group@order`. */
  group: string;
  /** A `when` clause. */
  when?: string;
  /** Name of the command that replaces this one while Alt is held. */
  alt?: string;
}

interface KeyBinding {
  key: string;
  mac?: string;
  when: string;
  /** What the command is given. */
  args?: string;
}

/** One command of the manifest with every menu and key that shows it. `npm run manifest` writes `package.json` from these. */
export interface Command {
  title: string;
  /** In the menu of new files. */
  shortTitle?: string;
  /** Name of a codicon. */
  icon?: string;
  /** The `when` clause of the Command Palette; false: never shown there. Always shown without one. */
  palette?: string | false;
  menus?: readonly MenuItem[];
  keys?: readonly KeyBinding[];
}

/** By the part of the id after `generationStudio.`. */
export type CommandTable = Readonly<Record<string, Command>>;
