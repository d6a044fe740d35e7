/** A request in; its answer's events as an async iterable, and how it ended as a promise, out. */
import { responseSchema } from "../contract/response.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import type { StreamEvent } from "../contract/streamEvents.ts";
import { badAnswer } from "./badAnswer.ts";
import { createEventQueue } from "./eventQueue.ts";
import { type Connection, parseAnswer, type ServiceAnswer } from "./exchange.ts";
import { finishResponse } from "./finishResponse.ts";
import { isWebPage } from "./isWebPage.ts";
import { abortedError } from "./pause.ts";
import { readBodyText } from "./readBodyText.ts";
import { readChunks } from "./readChunks.ts";
import { readNetworkError } from "./readNetworkError.ts";
import { findTaskId } from "./readServiceError.ts";
import { createStreamEventReader } from "./readStreamEvents.ts";
import type { RequestSecrets } from "./redactText.ts";
import { createResponseExchange } from "./responseExchange.ts";
import type { CallOptions, ResponseResult, ResponseStream } from "./serviceClient.ts";
import { ServiceError } from "./serviceError.ts";

/** The event that a fetched Response would have ended its stream with. */
function terminalEvent(result: ResponseResult): StreamEvent | undefined {
  if (result.response === undefined) return undefined;
  if (result.outcome === "failed") return { type: "response.failed", response: result.response };
  if (result.outcome === "incomplete") return { type: "response.incomplete", response: result.response };
  return { type: "response.completed", response: result.response };
}

/**
 * Sends at once, whether or not anyone reads. The loop never throws: whatever goes wrong ends it, and `result` says what it was.
 * A stream that breaks off is finished by GET where the id is known; its loop then ends with the event that was missing.
 */
export function streamResponse(connection: Connection, request: ResponseRequest, options: CallOptions | undefined): ResponseStream {
  const leaving = new AbortController();
  const signal = options?.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
  const queue = createEventQueue<StreamEvent>(() => leaving.abort());
  const exchange = createResponseExchange();

  async function readEvents(answer: ServiceAnswer): Promise<void> {
    const reader = createStreamEventReader();
    let isFirst = true;
    await readChunks(answer.body, (chunk) => {
      if (isFirst && isWebPage(chunk)) throw badAnswer("The service answered with a web page.", true);
      isFirst = false;
      for (const event of reader.read(chunk)) take(event);
      if (exchange.isOver) return "enough";
      return queue.isFull ? queue.drained(signal) : undefined;
    });
    if (!exchange.isOver) for (const event of reader.finish()) take(event);
    if (reader.skipped > 0) connection.log?.debug(`Skipped ${reader.skipped} events of a stream that are not known or cannot be read.`);
  }

  function take(event: StreamEvent): void {
    exchange.apply(event);
    queue.push(event);
  }

  async function readAnswer(answer: ServiceAnswer): Promise<void> {
    const type = String(answer.headers["content-type"] ?? "");
    if (/json|html/i.test(type)) {
      const text = await readBodyText(answer.body, Number.POSITIVE_INFINITY);
      exchange.applyResponse(parseAnswer(text, responseSchema, { isPost: true, secrets: answer.secrets }));
      const event = exchange.isOver ? terminalEvent(exchange.result(answer.secrets)) : undefined;
      if (event) queue.push(event);
      return;
    }
    await readEvents(answer);
  }

  /** Fetches what a cut left out, and ends the loop with the event that would have come. */
  async function finish(id: string, error: ServiceError, secrets: RequestSecrets): Promise<ResponseResult> {
    try {
      const result = await finishResponse(connection, id, { ...options, signal });
      if (result.response) exchange.applyResponse(result.response);
      const event = terminalEvent(result);
      if (event) queue.push(event);
      return exchange.result(secrets);
    } catch (thrown) {
      const failure = thrown instanceof ServiceError && thrown.kind === "aborted" ? thrown : error;
      return exchange.result(secrets, failure);
    }
  }

  async function run(): Promise<ResponseResult> {
    let secrets: RequestSecrets = { key: undefined, prompts: [] };
    /** Told by a header before the first event. */
    let toldId: string | undefined;
    try {
      const answer = await connection.send(
        { method: "POST", path: "/api/v1/responses", body: { ...request, stream: true }, accept: "text/event-stream" },
        { ...options, signal },
      );
      secrets = answer.secrets;
      toldId = findTaskId(answer.headers, undefined);
      try {
        await readAnswer(answer);
      } finally {
        answer.body.destroy();
      }
      if (exchange.isOver) return exchange.result(secrets);
      if (signal.aborted) return exchange.result(secrets, abortedError());
      throw new ServiceError({ kind: "connectionLost", message: "The answer ended before it was complete.", maybeAccepted: true });
    } catch (thrown) {
      const error = readNetworkError(thrown, { signal, isPost: true, taskId: exchange.id ?? toldId });
      if (exchange.isOver) return exchange.result(secrets);
      const id = exchange.id ?? error.taskId;
      // Bytes that are no HTTP or no event in the middle of an answer break it off like a cut.
      const isCut = error.kind === "connectionLost" || (error.kind === "badAnswer" && exchange.id !== undefined);
      if (id !== undefined && (isCut || error.kind === "timeout") && !signal.aborted) return finish(id, error, secrets);
      if (isCut || error.kind === "aborted") return exchange.result(secrets, error);
      return { outcome: "failed", id, response: undefined, error };
    }
  }

  const result = run().finally(() => queue.end());
  return { result, [Symbol.asyncIterator]: () => queue.iterate() };
}
