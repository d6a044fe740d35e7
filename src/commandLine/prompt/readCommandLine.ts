/** Reads the command line of `prompt`. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { readServiceAddress } from "../../client/http/serviceAddress.ts";
import { errorText } from "../../contract/errorText.ts";
import { describeUnknown } from "../describeUnknown.ts";
import type { Allowed } from "./fetchAllowed.ts";
import { type Reporter, reporters } from "./testReport.ts";

export const commands: readonly string[] = ["check", "run", "test", "help"];

export interface PromptCommandLine {
  help: boolean;
  version: boolean;
  allowed: Allowed;
  command: string | undefined;
  files: readonly string[];
  baseUrl: string | undefined;
  values: Readonly<Record<string, string>>;
  /** As written: QUESTION=TEXT. A question may contain `=`. */
  answers: readonly string[];
  models: readonly string[];
  cacheFolder: string | undefined;
  maxCost: number | undefined;
  reporter: Reporter;
  output: string | undefined;
  compare: string | undefined;
}

/** Each option, and the commands on which it has an effect. */
const options = {
  "base-url": { type: "string", of: ["check", "run", "test"] },
  value: { type: "string", multiple: true, of: ["run", "test"] },
  answer: { type: "string", multiple: true, of: ["run", "test"] },
  "allow-outside": { type: "boolean", of: ["run", "test"] },
  "allow-secrets": { type: "boolean", of: ["run", "test"] },
  "allow-local": { type: "boolean", of: ["run", "test"] },
  models: { type: "string", of: ["test"] },
  cache: { type: "string", of: ["test"] },
  "max-cost": { type: "string", of: ["test"] },
  reporter: { type: "string", of: ["test"] },
  output: { type: "string", of: ["test"] },
  compare: { type: "string", of: ["test"] },
  help: { type: "boolean", short: "h", of: commands },
  version: { type: "boolean", short: "v", of: commands },
} as const satisfies Record<string, { of: readonly string[] } & NonNullable<ParseArgsConfig["options"]>[string]>;

/** @throws an Error that describes what is wrong with the command line. */
export function readPromptCommandLine(args: readonly string[]): PromptCommandLine {
  const { values, positionals } = parse(args);
  const [command, ...files] = positionals;
  requireEffect(command, values);
  const baseUrl = values["base-url"];
  if (baseUrl !== undefined) requireAddress(baseUrl);
  const pairs = { values: readValues(values.value ?? []), answers: readAnswers(values.answer ?? []) };
  const tests = {
    models: readModels(values.models),
    cacheFolder: values.cache,
    maxCost: readMaxCost(values["max-cost"]),
    reporter: readReporter(values.reporter),
    output: values.output,
    compare: values.compare,
  };
  const { help = false, version = false } = values;
  const allows = (option: keyof Allowed) => values[`allow-${option}`] === true;
  const allowed = { outside: allows("outside"), secrets: allows("secrets"), local: allows("local") };
  return { help, version, allowed, command, files, baseUrl, ...pairs, ...tests };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const unknown = /^Unknown option '(--?[^'= ]+)'/.exec(errorText(error))?.[1];
    if (unknown === undefined) throw error;
    throw new Error(
      describeUnknown(
        "option",
        unknown,
        Object.keys(options).map((name) => `--${name}`),
      ),
    );
  }
}

/** An option without effect, such as a limit of costs, would let a run do what its user wanted to prevent. */
function requireEffect(command: string | undefined, values: object): void {
  for (const [name, { of }] of Object.entries(options)) {
    const isGiven = Object.hasOwn(values, name);
    if (isGiven && command !== undefined && commands.includes(command) && !of.some((one) => one === command))
      throw new Error(`--${name} is an option of ${of.map((one) => `\`${one}\``).join(" and ")}, not of \`${command}\`.`);
  }
}

function requireAddress(baseUrl: string): void {
  if (!URL.canParse(baseUrl)) throw new Error(`“${baseUrl}” is no URL.`);
  readServiceAddress(baseUrl);
}

function readModels(value: string | undefined): string[] {
  if (value === undefined) return [];
  const names = value.split(",").map((name) => name.trim());
  // Without one, the documents' own models would be used, and paid for.
  if (names.includes("")) throw new Error("--models takes the names of models, separated by commas.");
  return names;
}

function readMaxCost(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const cost = Number(value);
  if (value.trim() === "" || !(cost >= 0)) throw new Error("--max-cost must be a number that is not negative.");
  return cost;
}

function readReporter(value = "text"): Reporter {
  const known = reporters.find((name) => name === value);
  if (known === undefined) throw new Error(`--reporter must be ${reporters.join(", ")}.`);
  return known;
}

const valueNames: readonly string[] = ["selection", "file", "clipboard", "date"];

/** Values of `vars` are in the document. A run that ignored another one here would be billed for the wrong request. */
function readValues(pairs: readonly string[]): Record<string, string> {
  const values = readPairs(pairs);
  const unknown = Object.keys(values).find((name) => !valueNames.includes(name));
  if (unknown !== undefined) throw new Error(`--value takes selection, file, clipboard or date, not “${unknown}”.`);
  return values;
}

function readAnswers(pairs: readonly string[]): readonly string[] {
  readPairs(pairs);
  return pairs;
}

function readPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new Error(`“${pair}” must have the form NAME=TEXT.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
