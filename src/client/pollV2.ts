/** A v2 task's id and a folder in; its status, and its files below the folder, out. */
import { v2StatusCompleted, v2StatusSchema } from "../contract/v2.ts";
import { type Connection, sendForJson } from "./exchange.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, ReceivedFile, V2Poll } from "./serviceClient.ts";
import { writeReceivedFile } from "./writeReceivedFile.ts";

export async function pollV2(connection: Connection, taskId: string, folder: string, options: CallOptions | undefined): Promise<V2Poll> {
  const status = await sendForJson(connection, { method: "GET", path: `/api/v2/status/${pathSegment(taskId)}` }, v2StatusSchema, options);
  const files: ReceivedFile[] = [];
  if (status.contents?.status === v2StatusCompleted) {
    for (const file of status.contents.files ?? []) {
      if (!file.data) continue;
      const content = /^https?:/i.test(file.data)
        ? Buffer.from(await (await fetch(file.data)).arrayBuffer())
        : Buffer.from(file.data.replace(/^data:[^,]*,/, ""), "base64");
      files.push(await writeReceivedFile(folder, content, file.mime_type ?? undefined, file.name ?? undefined));
    }
  }
  return { status, files };
}
