/** The manifest and the lock file are valid for VS Code and for a clean installation. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { writeManifest, writeTexts } from "../../../scripts/manifest.ts";
import { repository } from "./repositoryFiles.ts";

const read = (name: string) => readFileSync(path.join(repository, name), "utf8");
const manifestSchema = z.looseObject({
  engines: z.object({ vscode: z.string() }),
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.record(z.string(), z.string()),
  icon: z.string(),
  scripts: z.record(z.string(), z.string()),
  contributes: z.object({
    views: z.record(z.string(), z.array(z.object({ id: z.string(), visibility: z.optional(z.string()) }))),
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    submenus: z.array(z.object({ id: z.string(), label: z.string() })),
    menus: z.record(z.string(), z.array(z.object({ command: z.optional(z.string()), when: z.optional(z.string()) }))),
    configuration: z.object({
      properties: z.record(z.string(), z.object({ order: z.optional(z.number()), markdownDescription: z.optional(z.string()) })),
    }),
  }),
});
const manifest = manifestSchema.parse(JSON.parse(read("package.json")));

describe("the manifest", () => {
  test("uses no proposed API", () => {
    expect(manifest).not.toHaveProperty("enabledApiProposals");
  });

  test("is compiled against the oldest supported VS Code", () => {
    const types = z.object({ version: z.string() }).parse(JSON.parse(read("node_modules/@types/vscode/package.json")));
    expect(minor(types.version)).toBe(minor(manifest.engines.vscode));
  });

  test("bundles everything: the extension has no dependencies", () => {
    expect(manifest.dependencies ?? {}).toEqual({});
  });

  test("lists files that exist", () => {
    const scripts = Object.values(manifest.scripts).flatMap((script) => script.match(/[\w./]+\.(?:ts|mjs)\b/g) ?? []);
    expect([manifest.icon, ...scripts].filter((file) => !existsSync(path.join(repository, file)))).toEqual([]);
  });

  test("has the commands, menus and key bindings of the features' tables: npm run manifest", () => {
    expect(writeManifest(read("package.json"))).toBe(read("package.json"));
    expect(writeTexts(read("package.nls.json"))).toBe(read("package.nls.json"));
  });

  test("finds each of its texts in package.nls.json", () => {
    const texts = z.record(z.string(), z.unknown()).parse(JSON.parse(read("package.nls.json")));
    const used = [...read("package.json").matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? "");
    expect(used.filter((key) => !(key in texts))).toEqual([]);
    expect(Object.keys(texts).filter((key) => !used.includes(key))).toEqual([]);
  });
});

describe("who opens VS Code for the first time", () => {
  const { views, commands, submenus, menus, configuration } = manifest.contributes;
  const texts = z.record(z.string(), z.unknown()).parse(JSON.parse(read("package.nls.json")));
  const textOf = (key = "") => z.string().parse(texts[key.replaceAll("%", "")]);

  test("sees the chat as the first view, and the views below it collapsed", () => {
    expect(views.generationStudio?.map(({ id, visibility }) => [id, visibility])).toEqual([
      ["generationStudio.chat", undefined],
      ["generationStudio.tasks", "collapsed"],
      ["generationStudio.models", "collapsed"],
    ]);
  });

  test("is offered Add Provider… at the beginning of the settings", () => {
    const order = (name: string) => configuration.properties[name]?.order ?? Number.POSITIVE_INFINITY;
    const [first = ""] = Object.keys(configuration.properties).toSorted((a, b) => order(a) - order(b));
    expect(textOf(configuration.properties[first]?.markdownDescription)).toMatch(
      /^\[Add Provider…\]\(command:generationStudio\.addProvider\)/,
    );
  });

  test("sees no command in the palette that needs a task, a model of the list, an image or a text of a panel", () => {
    const palette = menus.commandPalette ?? [];
    const hidden = palette.filter(({ when }) => when === "false").map(({ command }) => command);
    const rare = ["prompt.runFolder", "openInterruptedText", "openTaskById"];
    for (const name of [...rare, "useAsReference", "attachToChat", "useModelInChat", "copyCode", "comparePrompts", "paintMask"])
      expect(hidden).toContain(`generationStudio.${name}`);
    const ofItems = ["view/item/context", "webview/context"].flatMap(
      (location) => menus[location]?.flatMap(({ command }) => command ?? []) ?? [],
    );
    const always = [...new Set(ofItems)].filter((command) => palette.every((item) => item.command !== command));
    // They ask for what they need.
    expect(always.map((command) => command.split(".")[1])).toEqual(["manageProviders", "getModel", "setApiKey"]);
  });

  test("does not read the verb of a submenu again in its items", () => {
    for (const { id, label } of submenus) {
      const [verb = ""] = textOf(label).split(" ");
      const titles = menus[id]?.map(({ command }) => textOf(commands.find((one) => one.command === command)?.title)) ?? [];
      expect(titles.length).toBeGreaterThan(0);
      expect(titles.filter((title) => title.split(" ")[0] === verb)).toEqual([]);
    }
  });
});

describe("the lock file", () => {
  const lock = z
    .object({ packages: z.record(z.string(), z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) })) })
    .parse(JSON.parse(read("package-lock.json")));

  test("contains no registry, so that any mirror can be used", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
  });

  test("contains the packages of every platform, without which a clean install fails", () => {
    const missing = Object.entries(lock.packages).flatMap(([location, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in lock.packages || `${location}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

function minor(version: string): string | undefined {
  return /(\d+\.\d+)/.exec(version)?.[1];
}
