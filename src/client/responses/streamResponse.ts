/** Streams a Response as the changes of its assembled state. */
import type { FunctionRequest } from "../../contract/functionTools.ts";
import { type ResponseObject, responseSchema } from "../../contract/response.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import type { StreamEvent } from "../../contract/streamEvents.ts";
import type { RequestSecrets } from "../../network/redactText.ts";
import type { OutputChange } from "../../output/outputChange.ts";
import { ResponseAssembly } from "../../output/responseAssembly.ts";
import { isWebPage, webPage } from "../http/badAnswer.ts";
import { type Connection, parseAnswer, type ServiceAnswer } from "../http/exchange.ts";
import { abortedError } from "../http/pause.ts";
import { readWholeText } from "../http/readBodyText.ts";
import { readNetworkError } from "../http/readNetworkError.ts";
import { findTaskId } from "../http/readServiceError.ts";
import type { CallOptions, ResponseEnd, ResponseStream } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { EventQueue } from "./eventQueue.ts";
import { finishResponse } from "./finishResponse.ts";
import { readResponseEnd } from "./readResponseEnd.ts";
import { StreamEventReader } from "./readStreamEvents.ts";

/**
 * Sends at once, whether or not the stream is read. The loop never throws: any error ends it and is in `end`. A broken stream is completed
 * by GET if the id is known; the loop then ends with the missing changes.
 */
export function streamResponse(
  connection: Connection,
  request: ResponseRequest | FunctionRequest,
  options: CallOptions | undefined,
): ResponseStream {
  const leaving = new AbortController();
  const signal = options?.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
  const queue = new EventQueue<OutputChange>(() => leaving.abort());
  const assembly = new ResponseAssembly();

  async function readEvents(answer: ServiceAnswer): Promise<void> {
    const reader = new StreamEventReader();
    let isFirst = true;
    for await (const chunk of answer.body) {
      if (isFirst && isWebPage(chunk)) throw webPage(true);
      isFirst = false;
      for (const event of reader.read(chunk)) take(event);
      if (assembly.outcome !== undefined) break;
      if (queue.isFull) await queue.drained(signal);
    }
    if (assembly.outcome === undefined) for (const event of reader.finish()) take(event);
    if (reader.skipped > 0) connection.log?.debug(`Skipped ${reader.skipped} events of a stream that are not known or cannot be read.`);
  }

  function take(event: StreamEvent): void {
    pass(assembly.apply(event));
  }

  function pass(changes: readonly OutputChange[]): void {
    for (const change of changes) {
      if (change.type === "identified") options?.onIdentified?.(change.id);
      queue.push(change);
    }
  }

  function takeWhole(response: ResponseObject): void {
    pass(assembly.applyResponse(response));
  }

  async function readAnswer(answer: ServiceAnswer): Promise<void> {
    const type = String(answer.headers["content-type"] ?? "");
    if (/json|html/i.test(type)) {
      const text = await readWholeText(answer.body);
      takeWhole(parseAnswer(text, responseSchema, { isPost: true, secrets: answer.secrets }));
      return;
    }
    await readEvents(answer);
  }

  /** Fetches what a broken stream did not deliver. */
  async function finish(id: string, error: ServiceError, secrets: RequestSecrets): Promise<ResponseEnd> {
    try {
      const end = await finishResponse(connection, id, { ...options, signal });
      if (end.outcome === "failed" && end.response === undefined) return { ...end, response: assembly.response() };
      if (end.response) takeWhole(end.response);
      return readResponseEnd(assembly, secrets);
    } catch (thrown) {
      const reason = thrown instanceof ServiceError && thrown.kind === "aborted" ? thrown : error;
      return readResponseEnd(assembly, secrets, { error: reason });
    }
  }

  async function run(): Promise<ResponseEnd> {
    let secrets: RequestSecrets = { key: undefined, prompts: [] };
    /** The id from a header, known before the first event. */
    let reportedId: string | undefined;
    try {
      const answer = await connection.send(
        { method: "POST", path: "/api/v1/responses", body: { ...request, stream: true }, accept: "text/event-stream" },
        { ...options, signal },
      );
      secrets = answer.secrets;
      reportedId = findTaskId(answer.headers, undefined, answer.secrets);
      try {
        await readAnswer(answer);
      } finally {
        answer.body.destroy();
      }
      if (assembly.outcome !== undefined) return readResponseEnd(assembly, secrets);
      if (signal.aborted) return readResponseEnd(assembly, secrets, { error: abortedError() });
      throw new ServiceError({ kind: "connectionLost", message: "The answer ended before it was complete.", maybeAccepted: true });
    } catch (thrown) {
      const error = readNetworkError(thrown, {
        host: connection.address.host,
        signal,
        isPost: true,
        taskId: assembly.id ?? reportedId,
      });
      if (assembly.outcome !== undefined) return readResponseEnd(assembly, secrets);
      const id = assembly.id ?? error.taskId;
      // Invalid HTTP or an invalid event in the middle of an answer is treated like a lost connection.
      const isCut = error.kind === "connectionLost" || (error.kind === "badAnswer" && assembly.id !== undefined);
      if (id !== undefined && (isCut || error.kind === "timeout") && !signal.aborted) return finish(id, error, secrets);
      if (isCut || error.kind === "aborted") return readResponseEnd(assembly, secrets, { error });
      return { outcome: "failed", id, response: undefined, error };
    }
  }

  const end = run().finally(() => queue.end());
  return { end, [Symbol.asyncIterator]: () => queue.iterate() };
}
