/** The settings, commands, scripts, flags, variables, versions and defaults that the documents name exist, and are those of the code. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { mcpHelp } from "../../../src/commandLine/mcp/runMcp.ts";
import { promptHelp } from "../../../src/commandLine/prompt/runPrompt.ts";
import { serviceNodeOptions } from "../../../src/contract/serviceNodeOptions.ts";
import { doctorHelp, keysHelp, serveHelp, usageHelp } from "../../../src/service/commands/help.ts";
import { completeOptions } from "../../../src/service/serviceOptions.ts";
import { documents, repository, sources } from "./repositoryFiles.ts";

const settingSchema = z.looseObject({ default: z.unknown() });
const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    engines: z.object({ node: z.string(), vscode: z.string() }),
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      configuration: z.object({ properties: z.record(z.string(), settingSchema) }),
    }),
  })
  .parse(JSON.parse(readText("package.json")));
const settings = manifest.contributes.configuration.properties;
const pages = documents.filter(({ name }) => /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/|^test\/README/.test(name));
const userPages = pages.filter(({ name }) => name !== "test/README.md");
const settingsPage = pages.find(({ name }) => name === "docs/settings.md")?.text ?? "";

function readText(name: string): string {
  return readFileSync(path.join(repository, name), "utf8");
}

/** Every match of the pattern's group that is not in the list, with its page. */
function findUnknown(pattern: RegExp, isKnown: (found: string) => boolean, inPages = pages): string[] {
  return inPages.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)]
      .map(([, found = ""]) => found)
      .filter((found) => !isKnown(found))
      .map((found) => `${name}: ${found}`),
  );
}

