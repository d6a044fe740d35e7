/** Opens a request of a chat turn, a task or a command as an untitled prompt document. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import { kinds } from "../../contract/kind.ts";
import { mediaRequestSchemas } from "../../contract/media.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { v2RequestSchema } from "../../contract/v2.ts";
import type { WireRequest } from "../../prompt/compile.ts";
import { writePromptDocument } from "../../prompt/writePromptDocument.ts";
import { promptLanguageId } from "../prompts/promptLanguage.ts";
import type { Studio } from "../studio.ts";

const wireRequestSchema = z.union([
  z.object({ interface: z.literal("v1"), kind: z.literal("text"), body: responseRequestSchema }),
  z.object({ interface: z.literal("v1"), kind: z.literal("image"), body: mediaRequestSchemas.image }),
  z.object({ interface: z.literal("v1"), kind: z.literal("audio"), body: mediaRequestSchemas.audio }),
  z.object({ interface: z.literal("v1"), kind: z.literal("video"), body: mediaRequestSchemas.video }),
  z.object({ interface: z.literal("v2"), kind: z.enum(kinds), body: v2RequestSchema }),
]);
const taskItemSchema = z.looseObject({ key: z.string() });

export async function savePromptDocument(request: WireRequest): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ language: promptLanguageId, content: writePromptDocument(request) });
  await vscode.window.showTextDocument(document);
  return document;
}

/** A request, a task's key, an item of the Tasks view that has one, or a file that a task made. undefined: none of them. */
export async function readRequest(studio: Pick<Studio, "tasks">, source: unknown): Promise<WireRequest | undefined> {
  const given = wireRequestSchema.safeParse(source);
  if (given.success) return given.data;
  if (source instanceof vscode.Uri) return (await studio.tasks()).findByArtifact({ path: source.fsPath })?.request;
  const item = taskItemSchema.safeParse(source);
  const key = typeof source === "string" ? source : item.success ? item.data.key : undefined;
  return key === undefined ? undefined : (await studio.tasks()).get(key)?.request;
}
