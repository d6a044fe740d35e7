/** Fetches everything that a prompt document needs from the editor, the disk and the user. */
import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import { asksQuestion, findMissingValues } from "../../prompt/findMissingValues.ts";
import { findAttachmentPaths, findNeeds } from "../../prompt/findNeeds.ts";
import { mediaTypeOf } from "../../prompt/mediaTypes.ts";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import type { SuppliedValues } from "../../prompt/variableSets.ts";
import { writeDate } from "../../prompt/writeDate.ts";
import { rememberTyped } from "../rememberTyped.ts";
import { announce, confirm } from "../report.ts";
import type { LastEditor } from "./lastEditor.ts";
import { isReallyInside, resolvePath } from "./promptPaths.ts";

/**
 * What else is missing is found before a question is asked.
 * @returns undefined: something is missing, which was reported, or the user cancelled a question, or did not allow a file from outside the workspace.
 */
export async function fetchValues(
  document: vscode.Uri,
  parsed: PromptDocument,
  lastEditor: LastEditor,
): Promise<SuppliedValues | undefined> {
  const needs = findNeeds(parsed);
  const named = [...(needs.batchFile === undefined ? [] : [needs.batchFile]), ...needs.includedFiles];
  if (!(await allowOutside(document, named))) return undefined;
  const batchCsv = needs.batchFile === undefined ? undefined : await readText(document, needs.batchFile);
  const before = lastEditor.read();
  const given: SuppliedValues = {
    ...(needs.selection && before?.selection ? { selection: before.selection } : {}),
    ...(needs.file && before?.text ? { file: before.text } : {}),
    ...(needs.clipboard ? readClipboard(await vscode.env.clipboard.readText()) : {}),
    ...(needs.date ? { date: writeDate(new Date()) } : {}),
    ...(batchCsv === undefined ? {} : { batchCsv }),
    includedFiles: await readAll(needs.includedFiles, (path) => readText(document, path)),
  };
  const known = await attach(document, parsed, given);
  if (known === undefined) return undefined;
  const [missing] = findMissingValues(parsed, known);
  if (missing !== undefined) {
    announceNothingSent(missing);
    return undefined;
  }
  if (needs.questions.length === 0) return known;
  const answers = await ask(document, needs.questions);
  return answers && attach(document, parsed, { ...given, answers }, known.attachments);
}

/** The reason, in the words of the prompt document's language. */
export function announceNothingSent(reason: string): void {
  void announce(vscode.l10n.t("{0} Nothing was sent.", reason.replaceAll("`", "'")));
}

function readClipboard(clipboard: string): Pick<SuppliedValues, "clipboard"> {
  return clipboard.trim() === "" ? {} : { clipboard };
}

/** Reads the files that are sent, where their paths are known. undefined: the user did not allow one from outside the workspace. */
async function attach(
  document: vscode.Uri,
  parsed: PromptDocument,
  values: SuppliedValues,
  known: Readonly<Record<string, string>> = {},
): Promise<SuppliedValues | undefined> {
  const paths = findAttachmentPaths(parsed, values).filter((path) => known[path] === undefined && !asksQuestion(path));
  if (!(await allowOutside(document, paths))) return undefined;
  return { ...values, attachments: { ...known, ...(await readAll(paths, (path) => readDataUri(document, path))) } };
}

/** A document from elsewhere must not carry a stranger's private files away unseen. */
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

/** A document is run again and again, and often with the same answers. */
const asked = rememberTyped();

async function ask(document: vscode.Uri, questions: readonly string[]): Promise<Record<string, string> | undefined> {
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const answer = await asked.ask("Generation Studio", question, document.toString());
    if (answer === undefined) return undefined;
    answers[question] = answer;
  }
  return answers;
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
  return bytes && new TextDecoder().decode(bytes);
}

async function readDataUri(document: vscode.Uri, path: string): Promise<string | undefined> {
  const bytes = await readBytes(document, path);
  return bytes && `data:${mediaTypeOf(path)};base64,${Buffer.from(bytes).toString("base64")}`;
}
