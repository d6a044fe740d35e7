/** Fetches everything that a prompt document needs from the editor, the disk and the user. Shows no messages except questions. */
import * as vscode from "vscode";
import { mediaTypeOf } from "../../contract/fileFormats.ts";
import { limits } from "../../contract/limits.ts";
import { asksQuestion, findMissingValues } from "../../prompt/compile/findMissingValues.ts";
import { findAttachmentPaths, findNeeds } from "../../prompt/compile/findNeeds.ts";
import { writeDate } from "../../prompt/compile/writeDate.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { decodeText, includedText } from "../../prompt/parse/textEncoding.ts";
import type { SuppliedValues, VariableSet } from "../../prompt/parse/variableSets.ts";
import { namedStyles } from "../../prompt/styles/namedStyles.ts";
import type { TestCase } from "../../prompt/testing/readTests.ts";
import { confirm } from "../base/report.ts";
import { findStyles } from "./findStyles.ts";
import type { LastEditor } from "./lastEditor.ts";
import { isReallyInside, resolvePath } from "./promptPaths.ts";

/** The values that a document needs; or why one is missing, as a message of the language of prompt documents; or the user cancelled. */
export type FetchedValues = { type: "values"; values: SuppliedValues } | { type: "missing"; reason: string } | { type: "cancelled" };

/** Asks the user the questions of `{{input:…}}`. undefined: cancelled. */
export type AskQuestions = (questions: readonly string[]) => Promise<Readonly<Record<string, string>> | undefined>;

/**
 * Looks for all other missing values before it asks a question. `tests`: the cases that are run. Files from outside the workspace are
 * sent only if the user allows it.
 */
export async function fetchValues(
  document: vscode.Uri,
  parsed: PromptDocument,
  lastEditor: Pick<LastEditor, "read">,
  ask: AskQuestions,
  tests: readonly TestCase[] = [],
): Promise<FetchedValues> {
  const needs = findNeeds(parsed, tests);
  const changes = tests.map(({ vars }) => vars);
  const named = [...(needs.batchFile === undefined ? [] : [needs.batchFile]), ...needs.includedFiles];
  if (!(await allowOutside(document, named))) return { type: "cancelled" };
  const batchCsv = needs.batchFile === undefined ? undefined : await readText(document, needs.batchFile);
  const before = lastEditor.read();
  const given: SuppliedValues = {
    ...(needs.selection && before?.selection ? { selection: before.selection } : {}),
    ...(needs.file && before?.text ? { file: before.text } : {}),
    ...(needs.clipboard ? readClipboard(await vscode.env.clipboard.readText()) : {}),
    ...(needs.date ? { date: writeDate(new Date()) } : {}),
    ...(batchCsv === undefined ? {} : { batchCsv }),
    ...(namedStyles(parsed).length === 0 ? {} : { styles: await findStyles(document) }),
    includedFiles: await readAll(needs.includedFiles, async (path) => includedText(await readText(document, path))),
  };
  const known = await attach(document, parsed, given, changes);
  if (known === undefined) return { type: "cancelled" };
  const [reason] = findMissingValues(parsed, known);
  if (reason !== undefined) return { type: "missing", reason };
  if (needs.questions.length === 0) return { type: "values", values: known };
  const answers = await ask(needs.questions);
  const values = answers && (await attach(document, parsed, { ...given, answers }, changes, known.attachments));
  return values === undefined ? { type: "cancelled" } : { type: "values", values };
}

function readClipboard(clipboard: string): Pick<SuppliedValues, "clipboard"> {
  return clipboard.trim() === "" ? {} : { clipboard };
}

/** Reads the files to send whose paths are known. undefined: the user did not allow a file from outside the workspace. */
async function attach(
  document: vscode.Uri,
  parsed: PromptDocument,
  values: SuppliedValues,
  changes: readonly VariableSet[],
  known: Readonly<Record<string, string>> = {},
): Promise<SuppliedValues | undefined> {
  const paths = findAttachmentPaths(parsed, values, changes).filter((path) => known[path] === undefined && !asksQuestion(path));
  if (!(await allowOutside(document, paths))) return undefined;
  return { ...values, attachments: { ...known, ...(await readAll(paths, (path) => readDataUri(document, path))) } };
}

/** A document from someone else must not send private files unnoticed. */
async function allowOutside(document: vscode.Uri, paths: readonly string[]): Promise<boolean> {
  const checked = await Promise.all(
    paths.map(async (path) => {
      const uri = resolvePath(document, path);
      return uri && !(await isReallyInside(document, uri)) ? [path] : [];
    }),
  );
  const outside = checked.flat();
  if (outside.length === 0) return true;
  const question = vscode.l10n.t("This prompt document sends files from outside the workspace. Send them?");
  return confirm(question, vscode.l10n.t("Send"), outside.join("\n"));
}

async function readAll(paths: readonly string[], read: (path: string) => Promise<string | undefined>): Promise<Record<string, string>> {
  const found = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return Object.fromEntries(found.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}

async function readBytes(document: vscode.Uri, path: string): Promise<Uint8Array | undefined> {
  const uri = resolvePath(document, path);
  if (!uri) return undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > limits.fileBytesPerRequest ? undefined : await vscode.workspace.fs.readFile(uri);
  } catch {
    // The compiler reports which file could not be read, and where it is named.
    return undefined;
  }
}

async function readText(document: vscode.Uri, path: string): Promise<string | undefined> {
  const bytes = await readBytes(document, path);
  return bytes && decodeText(bytes, TextDecoder);
}

async function readDataUri(document: vscode.Uri, path: string): Promise<string | undefined> {
  const bytes = await readBytes(document, path);
  return bytes && `data:${mediaTypeOf(path)};base64,${Buffer.from(bytes).toString("base64")}`;
}
