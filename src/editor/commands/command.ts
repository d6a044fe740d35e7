/** The menus of VS Code, and our submenus, that can show a command. */
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
  /** Name of the command that replaces this one while Alt is pressed. */
  alt?: string;
}

interface KeyBinding {
  key: string;
  mac?: string;
  when: string;
  /** The argument that the command is called with. */
  args?: string;
}

/** A command of the manifest with all its menus and key bindings. `npm run manifest` writes `package.json` from these. */
export interface Command {
  title: string;
  /** Title in the menu for new files. */
  shortTitle?: string;
  /** Name of a codicon. */
  icon?: string;
  /** The `when` clause for the Command Palette; false: never shown there; undefined: always shown. */
  palette?: string | false;
  menus?: readonly MenuItem[];
  keys?: readonly KeyBinding[];
}

/** By the part of the id after `generationStudio.`. */
export type CommandTable = Readonly<Record<string, Command>>;
