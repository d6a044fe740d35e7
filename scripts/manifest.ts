/** Writes the commands, menus and key bindings of `package.json`, and their titles in `package.nls.json`, from the tables of the features, and the schema of the setting `providers` from its own. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { isAddedField } from "../src/contract/addedFields.ts";
import { providerName, settingProviderSchemas } from "../src/contract/configuration.ts";
import { toolOptions } from "../src/contract/fields.ts";
import { mediaKinds } from "../src/contract/kind.ts";
import { chatCommands } from "../src/editor/chat/commands.ts";
import type { Command, CommandTable, MenuItem } from "../src/editor/commands/command.ts";
import { submenus } from "../src/editor/commands/submenus.ts";
import { editCommands } from "../src/editor/edits/commands.ts";
import { generateCommands } from "../src/editor/generate/commands.ts";
import { textCommands } from "../src/editor/generate/text/commands.ts";
import { imageEditorCommands } from "../src/editor/imageEditor/commands.ts";
import { keyCommands } from "../src/editor/key/commands.ts";
import { promptCommands } from "../src/editor/language/commands.ts";
import { libraryCommands } from "../src/editor/library/commands.ts";
import { modelCommands } from "../src/editor/models/commands.ts";
import { testCommands } from "../src/editor/promptTests/commands.ts";
import { providerCommands } from "../src/editor/provider/commands.ts";
import { taskCommands } from "../src/editor/tasks/commands.ts";

const tables: readonly CommandTable[] = [
  generateCommands,
  textCommands,
  editCommands,
  promptCommands,
  testCommands,
  chatCommands,
  taskCommands,
  libraryCommands,
  imageEditorCommands,
  modelCommands,
  providerCommands,
  keyCommands,
];
const commands: readonly (readonly [string, Command])[] = tables.flatMap((table) => Object.entries(table));

const repository = path.join(import.meta.dirname, "..");
const manifestSchema = z.looseObject({ contributes: z.looseObject({}) });
const settingsSchema = z.looseObject({ properties: z.record(z.string(), z.looseObject({})) });
const textsSchema = z.record(z.string(), z.string());

const idOf = (name: string) => `generationStudio.${name}`;

/** `package.json` with the commands of the tables, and the schema of the setting `providers`. */
export function writeManifest(text: string): string {
  const manifest = manifestSchema.parse(JSON.parse(text));
  Object.assign(manifest.contributes, {
    commands: commands.map(([name, command]) => describeCommand(name, command)),
    keybindings: commands.flatMap(([name, { keys = [] }]) => keys.map((binding) => ({ command: idOf(name), ...binding }))),
    submenus: Object.keys(submenus).map((id) => ({ id, label: `%submenu.${id}%` })),
    menus: collectMenus(),
  });
  const { properties, ...settings } = settingsSchema.parse(manifest.contributes.configuration);
  const providers = { ...properties["generationStudio.providers"], ...describeProviders() };
  manifest.contributes.configuration = { ...settings, properties: { ...properties, "generationStudio.providers": providers } };
  manifest.contributes.languageModelTools = describeTools(toolsSchema.parse(manifest.contributes.languageModelTools));
  return writeJson(manifest);
}

// Records keep the order of the file.
const recordSchema = z.record(z.string(), z.unknown());
const toolsSchema = z.array(recordSchema);

/** The tools that generate take the prompt, the model and the options of their kind. */
function describeTools(tools: z.infer<typeof toolsSchema>): object[] {
  return tools.map((tool) => {
    const kind = mediaKinds.find((known) => String(tool.name).toLowerCase().endsWith(`generate${known}`));
    if (kind === undefined) return tool;
    const inputSchema = recordSchema.parse(tool.inputSchema);
    const { prompt, model } = recordSchema.parse(inputSchema.properties);
    const options = toolOptions(kind).map(({ name, type, description }) => {
      return [name, { type: type.type, description: describeOption(name, description) }];
    });
    return { ...tool, inputSchema: { ...inputSchema, properties: { prompt, model, ...Object.fromEntries(options) } } };
  });
}

const describeOption = (name: string, description: string) =>
  isAddedField(name) ? `${description} Only for models that announce it.` : description;

const objectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) });

/**
 * The schema for completing and checking the setting in VS Code: one object with the fields of every type, because its messages are more
 * helpful than those of alternatives.
 */
function describeProviders(): object {
  const types = settingProviderSchemas.map((option) => objectSchema.parse(z.toJSONSchema(option, { target: "draft-7" })));
  const typeOf = ({ properties }: (typeof types)[number]) => z.object({ const: z.string() }).parse(properties.type).const;
  const fields = Object.assign({}, ...types.map(({ properties }) => properties));
  const modelsSchema = z.object({ additionalProperties: z.object({ properties: z.record(z.string(), z.unknown()) }) });
  const modelFields = types.map(({ properties }) => modelsSchema.safeParse(properties.models).data?.additionalProperties.properties);
  return {
    propertyNames: { pattern: providerName.source },
    additionalProperties: {
      type: "object",
      required: ["type"],
      additionalProperties: false,
      properties: {
        ...fields,
        type: { enum: types.map(typeOf) },
        models: {
          type: "object",
          additionalProperties: {
            type: "object",
            additionalProperties: false,
            properties: { ...Object.assign({}, ...modelFields), options: { type: "object" } },
          },
        },
      },
      anyOf: types.map((type) => ({ properties: { type: { const: typeOf(type) } }, required: type.required })),
    },
  };
}

/** `package.nls.json` with the titles of the tables; its other texts are kept. */
export function writeTexts(text: string): string {
  const others = Object.entries(textsSchema.parse(JSON.parse(text))).filter(([key]) => !/^(?:command|submenu)\./.test(key));
  const titles = commands.flatMap(([name, { title, shortTitle }]) => [
    [`command.${name}`, title],
    ...(shortTitle === undefined ? [] : [[`command.${name}.short`, shortTitle]]),
  ]);
  const labels = Object.entries(submenus).map(([id, { label }]) => [`submenu.${id}`, label]);
  return writeJson(Object.fromEntries([...titles, ...labels, ...others]));
}

function describeCommand(name: string, { icon, shortTitle }: Command): object {
  return {
    command: idOf(name),
    title: `%command.${name}%`,
    ...(shortTitle === undefined ? {} : { shortTitle: `%command.${name}.short%` }),
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
    category: "Generation Studio",
  };
}

function collectMenus(): Record<string, object[]> {
  const menus: Record<string, object[]> = {};
  const add = (menu: string, item: object) => {
    menus[menu] ??= [];
    menus[menu].push(item);
  };
  for (const [id, submenu] of Object.entries(submenus)) {
    for (const { menu, ...item } of submenu.menus) add(menu, { submenu: id, ...item });
  }
  for (const [name, command] of commands) {
    for (const { menu, ...item } of command.menus ?? []) add(menu, { command: idOf(name), ...withAlternative(item) });
    if (command.palette !== undefined) add("commandPalette", { command: idOf(name), when: String(command.palette) });
  }
  return menus;
}

function withAlternative({ alt, ...item }: Omit<MenuItem, "menu">): object {
  return alt === undefined ? item : { ...item, alt: idOf(alt) };
}

function writeJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

if (import.meta.main) {
  for (const [name, write] of [
    ["package.json", writeManifest],
    ["package.nls.json", writeTexts],
  ] as const) {
    const file = path.join(repository, name);
    await writeFile(file, write(await readFile(file, "utf8")));
  }
}
