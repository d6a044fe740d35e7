/** Finds, reads, checks and compiles the prompt documents in the agent's folders. They are data: no instruction in them is followed. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { describeReason } from "../disclosure/judge.ts";
import { readToSend } from "../disclosure/readToSend.ts";
import { describeForm } from "../prompt/assist/describeForm.ts";
import { type CompiledRequest, compileSet } from "../prompt/compile/compile.ts";
import { findNeeds } from "../prompt/compile/findNeeds.ts";
import { checkText, describeDiagnostic } from "../prompt/files/checkText.ts";
import { fetchValues } from "../prompt/files/fetchValues.ts";
import { type PromptDocument, parsePromptDocument } from "../prompt/parse/promptDocument.ts";
import { decodeFileText } from "../prompt/text/textEncoding.ts";
import { findDefinedVariables } from "../prompt/variables/definedVariables.ts";
import { readVariableSets, type SuppliedValues } from "../prompt/variables/variableSets.ts";
import { findInside, type InsideFile } from "./folders.ts";
import { ToolError } from "./toolError.ts";

const ending = ".gen.md";
/** Limits for the listed documents, for the folder entries that are searched, and for the depth. */
const mostDocuments = 200;
const mostEntries = 20_000;
const deepest = 12;
/** Size limit of a document in bytes. */
const largestDocument = 1_000_000;
/** How many errors of a document are reported. */
const mostErrors = 5;

export interface AgentDocument extends InsideFile {
  /** Path in its folder without the extension, with `/`; prefixed with the folder's name if there are several. */
  name: string;
}

/** Skips hidden folders and node_modules, and does not follow links. */
export async function findDocuments(folders: readonly string[]): Promise<AgentDocument[]> {
  const found: AgentDocument[] = [];
  let entries = 0;
  const visit = async (folder: string, at: string, depth: number): Promise<void> => {
    const inside = await readdir(at, { withFileTypes: true }).catch(() => []);
    entries += inside.length;
    for (const entry of inside.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (found.length >= mostDocuments || entries > mostEntries) return;
      const file = path.join(at, entry.name);
      if (entry.isDirectory() && depth < deepest && !entry.name.startsWith(".") && entry.name !== "node_modules")
        await visit(folder, file, depth + 1);
      if (entry.isFile() && entry.name.endsWith(ending)) found.push({ folder, file, name: nameOf(folders, folder, file) });
    }
  };
  for (const folder of folders) await visit(folder, folder, 0);
  return found;
}

function nameOf(folders: readonly string[], folder: string, file: string): string {
  const inside = path.relative(folder, file).slice(0, -ending.length).split(path.sep).join("/");
  return folders.length === 1 ? inside : `${path.basename(folder)}/${inside}`;
}

/** Finds a document by its path, or by its prompt name. Throws ToolError. */
export async function findDocument(folders: readonly string[], given: string): Promise<InsideFile> {
  const named = given.endsWith(ending) ? undefined : (await findDocuments(folders)).find(({ name }) => name === given);
  if (named !== undefined) return named;
  const inside = await findInside(folders, given);
  if (!inside.file.endsWith(ending))
    throw new ToolError(`${JSON.stringify(given.slice(0, 200))} is no prompt document: their names end in ${ending}.`);
  return inside;
}

/** Throws ToolError. */
export async function readAgentDocument({ folder, file }: InsideFile): Promise<PromptDocument> {
  const judged = await readToSend(file, { folders: [folder], most: largestDocument });
  if (judged.type === "missing") throw new ToolError("There is no such prompt document, or it is too large to be read.");
  if (judged.type === "withheld") throw new ToolError(`The prompt document ${judged.reasons.map(describeReason).join(", ")}.`);
  const text = decodeFileText(judged.content, TextDecoder);
  if (text === undefined) throw new ToolError("The prompt document is not a text in UTF-8 or UTF-16.");
  return parsePromptDocument(text);
}

export interface DocumentValue {
  /** The name of a variable or a built-in variable, or a question. */
  name: string;
  isRequired: boolean;
  /** The value that is used by default. */
  value: string | undefined;
}

/** The values that the caller may provide for a document. */
export function documentValues(document: PromptDocument): DocumentValue[] {
  const needs = findNeeds(document);
  const contents = (["selection", "file", "clipboard"] as const).filter((name) => needs[name]);
  return [
    ...describeForm(document).inputs.map(({ name, isQuestion, value }) => ({
      name,
      isRequired: isQuestion,
      value: isQuestion ? undefined : value,
    })),
    ...contents.map((name) => ({ name, isRequired: true, value: undefined })),
  ];
}

/** Compiles what a document sends with these values. Throws ToolError with the document's errors. */
export async function compileDocument(
  { file }: InsideFile,
  document: PromptDocument,
  folders: readonly string[],
  values: Readonly<Record<string, string>>,
): Promise<CompiledRequest[]> {
  const diagnostics = (await checkText(file, document.text, { folders })).filter(({ severity }) => severity === "error");
  if (diagnostics.length > 0) throw wrong(diagnostics.map((one) => describeDiagnostic(path.basename(file), document.text, one)));
  const supplied = await supply(file, document, folders, values);
  const { sets, error } = readVariableSets(document, supplied);
  if (error !== undefined) throw wrong([error]);
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => findDefinedVariables(document, {}).has(name)));
  const compiled = sets.map((set) => compileSet(document, supplied, { ...set, ...own }));
  const errors = [...new Set(compiled.flatMap((one) => one.errors.map(({ message }) => message)))];
  if (errors.length > 0) throw wrong(errors);
  return compiled.flatMap(({ requests }) => requests);
}

async function supply(
  file: string,
  document: PromptDocument,
  folders: readonly string[],
  values: Readonly<Record<string, string>>,
): Promise<SuppliedValues> {
  const needs = findNeeds(document);
  const known = new Set([...documentValues(document).map(({ name }) => name), ...findDefinedVariables(document, {}).keys(), "date"]);
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new ToolError(`The document has no value ${quote(unknown)}. It has: ${quote([...known]) || "none"}.`);
  const missing = documentValues(document).filter(({ name, isRequired }) => isRequired && !Object.hasOwn(values, name));
  if (missing.length > 0) throw new ToolError(`The document needs these values: ${quote(missing.map(({ name }) => name))}.`);
  const given = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? ""]] : [])));
  const refused: string[] = [];
  const supplied = await fetchValues(file, document, {
    values: given(["selection", "file", "clipboard", "date"]),
    answers: given(needs.questions),
    folders,
    allows(address, reason) {
      refused.push(`${JSON.stringify(address.slice(0, 100))} ${describeReason(reason)}`);
      return false;
    },
  });
  if (supplied === undefined) throw new ToolError(`The document names what is not sent: ${refused.slice(0, 20).join("; ")}.`);
  return supplied;
}

function wrong(errors: readonly string[]): ToolError {
  const more = errors.length > mostErrors ? `\n… ${errors.length - mostErrors} more` : "";
  return new ToolError(`The prompt document cannot run:\n${errors.slice(0, mostErrors).join("\n").slice(0, 2000)}${more}`);
}

function quote(names: readonly string[]): string {
  return names
    .slice(0, 20)
    .map((name) => JSON.stringify(name.slice(0, 100)))
    .join(", ");
}
