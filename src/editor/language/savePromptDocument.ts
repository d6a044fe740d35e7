/** Opens a request of a chat turn, a task, a command or a file as an untitled prompt document. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import { wireRequestSchema } from "../../contract/wireRequest.ts";
import { writePromptDocument } from "../../prompt/write/writePromptDocument.ts";
import { findTaskOfFile } from "../artifacts/findTasks.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { promptLanguageId } from "../prompts/promptLanguage.ts";
import type { ModelSource } from "../requests/chooseModel.ts";
import type { Studio } from "../service/studio.ts";
import { type FileRequest, readFileRequest } from "./readFileRequest.ts";

const taskItemSchema = z.looseObject({ key: z.string() });
const resultSchema = z.looseObject({ number: z.number() });

export async function savePromptDocument({ request, notes }: FileRequest): Promise<vscode.TextDocument> {
  const content = writePromptDocument(request, { notes });
  const document = await vscode.workspace.openTextDocument({ language: promptLanguageId, content });
  await vscode.window.showTextDocument(document);
  return document;
}

/**
 * The request that `source` names: a request, a task's key, an item of the Tasks view, a result of the library that has one, or a file that
 * a task generated or that has one in its metadata. undefined: none of these.
 */
export async function findNamedRequest(studio: Pick<Studio, "tasks"> & ModelSource, source: unknown): Promise<FileRequest | undefined> {
  const given = wireRequestSchema.safeParse(source);
  if (given.success) return { request: given.data, notes: [] };
  const tasks = await studio.tasks();
  if (source instanceof vscode.Uri) {
    const task = await findTaskOfFile(tasks, source);
    return task === undefined ? readFileRequest(studio, source) : { request: task.request, notes: [] };
  }
  const item = taskItemSchema.safeParse(source);
  const result = resultSchema.safeParse(source);
  if (!item.success && result.success) {
    const entry = tasks.library.get(result.data.number);
    return entry && readFileRequest(studio, artifactUri(entry.artifact));
  }
  const key = typeof source === "string" ? source : item.success ? item.data.key : undefined;
  const task = key === undefined ? undefined : tasks.get(key);
  return task && { request: task.request, notes: [] };
}
