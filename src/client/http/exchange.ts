/** Sends one request and returns the answer's status, headers and unread body. */

import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import { errorBodySchema } from "../../contract/errors.ts";
import { announcedWait, longestWait, readPreferredWait } from "../../contract/longPoll.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { inEnglish } from "../../contract/translate.ts";
import { type AnswerHeaders, readHeader } from "../../network/answerHeaders.ts";
import { decodeBody } from "../../network/decodeBody.ts";
import { type ConnectionUse, createDispatchers, type Dispatchers } from "../../network/dispatchers.ts";
import { collectPrompts, type RequestSecrets } from "../../network/redactText.ts";
import { readRetryAfter } from "../../network/retryAfter.ts";
import { ownSentences } from "../errors/ownSentences.ts";
import type { CallOptions, ClientLog, ServiceClientOptions, Timeouts } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { badAnswer, isWebPage, webPage } from "./badAnswer.ts";
import { createBearableWait } from "./createBearableWait.ts";
import { abortedError } from "./pause.ts";
import { readBodyText, readWholeText, refusedBodyLimit } from "./readBodyText.ts";
import { readNetworkError } from "./readNetworkError.ts";
import { readServiceError, readTaskError } from "./readServiceError.ts";
import { retry } from "./retry.ts";
import { readServiceAddress, type ServiceAddress } from "./serviceAddress.ts";

export interface ServiceRequest {
  method: "GET" | "POST" | "DELETE";
  /** Below `{base_url}`, e.g. `/api/v1/models`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Default `application/json`. */
  accept?: string;
  /**
   * Longest time without a byte of the answer, in milliseconds. Default: `headers` for a POST, which waits for a whole generation,
   * otherwise `silence`.
   */
  silence?: number;
  /**
   * How many seconds the answer about an unfinished task may be waited for. Only asked of a service that has announced long polls, see
   * `contract/longPoll.ts`.
   */
  wait?: number;
  /** Returns whether an error is the service's answer, so that a GET is not repeated. */
  isAnswer?: (error: ServiceError) => boolean;
}

/** An answer with status 2xx. Its body must be read to the end or destroyed. */
export interface ServiceAnswer {
  status: number;
  headers: AnswerHeaders;
  body: Readable;
  secrets: RequestSecrets;
}

/** What each capability needs to communicate with one service. */
export interface Connection {
  readonly address: ServiceAddress;
  readonly timeouts: Timeouts;
  readonly dispatchers: Dispatchers;
  readonly log: ClientLog | undefined;
  /** How many seconds the service has announced to wait at most before it answers about a task; 0: it has not. */
  readonly longestWait: number;
  key(): Promise<string>;
  /** Sends the request, and repeats it if that cannot be billed twice. Throws ServiceError, also for an answer that is not 2xx. */
  send(request: ServiceRequest, options: CallOptions | undefined): Promise<ServiceAnswer>;
}

const defaultTimeouts: Timeouts = { connect: 10_000, headers: 600_000, silence: 120_000, answer: 15_000, retry: 500, poll: 500 };

export function openConnection(options: ServiceClientOptions): Connection {
  const address = readServiceAddress(options.baseUrl);
  const timeouts: Timeouts = { ...defaultTimeouts, ...options.timeouts };
  const dispatchers = createDispatchers(options.network ?? {}, timeouts);

  async function key(): Promise<string> {
    const given = (await options.key())?.trim();
    if (!given) throw new ServiceError({ kind: "missingKey", message: "No API key is set for this service." });
    // No other character is allowed in a header (RFC 9110, 5.5).
    if (!/^[\x21-\x7e]+$/.test(given)) {
      throw new ServiceError({ kind: "invalidKey", message: "The API key contains characters that cannot be sent." });
    }
    return given;
  }

  let announced = 0;
  const bearable = createBearableWait();

  async function sendOnce(request: ServiceRequest, { signal, taskRequest }: CallOptions): Promise<ServiceAnswer> {
    if (signal?.aborted) throw abortedError();
    const isPost = request.method === "POST";
    const use: ConnectionUse = isPost ? "fresh" : "kept";
    const bearer = await key();
    const secrets: RequestSecrets = {
      key: bearer,
      get prompts() {
        return collectPrompts(request.body ?? taskRequest?.());
      },
    };
    const started = performance.now();
    const wait = Math.min(request.wait ?? 0, announced, bearable.longest);
    const silence = request.silence ?? (isPost ? timeouts.headers : Math.min(timeouts.headers, timeouts.silence));
    try {
      const answer = await dispatchers.request({ origin: address.origin, path: `${address.basePath}${request.path}` }, use, {
        method: request.method,
        headers: {
          authorization: `Bearer ${bearer}`,
          accept: request.accept ?? "application/json",
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...(wait > 0 ? { prefer: `wait=${wait}` } : {}),
        },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: signal ?? null,
        headersTimeout: wait > 0 ? wait * 1000 + Math.min(silence, timeouts.answer) : silence,
        bodyTimeout: request.silence ?? timeouts.silence,
      });
      announced = Math.min(readPreferredWait(readHeader(answer.headers, announcedWait.name)) ?? announced, longestWait);
      const elapsed = Math.round(performance.now() - started);
      options.log?.debug(`${request.method} ${withoutIds(request.path)}: HTTP ${answer.statusCode} after ${elapsed} ms`);
      if (answer.statusCode >= 200 && answer.statusCode < 300) {
        if (request.wait !== undefined) bearable.bear(wait, elapsed / 1000);
        return { status: answer.statusCode, headers: answer.headers, body: decodeBody(answer.body, answer.headers), secrets };
      }
      const text = await readBodyText(decodeBody(answer.body, answer.headers), refusedBodyLimit).catch(() => "");
      const refusal = readServiceError({ status: answer.statusCode, headers: answer.headers, text, isPost }, secrets);
      throw signal?.aborted ? abortedError(refusal) : refusal;
    } catch (thrown) {
      const elapsed = (performance.now() - started) / 1000;
      if (!signal?.aborted && isGivenUp(thrown)) bearable.giveUp(wait, elapsed);
      throw readNetworkError(thrown, { host: address.host, signal, isPost });
    }
  }

  return {
    address,
    timeouts,
    dispatchers,
    log: options.log,
    get longestWait() {
      return Math.min(announced, bearable.longest);
    },
    key,
    send: (request, callOptions) =>
      retry(() => sendOnce(request, callOptions ?? {}), {
        isRepeatable: request.method !== "POST",
        isLocal: address.isLoopback,
        signal: callOptions?.signal,
        attempts: callOptions?.attempts,
        longest: timeouts.answer,
        firstWait: timeouts.retry,
        log: options.log,
        onWait: callOptions?.onWait,
        unsent: callOptions?.unsent,
      }),
  };
}

