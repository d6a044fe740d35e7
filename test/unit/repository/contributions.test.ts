/** A test in a real VS Code runs each command, presses each menu item, opens each view and changes each setting. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { repository, sources } from "./repositoryFiles.ts";
import { type Call, calls, readCalls } from "./testCalls.ts";

const itemSchema = z.object({
  command: z.optional(z.string()),
  submenu: z.optional(z.string()),
  when: z._default(z.string(), ""),
  group: z._default(z.string(), ""),
});
const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
    menus: z.record(z.string(), z.array(itemSchema)),
    configuration: z.object({ properties: z.record(z.string(), z.unknown()) }),
  }),
});
type MenuItem = z.infer<typeof itemSchema>;

const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(repository, name), "utf8"));
const { commands, views, menus, configuration } = manifestSchema.parse(readJson("package.json")).contributes;
const texts = z.record(z.string(), z.string()).parse(readJson("package.nls.json"));
const textOf = (key: string) => texts[key.slice(1, -1)] ?? key;
const titles = new Map(commands.map(({ command, title }) => [command, textOf(title)]));
const viewsByName = Object.values(views).flatMap((group) => group.map(({ id, name }) => ({ id, name: textOf(name) })));

/** The helper functions of the tests that take a command's id without the common prefix. */
const byShortName = ["command", "runTasks", "write"];

/** The commands that a call runs by their ids. */
function runBy({ name, texts: [first = ""] }: Call): string[] {
  if (name === "executeCommand") return [first];
  if (byShortName.includes(name)) return [`generationStudio.${first}`];
  return name === "commandOf" ? ["Image", "Audio", "Video"].map((kind) => `generationStudio.generate${kind}${first}`) : [];
}

/** Where in the workbench a call presses something: a menu of the manifest, and which of its items can be meant. */
interface Location {
  menu: string;
  isMeant: (item: MenuItem) => boolean;
}

const isInline = ({ group }: MenuItem) => group.startsWith("inline");
const anyItem = () => true;

function locationOf({ name, texts: given }: Call): Location | undefined {
  switch (name) {
    case "pressViewAction":
    case "chooseFromViewMenu": {
      const view = viewsByName.find((one) => one.name === given[0]);
      return { menu: "view/title", isMeant: ({ when }) => view !== undefined && when.startsWith(`view == ${view.id}`) };
    }
    case "pressRowAction":
      return { menu: "view/item/context", isMeant: isInline };
    case "chooseFromMenuOf":
      return { menu: "view/item/context", isMeant: (item) => !isInline(item) };
    case "chooseFromWebviewMenu":
      return { menu: "webview/context", isMeant: anyItem };
    case "pressEditorAction":
    case "chooseFromEditorMenu":
      return { menu: "editor/title", isMeant: anyItem };
    case "chooseFromContextMenu":
      return { menu: given.includes("Generation Studio") ? "generationStudio.generate" : "editor/context", isMeant: anyItem };
    case "chooseFromExplorer":
      return { menu: given.includes("Generation Studio") ? "generationStudio.generateFromFile" : "explorer/context", isMeant: anyItem };
    default:
      return undefined;
  }
}

const isPressed = (item: MenuItem, call: Call, menu: string): boolean => {
  const location = locationOf(call);
  return location?.menu === menu && location.isMeant(item) && call.texts.at(-1) === titles.get(item.command ?? "");
};

/** Items of the palette can be permanently hidden; the others are found there by their titles. */
const isInPalette = (command: string) => !menus.commandPalette?.some((item) => item.command === command && item.when === "false");
const menuNames = Object.keys(menus).filter((menu) => menu !== "commandPalette" && menu !== "file/newFile");

/** The commands of the palette by their titles; two with the same title cannot be distinguished there. */
const byTitle = Map.groupBy(
  [...titles.keys()].filter((command) => isInPalette(command)),
  (command) => `Generation Studio: ${titles.get(command)}`,
);

/** Handles each call once: there are thousands of calls, and as many pairs of commands and menus. */
function commandsRunBy(call: Call): string[] {
  const named = call.name === "runCommand" ? (byTitle.get(call.texts[0] ?? "") ?? []) : [];
  const menu = locationOf(call)?.menu ?? "";
  const pressed = menuNames.includes(menu) ? (menus[menu] ?? []).filter((item) => isPressed(item, call, menu)) : [];
  return [...runBy(call), ...(named.length === 1 ? named : []), ...pressed.flatMap(({ command }) => command ?? [])];
}

describe("a test in a real VS Code", () => {
  test("runs every command", () => {
    const run = new Set(calls.flatMap(commandsRunBy));
    expect([...titles.keys()].filter((command) => !run.has(command))).toEqual([]);
  });

  test.each(menuNames)("presses every item of %s", (menu) => {
    const items = (menus[menu] ?? []).filter(({ submenu }) => submenu === undefined);
    expect(items.length).toBeGreaterThan(0);
    const missing = items.filter((item) => {
      // Two commands may have the same title: each has to be pressed.
      const namesakes = new Set(
        items.filter((other) => titles.get(other.command ?? "") === titles.get(item.command ?? "")).map((it) => it.command),
      );
      return calls.filter((call) => isPressed(item, call, menu)).length < namesakes.size;
    });
    expect(missing.map(({ command, when, group }) => `${command} (${group}) when ${when}`)).toEqual([]);
  });

  test("opens every view", () => {
    const shown = calls.filter(({ name }) => name === "pane").map((call) => call.texts[0]);
    expect(viewsByName.filter(({ name }) => !shown.includes(name))).toEqual([]);
  });

  test("changes every setting", () => {
    const changed = new Set(calls.flatMap(({ name, texts: [first = ""] }) => (name === "configure" ? [`generationStudio.${first}`] : [])));
    const onWorkbench = sources.filter(({ name }) => name.startsWith("test/ui/")).map(({ text }) => text);
    const isChanged = (name: string) => changed.has(name) || onWorkbench.some((text) => text.includes(`"${name}": `));
    expect(Object.keys(configuration.properties).filter((name) => !isChanged(name))).toEqual([]);
  });
});

test("a call is read with its own texts, without those of nested calls", () => {
  expect(readCalls('await command<number>("outer", inner("x"), [`y`]);')).toEqual([
    { name: "command", texts: ["outer", "y"] },
    { name: "inner", texts: ["x"] },
  ]);
});