/** Rows of the table: the names in the first cell, and the second cell. `.output.fileName` continues the name before it. */
const settingRows = [...settingsPage.matchAll(/^\| (`generationStudio\.[^|]*) \| ([^|]*) \|/gm)].map(([, names = "", value = ""]) => ({
  names: [...names.matchAll(/`(?:generationStudio)?\.([\w.]+)`/g)].map(([, name]) => `generationStudio.${name}`),
  value,
}));

test("the table has every setting", () => {
  expect(settingRows.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(settings).toSorted());
});

test("the table states each setting's default", () => {
  const stated = settingRows.flatMap(({ names, value }) => names.map((name, index) => [name, value.split(", ")[index] ?? value]));
  const written = Object.entries(settings).map(([name, setting]) => [name, describeDefault(setting.default)]);
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(written));
});

function describeDefault(value: unknown): string {
  if (value === "" || value === null || JSON.stringify(value) === "{}" || JSON.stringify(value) === "[]") return "none";
  if (typeof value !== "object" || value === null) return `\`${String(value)}\``;
  return `\`${[...new Set(Object.values(value))].join()}\``;
}

test("every setting that a page names exists", () => {
  expect(findUnknown(/`generationStudio\.([\w.]+)`/g, (name) => `generationStudio.${name}` in settings)).toEqual([]);
});

/** Programs of VS Code and of others that the documents name in the same way. */
const otherPrograms = /^(?:Preferences|Chat|MCP|Extensions|Developer|View|Tasks|Terminal|File):/;
const texts = [
  readText("package.json"),
  readText("package.nls.json"),
  ...sources.filter(({ name }) => name.startsWith("src/")).map(({ text }) => text),
].join("\n");
/** Labels of VS Code itself. */
const labelsOfVsCode = ["Ask", "Agent", "Add Models", "Other Models", "Generation Studio", "Sign in to use Copilot…", "Manage Models…"];
/** A button of GitHub, in SECURITY.md. */
const labelOfGitHub = "Report a vulnerability";

test("every command, view and button that a page names in italics exists", () => {
  const isKnown = (label: string) => {
    const title = label.replace(/^Generation Studio: /, "");
    return otherPrograms.test(label) || labelsOfVsCode.includes(label) || label === labelOfGitHub || texts.includes(title);
  };
  const label = /(?<![*\w\\])\*((?:Generation Studio: )?[A-Z][^*\n|]{2,60})\*(?![*\w])/g;
  const found = userPages.flatMap(({ text }) => [...text.matchAll(label)]);
  expect(found.length).toBeGreaterThan(40);
  expect(findUnknown(label, isKnown, userPages)).toEqual([]);
});

test("every script that a page names exists", () => {
  expect(findUnknown(/npm run ([a-z]+(?::[a-z]+)*)/g, (name) => name in manifest.scripts)).toEqual([]);
});

const program = "generation-studio";
const helps = {
  service: [serveHelp, keysHelp, usageHelp].map((help) => help(program)).join("\n"),
  doctor: doctorHelp(program),
  prompt: promptHelp(program),
  mcp: mcpHelp(program),
};
const flagsOf = (help: string) => new Set([...help.matchAll(/--[a-z][a-z0-9-]*/g)].map(([flag]) => flag));
/** Flags of the scripts, of programs that run others, and of programs of others. */
const otherFlags: Readonly<Record<string, RegExp>> = {
  script: /^--(?:only|json|list|continue|grep|project|reporter|report|output|version)$/,
  client: /^--env$/,
  engine: /^--api$/,
  generator: /^--output$/,
};

test("each flag beside a command of the program is one of that command", () => {
  const unknown = pages.flatMap(({ name, text }) =>
    [
      ...text.matchAll(
        /(?:npm run|generation-studio|npm exec) (service|doctor|prompt|mcp)\b((?:(?![`|]|\n\n|generation-studio|npm ).)*)/gs,
      ),
    ].flatMap(([, command = "", rest = ""]) => {
      const known = flagsOf(helps[z.enum(["service", "doctor", "prompt", "mcp"]).parse(command)]);
      const line = rest.split("\n")[0] ?? "";
      return [...line.matchAll(/--[a-z][a-z0-9-]*/g)].filter(([flag]) => !known.has(flag)).map(([flag]) => `${name}: ${command} ${flag}`);
    }),
  );
  expect(unknown).toEqual([]);
});

test("each flag in the text of a page is one of the program's, or of a program that the page names", () => {
  const known = flagsOf(Object.values(helps).join("\n"));
  const isKnown = (flag: string) => known.has(flag) || Object.values(otherFlags).some((pattern) => pattern.test(flag));
  expect(findUnknown(/`(--[a-z][a-z0-9-]*)/g, isKnown)).toEqual([]);
});

/** Defaults in a text such as "`--grace` seconds (default 30)", by flag. */
function readDefaults(text: string, pattern: RegExp): [flag: string, value: string][] {
  return [...text.matchAll(pattern)].map(([, flag = "", value = ""]) => [flag, value]);
}

const helpDefaults = new Map(
  Object.values(helps).flatMap((help) => readDefaults(help, /^ {2,}(?:-\w, )?(--[a-z-]+)(?:(?!^ {2,}-)[\s\S])*?\(default:? ([^),]+)/gm)),
);

test("each default of a flag that a page states is that of --help", () => {
  const stated = pages.flatMap(({ text }) => readDefaults(text, /`(--[a-z-]+)[^`]*`[^`|(]{0,60}\(default ([^)]+)\)/g));
  expect(stated.length).toBeGreaterThan(0);
  expect(stated.filter(([flag, value]) => helpDefaults.get(flag) !== value)).toEqual([]);
});

test("each default of the service in --help is that of the code", () => {
  const { balance, bonus, referral, rate, tokensPerSecond, delay, waitLimit, headerTimeLimit, bodyTimeLimit, bodySizeLimit, bodyLimits } =
    completeOptions({});
  const mebibyte = 2 ** 20;
  const expected = {
    "--balance": balance,
    "--bonus": bonus,
    "--referral": referral,
    "--rate": rate,
    "--tokens-per-second": tokensPerSecond,
    "--delay": delay,
    "--wait-limit": waitLimit,
    "--header-timeout": headerTimeLimit,
    "--body-timeout": bodyTimeLimit,
    "--max-request": bodySizeLimit / mebibyte,
    "--max-memory": bodyLimits.total / mebibyte,
  };
  const ofService = new Map(readDefaults(serveHelp(program), /^ {2}(--[a-z-]+)(?:(?!^ {2}-)[\s\S])*?\(default:? ([^),]+)/gm));
  expect(Object.fromEntries(Object.keys(expected).map((flag) => [flag, Number(ofService.get(flag))]))).toEqual(expected);
});

test.each(["deploy/generation-studio.service", "deploy/Dockerfile"])("%s starts Node with the options of the code", (name) => {
  expect(/\bNODE_OPTIONS=(.*)/.exec(readText(name))?.[1]).toBe(serviceNodeOptions.join(" "));
});

test("every environment variable of ours that a page names is read", () => {
  expect(findUnknown(/\b(GENERATION_STUDIO_\w+)/g, (name) => texts.includes(`"${name}"`))).toEqual([]);
});

test("the versions of Node and VS Code that a page requires are those of the manifest", () => {
  const node = /[\d.]+/.exec(manifest.engines.node)?.[0] ?? "";
  expect(findUnknown(/Node (\d[\d.]*\d) (?:or|and) newer/g, (version) => node === `${version}.0` || node === version)).toEqual([]);
  const vscode = /\d+\.\d+/.exec(manifest.engines.vscode)?.[0];
  expect(findUnknown(/VS Code \(?(1\.1[01]\d) (?:or|and) newer/g, (version) => version === vscode)).toEqual([]);
});