/** Whether a proxy may have given up: the connection broke, or a server answered that it failed. */
function isGivenUp(thrown: unknown): boolean {
  return !(thrown instanceof ServiceError) || (thrown.status ?? 0) >= 500;
}

/** Makes a repeatable call until it succeeds, its error is an answer, or the attempts are used up. */
export function repeat<Result>(
  connection: Connection,
  options: CallOptions | undefined,
  call: () => Promise<Result>,
  isAnswer?: (error: ServiceError) => boolean,
): Promise<Result> {
  const { signal, attempts } = options ?? {};
  const { answer, retry: firstWait } = connection.timeouts;
  const { isLoopback: isLocal } = connection.address;
  return retry(call, { isRepeatable: true, isLocal, isAnswer, signal, attempts, longest: answer, firstWait, log: connection.log });
}

/** A path for the log, without ids. */
function withoutIds(path: string): string {
  return path.split("/").slice(0, 4).join("/");
}

/** Sends a request and parses the answer as JSON of a schema. Throws `badAnswer` for anything else. */
export async function sendForJson<Schema extends z.ZodMiniType>(
  connection: Connection,
  request: ServiceRequest,
  schema: Schema,
  options: CallOptions | undefined,
): Promise<z.infer<Schema>> {
  return (await sendForAnswer(connection, request, schema, options)).value;
}

export interface PollHeaders {
  /** Milliseconds that the service asks to wait before the next poll. */
  retryAfter: number | undefined;
  /** Whether the service has held back the answer until the task changed, or until the time was over. */
  isHeld: boolean;
}

export function readPollHeaders(headers: AnswerHeaders): PollHeaders {
  const isHeld = readPreferredWait(readHeader(headers, "preference-applied")) !== undefined;
  return { retryAfter: readRetryAfter(headers, Date.now()), isHeld };
}

/** The same, with what the answer's headers say about the next poll. */
export async function sendForAnswer<Schema extends z.ZodMiniType>(
  connection: Connection,
  request: ServiceRequest,
  schema: Schema,
  options: CallOptions | undefined,
): Promise<{ value: z.infer<Schema> } & PollHeaders> {
  const context = { host: connection.address.host, signal: options?.signal, isPost: request.method === "POST" };
  const read = async () => {
    const answer = await (context.isPost
      ? connection.send(request, options)
      : connection.send({ ...request, silence: connection.timeouts.answer }, { ...options, attempts: 1 }));
    const text = await readWholeText(answer.body).catch((thrown: unknown) => {
      throw readNetworkError(thrown, context);
    });
    const value = parseAnswer(text, schema, { isPost: context.isPost, secrets: answer.secrets });
    return { value, ...readPollHeaders(answer.headers) };
  };
  if (context.isPost) return read();
  return repeat(connection, options, read, request.isAnswer);
}

export interface AnswerContext {
  isPost: boolean;
  secrets: RequestSecrets;
}

/** Parses an answer as JSON of a schema. Throws `badAnswer`, or the error that an error body with HTTP 200 reports. */
export function parseAnswer<Schema extends z.ZodMiniType>(text: string, schema: Schema, context: AnswerContext): z.infer<Schema> {
  const value = parseJson(text);
  if (value === undefined) {
    throw isWebPage(text) ? webPage(context.isPost) : badAnswer("The service answered with something that is not JSON.", context.isPost);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errorBody = errorBodySchema.safeParse(value);
  if (errorBody.success) throw readTaskError(errorBody.data.error, context.secrets, undefined);
  const location = parsed.error.issues[0]?.path.join(".") ?? "";
  throw badAnswer(location === "" ? ownSentences.mismatch : inEnglish(ownSentences.mismatchAt, location), context.isPost);
}
