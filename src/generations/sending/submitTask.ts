/** Creates a task and sends its POST. */
import { isUsableId } from "../../client/http/serviceAddress.ts";
import type { CallOptions, ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { mainTextField } from "../../contract/fields.ts";
import type { MediaKind } from "../../contract/kind.ts";
import type { V1MediaRequest } from "../../contract/media.ts";
import type { TaskRequest, WireRequest } from "../../contract/wireRequest.ts";
import type { NewTask } from "../journal/taskTable.ts";
import type { SubmitOptions } from "../submitOptions.ts";
import { makeTaskKey } from "../taskKey.ts";
import { requireAnnounced } from "./requireAnnounced.ts";

/** `now`: Unix milliseconds. */
export function createNewTask({ baseUrl, request, target, origin = null }: SubmitOptions, now: number): NewTask {
  const facts = { model: modelOf(request), prompt: promptOf(request), createdAt: now };
  return { key: makeTaskKey(now), baseUrl, request, ...facts, target: typeof target === "function" ? undefined : target, origin };
}

export function modelOf(request: WireRequest): string {
  return request.interface === "v1" ? request.body.model : request.body.ai.model;
}

/** The main text: what is to be drawn, spoken or answered. */
export function promptOf(request: WireRequest | { interface: "v1"; kind: "text"; body: { input: unknown } }): string {
  if (request.interface === "v1" && request.kind === "text") return textsOf(request.body.input).join("\n\n");
  if (request.interface === "v2") return request.body.content.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join("\n");
  return String(request.body[mainTextField(request.kind, "v1")]);
}

/** The texts of an input, of its parts or its messages, without its files. */
function textsOf(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (Array.isArray(input)) return input.flatMap(textsOf);
  if (typeof input !== "object" || input === null) return [];
  return textsOf("content" in input ? input.content : "text" in input ? input.text : undefined);
}

/**
 * Sends the only POST of a task. Returns the task's id, also if a service or gateway that timed out names the task that it started.
 * @throws ServiceError
 */
export async function postTask(client: ServiceClient, request: TaskRequest, options: CallOptions): Promise<string> {
  await requireAnnounced(client, request, options);
  const id = await post(client, request, options).catch((error: unknown) => {
    if (error instanceof ServiceError && error.maybeAccepted && error.taskId !== undefined && isUsableId(error.taskId)) return error.taskId;
    throw error;
  });
  if (isUsableId(id)) return id;
  throw new ServiceError({ kind: "badAnswer", message: "The service gave the task an id that cannot be part of an address." });
}

async function post(client: ServiceClient, request: TaskRequest, options: CallOptions): Promise<string> {
  return request.interface === "v2" ? (await client.submitV2(request.body, options)).task_id : postMedia(client, request, options);
}

async function postMedia<K extends MediaKind>(client: ServiceClient, request: V1MediaRequest<K>, options: CallOptions): Promise<string> {
  return (await client.submitMedia(request.kind, request.body, options)).id;
}
