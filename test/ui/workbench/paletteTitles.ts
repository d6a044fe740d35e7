/** Determines the titles in the command palette from the `when` clauses of the manifest. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    views: z.record(z.string(), z.array(z.object({ name: z.string() }))),
    menus: z.object({ commandPalette: z.array(z.object({ command: z.string(), when: z.string() })) }),
  }),
});

const readJson = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(repositoryFolder, name), "utf8"));
const readManifest = async () => manifestSchema.parse(await readJson("package.json")).contributes;

/** Every `when` of the palette's items. */
export async function paletteConditions(): Promise<string[]> {
  return (await readManifest()).menus.commandPalette.map(({ when }) => when);
}

/** Sorted. Commands without a `when` clause are always shown, and VS Code adds one for each view. */
export async function paletteTitles(conditions: readonly string[]): Promise<string[]> {
  const { commands, views, menus } = await readManifest();
  const texts = z.record(z.string(), z.string()).parse(await readJson("package.nls.json"));
  const textOf = (key: string) => texts[key.slice(1, -1)] ?? key;
  const isShown = (command: string) => menus.commandPalette.every((item) => item.command !== command || conditions.includes(item.when));
  const own = commands.flatMap(({ command, title }) => (isShown(command) ? [textOf(title)] : []));
  const ofViews = Object.values(views).flatMap((group) => group.map(({ name }) => `Focus on ${textOf(name)} View`));
  return [...own, ...ofViews].sort();
}
