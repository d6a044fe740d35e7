/** Starts a text of v1: records it before it is sent, or while it is being answered if nothing depends on the record. */
import { abortedError } from "../../client/http/pause.ts";
import type { CallOptions, ResponseEnd, ResponseStream, ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import type { OutputChange } from "../../output/outputChange.ts";
import { ResponseAssembly } from "../../output/responseAssembly.ts";
import { endOfText, type Generation, type KeptTextOptions, type StreamedText, type TextOptions } from "../generation.ts";
import type { AnswerEnd } from "../journal/answerTable.ts";
import { promptOf } from "../newTask.ts";
import { toTaskError } from "../toTaskError.ts";
import { type AnswerRecord, endOfAnswer, noRecord, notSent, type RecordOptions, recordAnswer } from "./recordAnswer.ts";
import { readSendError } from "./taskSender.ts";

type TextClient = Pick<ServiceClient, "createResponse" | "streamResponse" | "deleteTask">;

/** The reason for aborting a text that another process fetches to its end. Any other abort stops it. */
export class LeftToNext extends Error {}

/** Milliseconds. */
const stopLimit = 10_000;
/**
 * Milliseconds before a text is recorded that need not be recorded first. A write that waits for the disk blocks this thread, and the first
 * token with it; until then, a conversation knows the service's id from its turn.
 */
const besideMilliseconds = 250;

export interface TextSource extends Pick<RecordOptions, "records" | "report"> {
  client(): Promise<TextClient>;
  onIdentified?(): void;
  /** Called when the end is recorded, or cannot be. */
  onSettled?(): void;
  /** Whether the end is left to another process. */
  isLeft?(): boolean;
}

/** `key`: of a new task. See `GenerationStarter`. */
export async function startText(
  source: TextSource,
  key: string,
  request: StreamedText,
  options: TextOptions | KeptTextOptions,
): Promise<Generation> {
  const { baseUrl, signal, onWait, origin, admission } = options;
  const keptIn = "keptIn" in options ? options.keptIn : undefined;
  if (signal?.aborted) throw abortedError();
  const { kind, body } = request;
  const asked = { baseUrl, interface: "v1", kind, model: body.model, prompt: keptIn && promptOf(request) } as const;
  const begin = (until?: AbortSignal) => recordAnswer(key, asked, { ...options, ...source, keptIn, signal: until });
  const isRecordedFirst = origin !== undefined || admission !== undefined || keptIn !== undefined;
  let record = isRecordedFirst ? await begin(signal) : noRecord;
  const settle = (answer: AnswerEnd) => {
    if (!source.isLeft?.()) void record.settle(answer).then(source.onSettled);
  };
  const onIdentified = (id: string) => void record.identify(id).then(source.onIdentified);
  try {
    const call: CallOptions = { onWait, onIdentified, ...(signal && { signal }) };
    const client = await source.client();
    const stream = send(client, body, call);
    if (!isRecordedFirst) record = recordBeside(begin, source.report, signal);
    const end = stream.end.then((ended) => {
      const described = endOfText(ended);
      if (described.outcome === "aborted") {
        // The journal hands it to the next process.
        if (signal?.reason instanceof LeftToNext) return described;
        if (!source.isLeft?.() && !options.keepsId && keptIn === undefined) stopOnService(client, described.id);
      }
      settle(endOfAnswer(described));
      return described;
    });
    return { key, end, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
  } catch (error) {
    settle({ ...notSent, error: toTaskError(error) });
    throw error;
  }
}

/** Records a text that is being sent soon, and at once when it ends or is left. */
function recordBeside(begin: () => Promise<AnswerRecord>, report: (error: unknown) => void, signal: AbortSignal | undefined): AnswerRecord {
  const { promise: wanted, resolve: beginNow } = Promise.withResolvers<void>();
  const timer = setTimeout(beginNow, besideMilliseconds);
  signal?.addEventListener("abort", () => beginNow(), { once: true });
  const begun = wanted.then(begin).catch((error: unknown) => {
    report(error);
    return noRecord;
  });
  return {
    identify: async (id) => (await begun).identify(id),
    async settle(end) {
      clearTimeout(timer);
      beginNow();
      await (await begun).settle(end);
    },
  };
}

/** A proxy may hide from the service that its client has left, and the model would go on. What fails changes nothing: the connection is closed. */
function stopOnService(client: TextClient, id: string | undefined): void {
  if (id !== undefined) client.deleteTask(id, { signal: AbortSignal.timeout(stopLimit), attempts: 1 }).catch(() => undefined);
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

async function* wholeOutput(end: Promise<ResponseEnd>): AsyncGenerator<readonly OutputChange[], undefined> {
  const { response } = await end;
  if (response !== undefined) yield new ResponseAssembly().applyResponse(response);
}
