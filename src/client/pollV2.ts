/** Polls a v2 task once and stores its files in a folder. */
import { type V2File, v2StatusCompleted, v2StatusSchema } from "../contract/v2.ts";
import { downloadLink } from "./downloadLink.ts";
import type { Connection } from "./exchange.ts";
import { readFailedTask } from "./readServiceError.ts";
import type { ReceivedContent } from "./receivedContent.ts";
import { receiveFiles } from "./receiveFiles.ts";
import { pathSegment } from "./serviceAddress.ts";
import type { CallOptions, ReceivedFile, V2Poll } from "./serviceClient.ts";
import { discardFiles } from "./temporaryFile.ts";

/** Source: spec, "v2 status object". Throws ServiceError, and then leaves no file. */
export async function pollV2(connection: Connection, taskId: string, folder: string, options: CallOptions | undefined): Promise<V2Poll> {
  const request = {
    path: `/api/v2/status/${pathSegment(taskId)}`,
    schema: v2StatusSchema,
    filePath: ["contents", "files", "*", "data"],
    mayBeLink: true,
    folder,
  };

  async function receive(file: V2File, content: ReceivedContent | undefined): Promise<ReceivedFile | undefined> {
    const name = file.name ?? undefined;
    switch (content?.kind) {
      case "file":
        return { ...(await content.written), mediaType: file.mime_type ?? content.mediaType, name };
      case "link": {
        const { mediaType, ...written } = await downloadLink(connection, content.link, folder, options);
        return { ...written, mediaType: file.mime_type ?? mediaType, name };
      }
      case "empty":
      case undefined:
        return undefined;
    }
  }

  return receiveFiles(connection, request, options, async (status, find, secrets) => {
    const files: ReceivedFile[] = [];
    const isCompleted = status.contents?.status === v2StatusCompleted;
    try {
      for (const file of status.contents?.files ?? []) {
        const content = find(file.data ?? "");
        if (content?.kind === "link") file.data = content.link;
        else delete file.data;
        const received = isCompleted ? await receive(file, content) : undefined;
        if (received) files.push(received);
      }
    } catch (error) {
      await discardFiles(files.map((file) => file.path));
      throw error;
    }
    return { status, files, error: readFailedTask(status.error, secrets, taskId) };
  });
}
