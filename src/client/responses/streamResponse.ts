/** Streams a Response as the changes of its assembled state. */
import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import type { FunctionRequest } from "../../contract/functionTools.ts";
import { responseSchema } from "../../contract/response.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import type { StreamEvent } from "../../contract/streamEvents.ts";
import type { RequestSecrets } from "../../network/redactText.ts";
import type { OutputChange } from "../../output/outputChange.ts";
import { readStreamEvent } from "../../output/readStreamEvent.ts";
import { ResponseAssembly } from "../../output/responseAssembly.ts";
import { badAnswer, isWebPage, webPage } from "../http/badAnswer.ts";
import { type Connection, parseAnswer, type ServiceAnswer } from "../http/exchange.ts";
import { abortedError } from "../http/pause.ts";
import { readWholeText } from "../http/readBodyText.ts";
import { readNetworkError } from "../http/readNetworkError.ts";
import { findTaskId } from "../http/readServiceError.ts";
import type { CallOptions, ResponseEnd, ResponseStream } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { finishResponse } from "./finishResponse.ts";
import { readResponseEnd } from "./readResponseEnd.ts";

/** How many changes may wait for a reader that is far behind. */
const capacity = 4096;
/** Limit for one event in characters; an image is one event. */
const eventLimit = 256 * 1024 * 1024;

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
  const output = openOutput(leaving, signal);
  const assembly = new ResponseAssembly();

  async function readEvents(answer: ServiceAnswer): Promise<void> {
    let changes: OutputChange[] = [];
    let skipped = 0;
    const reader = createEventReader((event) => {
      if (event === undefined) skipped += 1;
      else for (const change of assembly.apply(event)) changes.push(change);
    });
    const passArrived = () => {
      pass(changes);
      changes = [];
    };
    let isFirst = true;
    for await (const chunk of answer.body) {
      if (isFirst && isWebPage(chunk)) throw webPage(true);
      isFirst = false;
      reader.read(chunk);
      passArrived();
      if (assembly.outcome !== undefined) break;
      if (output.isFull) await output.drained();
    }
    if (assembly.outcome === undefined) reader.finish();
    passArrived();
    if (skipped > 0) connection.log?.debug(`Skipped ${skipped} events of a stream that are not known or cannot be read.`);
  }

  function pass(changes: readonly OutputChange[]): void {
    for (const change of changes) if (change.type === "identified") options?.onIdentified?.(change.id);
    output.pass(changes);
  }

  async function readAnswer(answer: ServiceAnswer): Promise<void> {
    const type = String(answer.headers["content-type"] ?? "");
    if (/json|html/i.test(type)) {
      const text = await readWholeText(answer.body);
      pass(assembly.applyResponse(parseAnswer(text, responseSchema, { isPost: true, secrets: answer.secrets })));
      return;
    }
    await readEvents(answer);
  }

  /** Fetches what a broken stream did not deliver. */
  async function finish(id: string, error: ServiceError, secrets: RequestSecrets): Promise<ResponseEnd> {
    try {
      const end = await finishResponse(connection, id, { ...options, signal });
      if (end.outcome === "failed" && end.response === undefined) return { ...end, response: assembly.response() };
      if (end.response) pass(assembly.applyResponse(end.response));
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

  const end = run().finally(() => output.end());
  return { end, [Symbol.asyncIterator]: () => output.iterate() };
}

/**
 * What has arrived, until it is read: everything until the loop begins, so that a caller who only wants the end need not read; then about
 * `capacity` changes. Leaving the loop aborts `leaving`.
 */
function openOutput(leaving: AbortController, signal: AbortSignal) {
  let isRead = false;
  let resume = () => {};
  let controller: ReadableStreamDefaultController<readonly OutputChange[]> | undefined;
  const batches = new ReadableStream<readonly OutputChange[]>(
    {
      start: (given) => {
        controller = given;
      },
      pull: () => resume(),
      cancel: () => leaving.abort(),
    },
    { highWaterMark: capacity, size: ({ length }) => length },
  );
  return {
    get isFull() {
      return isRead && (controller?.desiredSize ?? 1) <= 0;
    },
    /** Resolves when the reader has caught up, or the signal fires. */
    drained: () =>
      new Promise<void>((resolve) => {
        // A long stream waits often, with the same signal.
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        resume = wake;
        if (signal.aborted) wake();
        else signal.addEventListener("abort", wake);
      }),
    pass: (changes: readonly OutputChange[]) => {
      if (changes.length > 0 && !leaving.signal.aborted) controller?.enqueue(changes);
    },
    end: () => {
      if (!leaving.signal.aborted) controller?.close();
    },
    iterate: () => {
      isRead = true;
      return batches[Symbol.asyncIterator]();
    },
  };
}

/**
 * Reads the server-sent events of a stream from its bytes. `take`: undefined for one that no schema matches or that is not JSON.
 * @internal
 */
export function createEventReader(take: (event: StreamEvent | undefined) => void) {
  // Much faster than TextDecoder on a stream.
  const decoder = new StringDecoder("utf8");
  const parser = createParser({
    onEvent: ({ data, event: name }) => {
      if (data !== "[DONE]") take(readStreamEvent(data, name));
    },
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw badAnswer("The service sent an event that is too long.", true);
    },
    maxBufferSize: eventLimit,
  });
  return {
    read: (bytes: Buffer) => parser.feed(decoder.write(bytes)),
    /** The last blank line of a stream may be missing. */
    finish: () => parser.feed(`${decoder.end()}\n\n`),
  };
}
