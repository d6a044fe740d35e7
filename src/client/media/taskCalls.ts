/** Submits tasks of v1 and v2, and polls them once, which stores their files in a folder while the answer arrives. */
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type * as z from "zod/mini";
import { kindTable, type MediaKind } from "../../contract/kind.ts";
import { acceptedTaskSchema, mediaTaskSchema } from "../../contract/media.ts";
import { v2AcceptedTaskSchema, v2StatusCompleted, v2StatusSchema } from "../../contract/v2.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import type { RequestSecrets } from "../../network/redactText.ts";
import { badAnswer, isWebPage, webPage } from "../http/badAnswer.ts";
import { checkFileLimits } from "../http/checkFileLimits.ts";
import { type Connection, type PollHeaders, parseAnswer, readPollHeaders, repeat, sendForJson } from "../http/exchange.ts";
import { createJsonDiverter, type JsonPath } from "../http/jsonDiverter.ts";
import { readNetworkError } from "../http/readNetworkError.ts";
import { readFailedTask } from "../http/readServiceError.ts";
import { isUsableId, pathSegment, pollQuery } from "../http/serviceAddress.ts";
import type { CallOptions, MediaPoll, PollOptions, ReceivedFile, ServiceClient, V2Poll } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { ContentReceiver, type ReceivedContent } from "./receivedContent.ts";
import { type OfferedFile, receiveOffered } from "./receiveOffered.ts";

export function taskCalls(connection: Connection): Pick<ServiceClient, "submitTask" | "pollMedia" | "pollV2"> {
  return {
    submitTask: (request, options) => submitTask(connection, request, options),
    pollMedia: (kind, id, folder, options) => pollMedia(connection, kind, id, folder, options),
    pollV2: (id, folder, options) => pollV2(connection, id, folder, options),
  };
}

/** Also returns the id if a service or gateway that timed out names the task that it started. */
async function submitTask(connection: Connection, request: TaskRequest, options: CallOptions | undefined): Promise<string> {
  const id = await postTask(connection, request, options).catch((error: unknown) => {
    if (error instanceof ServiceError && error.maybeAccepted && error.taskId !== undefined && isUsableId(error.taskId)) return error.taskId;
    throw error;
  });
  if (isUsableId(id)) return id;
  throw badAnswer("The service gave the task an id that cannot be part of an address.", true);
}

async function postTask(connection: Connection, request: TaskRequest, options: CallOptions | undefined): Promise<string> {
  const post = { method: "POST" as const, body: request.body };
  if (request.interface === "v2") {
    checkFileLimits(request.body);
    return (await sendForJson(connection, { ...post, path: "/api/v2" }, v2AcceptedTaskSchema, options)).task_id;
  }
  return (await sendForJson(connection, { ...post, path: `/api/v1/${kindTable[request.kind].path}` }, acceptedTaskSchema, options)).id;
}

/** Source: spec, "Media task status". Throws ServiceError, and then leaves no file. */
async function pollMedia(
  connection: Connection,
  kind: MediaKind,
  id: string,
  folder: string,
  options: PollOptions | undefined,
): Promise<MediaPoll> {
  const request = {
    path: `/api/v1/${kindTable[kind].path}/${pathSegment(id)}${pollQuery(options)}`,
    schema: mediaTaskSchema,
    filePath: ["data", "*", "b64_json"],
    folder,
    wait: options?.wait,
  };
  return receiveFiles(connection, request, options, async (task, find, { secrets, retryAfter, isHeld }) => {
    const elements = [task.data ?? []].flat();
    const offered = task.status === "completed" ? elements.map((element) => ({ contents: listContents(element).map(find) })) : [];
    // The contents are in files.
    delete task.data;
    const received = await receiveOffered({ connection, folder, options, secrets }, offered);
    return { task, ...received, error: readFailedTask(task.error, secrets, id, retryAfter), retryAfter, isHeld };
  });
}

/** An element is `{b64_json}`; other services send a link in `url`, or the content itself. */
function listContents(element: unknown): unknown[] {
  if (typeof element !== "object" || element === null) return [element];
  return ["b64_json" in element ? element.b64_json : undefined, "url" in element ? element.url : undefined];
}

