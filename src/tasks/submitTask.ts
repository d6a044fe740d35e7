/** The POST of a task, and how a task is named and identified. */
import { randomBytes } from "node:crypto";
import type { CallOptions, ServiceClient } from "../client/serviceClient.ts";
import type { TaskRequest } from "./task.ts";
import type { SubmitOptions } from "./tasks.ts";
import type { NewTask } from "./taskTable.ts";

let lastTime = 0;
let count = 0;

/** A new key. Keys sort by creation: twelve digits of time, four of order within a millisecond, then chance. */
function makeTaskKey(now: number): string {
  count = now === lastTime ? count + 1 : 0;
  lastTime = now;
  const digits = (value: number, length: number) => value.toString(16).padStart(length, "0").slice(-length);
  return `${digits(now, 12)}-${digits(count, 4)}-${randomBytes(6).toString("hex")}`;
}

/** `now`: Unix milliseconds. */
export function createNewTask({ baseUrl, request, target, origin = null }: SubmitOptions, now: number): NewTask {
  const facts = { model: modelOf(request), prompt: promptOf(request), createdAt: now };
  return { key: makeTaskKey(now), baseUrl, request, ...facts, target, origin };
}

export function modelOf(request: TaskRequest): string {
  return request.interface === "v1" ? request.body.model : request.body.ai.model;
}

/** The main text: what is drawn, voiced or answered. */
export function promptOf(request: TaskRequest): string {
  if (request.interface === "v2") return request.body.content.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join("\n");
  return request.kind === "audio" ? request.body.input : request.body.prompt;
}

/** The one POST of a task. @throws ServiceError */
export async function postTask(client: ServiceClient, request: TaskRequest, options: CallOptions): Promise<string> {
  if (request.interface === "v2") return (await client.submitV2(request.body, options)).task_id;
  switch (request.kind) {
    case "image":
      return (await client.submitMedia("image", request.body, options)).id;
    case "audio":
      return (await client.submitMedia("audio", request.body, options)).id;
    case "video":
      return (await client.submitMedia("video", request.body, options)).id;
  }
}
