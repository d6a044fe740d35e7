/** A media task's id and a folder in; its status, and its files below the folder, out. */
import { type MediaKind, mediaPaths } from "../contract/kind.ts";
import { mediaTaskSchema } from "../contract/media.ts";
import { type Connection, sendForJson } from "./exchange.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, MediaPoll, ReceivedFile } from "./serviceClient.ts";
import { writeReceivedFile } from "./writeReceivedFile.ts";

export async function pollMedia(
  connection: Connection,
  kind: MediaKind,
  id: string,
  folder: string,
  options: CallOptions | undefined,
): Promise<MediaPoll> {
  const path = `/api/v1/${mediaPaths[kind]}/${pathSegment(id)}`;
  const task = await sendForJson(connection, { method: "GET", path }, mediaTaskSchema, options);
  const files: ReceivedFile[] = [];
  if (task.status === "completed") {
    for (const element of task.data ?? []) {
      if (element.b64_json) files.push(await writeReceivedFile(folder, Buffer.from(element.b64_json, "base64"), undefined, undefined));
      delete element.b64_json;
    }
  }
  return { task, files };
}
