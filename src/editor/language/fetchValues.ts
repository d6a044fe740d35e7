/** A parsed prompt document in; everything that it needs from the editor, the disk and the user out. */
import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import { findAttachmentPaths, findNeeds } from "../../prompt/findNeeds.ts";
import { mediaTypeOf } from "../../prompt/mediaTypes.ts";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import type { SuppliedValues } from "../../prompt/variableSets.ts";
import { writeDate } from "../../prompt/writeDate.ts";
import { rememberTyped } from "../rememberTyped.ts";
import { confirm } from "../report.ts";
import type { LastEditor } from "./lastEditor.ts";
import { leadsInside, resolvePath } from "./promptPaths.ts";

/** undefined: the user cancelled a question, or did not allow a file from outside the workspace. Files that cannot be read are left out. */
export async function fetchValues(
  document: vscode.Uri,
  parsed: PromptDocument,
  lastEditor: LastEditor,
): Promise<SuppliedValues | undefined> {
  const needs = findNeeds(parsed);
  const batchCsv = needs.batchFile === undefined ? undefined : await readText(document, needs.batchFile);
  const before = lastEditor.read();
  const answers = await ask(document, needs.questions);
  if (!answers) return undefined;
  const values: SuppliedValues = {
    answers,
    ...(needs.selection && before ? { selection: before.selection } : {}),
    ...(needs.file && before ? { file: before.text } : {}),
    ...(needs.clipboard ? { clipboard: await vscode.env.clipboard.readText() } : {}),
    ...(needs.date ? { date: writeDate(new Date()) } : {}),
    ...(batchCsv === undefined ? {} : { batchCsv }),
  };
  const attached = findAttachmentPaths(parsed, values);
  if (!(await allowOutside(document, [...attached, ...needs.includedFiles]))) return undefined;
  return {
    ...values,
    includedFiles: await readAll(needs.includedFiles, (path) => readText(document, path)),
    attachments: await readAll(attached, (path) => readDataUri(document, path)),
  };
}

/** A document from elsewhere must not carry a stranger's private files away unseen. */
async function allowOutside(document: vscode.Uri, paths: readonly string[]): Promise<boolean> {
  const checked = await Promise.all(
    paths.map(async (path) => {
      const uri = resolvePath(document, path);
      return uri && !(await leadsInside(document, uri)) ? [path] : [];
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
    // The compiler tells which file could not be read, and where it is named.
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
