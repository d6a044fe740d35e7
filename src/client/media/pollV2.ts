/** Polls a v2 task once and stores its files in a folder. */
import { v2StatusCompleted, v2StatusSchema } from "../../contract/v2.ts";
import type { Connection } from "../http/exchange.ts";
import { readFailedTask } from "../http/readServiceError.ts";
import { pathSegment, pollQuery } from "../http/serviceAddress.ts";
import type { PollOptions, V2Poll } from "../serviceClient.ts";
import { receiveFiles } from "./receiveFiles.ts";
import { type OfferedFile, receiveOffered } from "./receiveOffered.ts";

/** Source: spec, "v2 status object". Throws ServiceError, and then leaves no file. */
export async function pollV2(connection: Connection, taskId: string, folder: string, options: PollOptions | undefined): Promise<V2Poll> {
  const request = {
    path: `/api/v2/status/${pathSegment(taskId)}${pollQuery(options)}`,
    schema: v2StatusSchema,
    filePath: ["contents", "files", "*", "data"],
    folder,
  };
  return receiveFiles(connection, request, options, async (status, find, { secrets, retryAfter }) => {
    const isCompleted = status.contents?.status === v2StatusCompleted;
    const offered: OfferedFile[] = [];
    for (const file of status.contents?.files ?? []) {
      const content = find(file.data);
      if (content?.type === "link") file.data = content.link;
      else delete file.data;
      if (isCompleted) offered.push({ contents: [content], mediaType: file.mime_type ?? undefined, name: file.name ?? undefined });
    }
    const received = await receiveOffered({ connection, folder, options, secrets }, offered);
    return { status, ...received, error: readFailedTask(status.error, secrets, taskId, retryAfter), retryAfter };
  });
}