/** Source: spec, "v2 status object". Throws ServiceError, and then leaves no file. */
async function pollV2(connection: Connection, taskId: string, folder: string, options: PollOptions | undefined): Promise<V2Poll> {
  const request = {
    path: `/api/v2/status/${pathSegment(taskId)}${pollQuery(options)}`,
    schema: v2StatusSchema,
    filePath: ["contents", "files", "*", "data"],
    folder,
    wait: options?.wait,
  };
  return receiveFiles(connection, request, options, async (status, find, { secrets, retryAfter, isHeld }) => {
    const isCompleted = status.contents?.status === v2StatusCompleted;
    const offered: OfferedFile[] = [];
    for (const file of status.contents?.files ?? []) {
      const content = find(file.data);
      if (content?.type === "link") file.data = content.link;
      else delete file.data;
      if (isCompleted) offered.push({ contents: [content], mediaType: file.mime_type ?? undefined, name: file.name ?? undefined });
    }
    const received = await receiveOffered({ connection, folder, options, secrets }, offered);
    return { status, ...received, error: readFailedTask(status.error, secrets, taskId, retryAfter), retryAfter, isHeld };
  });
}

/** How many bytes of an answer may wait to be decoded. */
const waitingBytes = 256 * 1024;

interface FileRequest<Schema extends z.ZodMiniType> {
  path: string;
  schema: Schema;
  /** The path of the strings with files in the answer. */
  filePath: JsonPath;
  folder: string;
  /** See ServiceRequest. */
  wait?: number | undefined;
}

interface PollContext extends PollHeaders {
  secrets: RequestSecrets;
}

/**
 * Decodes while the answer arrives, so that memory use does not grow with the files. Leaves no file behind if it throws ServiceError.
 * @param collect Finds each wanted file by the name that replaced its string, or by another value. The other files are removed.
 */
async function receiveFiles<Schema extends z.ZodMiniType, Result extends { files: ReceivedFile[] }>(
  connection: Connection,
  request: FileRequest<Schema>,
  options: CallOptions | undefined,
  collect: (answer: z.infer<Schema>, find: (value: unknown) => ReceivedContent | undefined, context: PollContext) => Promise<Result>,
): Promise<Result> {
  let receiver = new ContentReceiver(request.folder);
  const discardAll = () => receiver.discardAllBut(new Set());
  const read = async (): Promise<{ answer: z.infer<Schema>; context: PollContext }> => {
    await discardAll();
    receiver = new ContentReceiver(request.folder);
    try {
      const { text, ...context } = await readRest(connection, request, receiver, options);
      return { answer: parseAnswer(text, request.schema, { isPost: false, secrets: context.secrets }), context };
    } catch (thrown) {
      throw readNetworkError(thrown, { host: connection.address.host, signal: options?.signal, isPost: false });
    }
  };
  try {
    const { answer, context } = await repeat(connection, options, read);
    const result = await collect(answer, (value) => receiver.find(value), context);
    await receiver.discardAllBut(new Set(result.files.map((file) => file.path)));
    return result;
  } catch (error) {
    await discardAll();
    throw error;
  }
}

/** The text of the answer without the files. */
async function readRest<Schema extends z.ZodMiniType>(
  connection: Connection,
  request: FileRequest<Schema>,
  receiver: ContentReceiver,
  options: CallOptions | undefined,
): Promise<PollContext & { text: string }> {
  const answer = await connection.send({ method: "GET", path: request.path, wait: request.wait ?? 0 }, { ...options, attempts: 1 });
  const diverter = createJsonDiverter(request.filePath, () => receiver.openSink());
  let isFirst = true;
  const take = async (chunk: Buffer) => {
    if (isFirst && isWebPage(chunk)) throw webPage(false);
    isFirst = false;
    diverter.write(chunk);
    await receiver.keepUp();
  };
  // Not `for await`, which would cost as much as decoding.
  const sink = new Writable({ highWaterMark: waitingBytes, write: (chunk: Buffer, _, done) => void take(chunk).then(() => done(), done) });
  await pipeline(answer.body, sink);
  return { text: diverter.end(), secrets: answer.secrets, ...readPollHeaders(answer.headers) };
}
