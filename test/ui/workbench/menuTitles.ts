/** A menu of the manifest in; the titles of its items, as a person reads them, out: tests derive from it what there is to press. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const itemSchema = z.object({
  command: z.optional(z.string()),
  when: z.optional(z.string()),
  group: z.optional(z.string()),
});
const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    menus: z.record(z.string(), z.array(itemSchema)),
  }),
});
export type MenuItem = z.infer<typeof itemSchema>;

/** Sorted, each once. Submenus are left out: what they hold is asked for by their own id. */
export async function menuTitles(menu: string, isWanted: (item: MenuItem) => boolean = () => true): Promise<string[]> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(repositoryFolder, name), "utf8"));
  const { commands, menus } = manifestSchema.parse(await read("package.json")).contributes;
  const texts = z.record(z.string(), z.string()).parse(await read("package.nls.json"));
  const titles = (menus[menu] ?? []).filter(isWanted).flatMap(({ command }) => {
    const title = commands.find((one) => one.command === command)?.title;
    return title === undefined ? [] : [texts[title.slice(1, -1)] ?? title];
  });
  return [...new Set(titles)].sort();
}
