/** The menus of views and panels that show a command, in one or several of their groups. */
import type { MenuItem } from "./command.ts";
import { all } from "./when.ts";

/** On rows of the view whose `contextValue` contains the word. */
export const onRow = (view: string, word: string, ...groups: string[]): MenuItem[] =>
  groups.map((group) => ({ menu: "view/item/context", when: `view == ${view} && viewItem =~ /\\b${word}\\b/`, group }));

/** In the title of the view. */
export const inTitle = (view: string, group: string, ...conditions: string[]): MenuItem[] => [
  { menu: "view/title", when: all(`view == ${view}`, ...conditions), group },
];

/** In the context menu of a panel's page. */
export const inPage = (when: string, group: string): MenuItem[] => [{ menu: "webview/context", when, group }];
