/** Polls a task of v1 or v2 once and stores its files in a folder. */

import { kindTable, type MediaKind } from "../../contract/kind.ts";
import { mediaTaskSchema } from "../../contract/media.ts";
import { v2StatusCompleted, v2StatusSchema } from "../../contract/v2.ts";
import type { Connection } from "../http/exchange.ts";
import { readFailedTask } from "../http/readServiceError.ts";
import { pathSegment, pollQuery } from "../http/serviceAddress.ts";
import type { MediaPoll, PollOptions, V2Poll } from "../serviceClient.ts";
import { receiveFiles } from "./receiveFiles.ts";
import { type OfferedFile, receiveOffered } from "./receiveOffered.ts";

/** Source: spec, "Media task status". Throws ServiceError, and then leaves no file. */
export async function pollMedia(
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
export async function pollV2(connection: Connection, taskId: string, folder: string, options: PollOptions | undefined): Promise<V2Poll> {
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
