/** Polls a media task once and stores its files in a folder. */
import { kindTable, type MediaKind } from "../../contract/kind.ts";
import { mediaTaskSchema } from "../../contract/media.ts";
import type { Connection } from "../http/exchange.ts";
import { readFailedTask } from "../http/readServiceError.ts";
import { pathSegment, pollQuery } from "../http/serviceAddress.ts";
import type { MediaPoll, PollOptions } from "../serviceClient.ts";
import { receiveFiles } from "./receiveFiles.ts";
import { receiveOffered } from "./receiveOffered.ts";

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
  };
  return receiveFiles(connection, request, options, async (task, find, { secrets, retryAfter }) => {
    const elements = [task.data ?? []].flat();
    const offered = task.status === "completed" ? elements.map((element) => ({ contents: listContents(element).map(find) })) : [];
    // The contents are in files.
    delete task.data;
    const received = await receiveOffered({ connection, folder, options, secrets }, offered);
    return { task, ...received, error: readFailedTask(task.error, secrets, id, retryAfter), retryAfter };
  });
}

/** An element is `{b64_json}`; other services send a link in `url`, or the content itself. */
function listContents(element: unknown): unknown[] {
  if (typeof element !== "object" || element === null) return [element];
  return ["b64_json" in element ? element.b64_json : undefined, "url" in element ? element.url : undefined];
}
