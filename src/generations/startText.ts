/** Starts a text of v1: records it if another process may have to bring it to its place or a budget limits it, and sends it. */
import { abortedError } from "../client/http/pause.ts";
import type { CallOptions, FreeClient, ResponseEnd, ResponseStream, ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import type { OutputChange } from "../output/outputChange.ts";
import { ResponseAssembly } from "../output/responseAssembly.ts";
import { endOfText, type Generation, type StreamedText, type TextOptions } from "./generation.ts";
import { endOfAnswer, noRecord, notSent, type RecordOptions, recordAnswer } from "./recordAnswer.ts";
import { readSendError } from "./sending/taskSender.ts";

type TextClient = Pick<ServiceClient, "createResponse" | "streamResponse">;

export interface TextSource extends Pick<RecordOptions, "records" | "report"> {
  client(): Promise<TextClient>;
}

/** `key`: of a new task. See `GenerationStarter`. */
export async function startText(source: TextSource, key: string, request: StreamedText, options: TextOptions): Promise<Generation> {
  const { baseUrl, signal, onWait, origin, admission } = options;
  if (signal?.aborted) throw abortedError();
  const { kind, body } = request;
  const asked = { baseUrl, interface: "v1", kind, model: body.model } as const;
  const isRecorded = origin !== undefined || admission !== undefined;
  const record = isRecorded ? await recordAnswer(key, asked, { ...options, ...source }) : noRecord;
  try {
    const call: CallOptions = { onWait, onIdentified: record.identify, ...(signal && { signal }) };
    const stream = send(await source.client(), body, call);
    const end = stream.end.then((ended) => {
      const described = endOfText(ended);
      record.settle(endOfAnswer(ended, described.cost));
      return described;
    });
    return { key, end, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
  } catch (error) {
    record.settle(notSent);
    throw error;
  }
}

/** The whole answer to a request that another process has sent, when it is complete. `end` rejects with ServiceError if it cannot be fetched. */
export function fetchText(client: FreeClient, { key, id }: { key: string; id: string }, signal: AbortSignal): Generation {
  const fetched = client.finishResponse(id, { signal });
  const end = fetched.then(endOfText);
  // A caller that only reads the changes does not handle the rejection.
  end.catch(() => undefined);
  return { key, end, [Symbol.asyncIterator]: () => wholeOutput(fetched) };
}

/** `stream: false` requests the whole answer at once. */
function send(client: TextClient, body: StreamedText["body"], call: CallOptions): ResponseStream {
  if (body.stream !== false) return client.streamResponse(body, call);
  const end = whole(client.createResponse(body, call));
  return { end, [Symbol.asyncIterator]: () => wholeOutput(end) };
}

async function whole(created: Promise<ResponseEnd>): Promise<ResponseEnd> {
  try {
    return await created;
  } catch (error) {
    const arrived = { id: error instanceof ServiceError ? error.taskId : undefined, response: undefined };
    if (error instanceof ServiceError && error.kind === "aborted") return { outcome: "aborted", ...arrived, error: undefined };
    return { outcome: "failed", ...arrived, error: readSendError(error) };
  }
}

async function* wholeOutput(end: Promise<ResponseEnd>): AsyncGenerator<OutputChange, undefined> {
  const { response } = await end;
  if (response !== undefined) yield* new ResponseAssembly().applyResponse(response);
}
