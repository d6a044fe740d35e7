/** A GET whose answer holds files as strings in; the answer without them, and the files below a folder, out. */
import type * as z from "zod/mini";
import { badAnswer } from "./badAnswer.ts";
import { type Connection, parseAnswer, repeat } from "./exchange.ts";
import { isWebPage } from "./isWebPage.ts";
import { createJsonDiverter, type JsonPlace } from "./jsonDiverter.ts";
import { readChunks } from "./readChunks.ts";
import { readNetworkError } from "./readNetworkError.ts";
import { type ContentReceiver, createContentReceiver, type ReceivedContent } from "./receivedContent.ts";
import type { RequestSecrets } from "./redactText.ts";
import type { CallOptions, ReceivedFile } from "./serviceClient.ts";

export interface FileRequest<Schema extends z.ZodMiniType> {
  path: string;
  schema: Schema;
  /** Where the strings with files stand in the answer. */
  place: JsonPlace;
  /** Such a string may be a link to the file. */
  mayBeLink: boolean;
  folder: string;
}

/**
 * Decodes while the answer arrives, so that memory does not grow with the files. Leaves no file behind when it throws ServiceError.
 * @param collect Says which files are wanted: asks for each by the name that stands in its place. The others are removed.
 */
export async function receiveFiles<Schema extends z.ZodMiniType, Result extends { files: ReceivedFile[] }>(
  connection: Connection,
  request: FileRequest<Schema>,
  options: CallOptions | undefined,
  collect: (answer: z.infer<Schema>, find: (name: string) => ReceivedContent | undefined) => Promise<Result>,
): Promise<Result> {
  let receiver = createContentReceiver(request.folder, request.mayBeLink);
  const discardAll = () => receiver.discardAllBut(new Set());
  const read = async (): Promise<z.infer<Schema>> => {
    await discardAll();
    receiver = createContentReceiver(request.folder, request.mayBeLink);
    try {
      const { text, secrets } = await readRest(connection, request, receiver, options);
      return parseAnswer(text, request.schema, { isPost: false, secrets });
    } catch (thrown) {
      throw readNetworkError(thrown, { signal: options?.signal, isPost: false });
    }
  };
  try {
    const answer = await repeat(connection, options, read);
    const result = await collect(answer, receiver.find);
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
): Promise<{ text: string; secrets: RequestSecrets }> {
  const answer = await connection.send({ method: "GET", path: request.path }, { ...options, attempts: 1 });
  const diverter = createJsonDiverter(request.place, receiver.openSink);
  let isFirst = true;
  await readChunks(answer.body, (chunk) => {
    if (isFirst && isWebPage(chunk)) throw badAnswer("The service answered with a web page.");
    isFirst = false;
    diverter.write(chunk);
    return receiver.keepUp();
  });
  return { text: diverter.end(), secrets: answer.secrets };
}
