/** A media task's id and a folder in; its status, and its files below the folder, out. */
import { type MediaKind, mediaPaths } from "../contract/kind.ts";
import { mediaTaskSchema } from "../contract/media.ts";
import type { Connection } from "./exchange.ts";
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
    place: ["data", "*", "b64_json"],
    mayBeLink: false,
    folder,
  };
  return receiveFiles(connection, request, options, async (task, find) => {
    const files: ReceivedFile[] = [];
    for (const element of task.data ?? []) {
      const content = find(element.b64_json ?? "");
      delete element.b64_json;
      if (task.status !== "completed" || content?.kind !== "file") continue;
      files.push({ ...(await content.written), mediaType: content.mediaType, name: undefined });
    }
    return { task, files };
  });
}
