/** Polls a media task once and stores its files in a folder. */
import { type MediaKind, mediaPaths } from "../contract/kind.ts";
import { mediaTaskSchema } from "../contract/media.ts";
import type { Connection } from "./exchange.ts";
import { readFailedTask } from "./readServiceError.ts";
import { receiveFiles } from "./receiveFiles.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, MediaPoll, ReceivedFile } from "./serviceClient.ts";

/** Source: spec, "Media task status". Throws ServiceError, and then leaves no file. */
export async function pollMedia(
  connection: Connection,
  kind: MediaKind,
  id: string,
  folder: string,
  options: CallOptions | undefined,
): Promise<MediaPoll> {
  const request = {
    path: `/api/v1/${mediaPaths[kind]}/${pathSegment(id)}`,
    schema: mediaTaskSchema,
    filePath: ["data", "*", "b64_json"],
    mayBeLink: false,
    folder,
  };
  return receiveFiles(connection, request, options, async (task, find, secrets) => {
    const files: ReceivedFile[] = [];
    for (const element of task.data ?? []) {
      const content = find(element.b64_json ?? "");
      delete element.b64_json;
      if (task.status !== "completed" || content?.kind !== "file") continue;
      files.push({ ...(await content.written), mediaType: content.mediaType, name: undefined });
    }
    return { task, files, error: readFailedTask(task.error, secrets, id) };
  });
}
