/** Sends a GET whose answer contains files as strings, and stores the files while the answer arrives. */
import type * as z from "zod/mini";
import type { RequestSecrets } from "../../network/redactText.ts";
import { isWebPage, webPage } from "../http/badAnswer.ts";
import { type Connection, type PollHeaders, parseAnswer, readPollHeaders, repeat } from "../http/exchange.ts";
import { createJsonDiverter, type JsonPath } from "../http/jsonDiverter.ts";
import { readChunks } from "../http/readChunks.ts";
import { readNetworkError } from "../http/readNetworkError.ts";
import type { CallOptions, ReceivedFile } from "../serviceClient.ts";
import { ContentReceiver, type ReceivedContent } from "./receivedContent.ts";

export interface FileRequest<Schema extends z.ZodMiniType> {
  path: string;
  schema: Schema;
  /** The path of the strings with files in the answer. */
  filePath: JsonPath;
  folder: string;
  /** See ServiceRequest. */
  wait?: number | undefined;
}

export interface PollContext extends PollHeaders {
  secrets: RequestSecrets;
}

/**
 * Decodes while the answer arrives, so that memory use does not grow with the files. Leaves no file behind if it throws ServiceError.
 * @param collect Finds each wanted file by the name that replaced its string, or by another value. The other files are removed.
 */
export async function receiveFiles<Schema extends z.ZodMiniType, Result extends { files: ReceivedFile[] }>(
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
  await readChunks(answer.body, (chunk) => {
    if (isFirst && isWebPage(chunk)) throw webPage(false);
    isFirst = false;
    diverter.write(chunk);
    return receiver.keepUp();
  });
  return { text: diverter.end(), secrets: answer.secrets, ...readPollHeaders(answer.headers) };
}
