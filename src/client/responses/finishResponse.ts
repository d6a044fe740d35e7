/** Fetches a Response by its id: once, or until it is finished. */
import { errorTable, isErrorCode } from "../../contract/errors.ts";
import { longestWait } from "../../contract/longPoll.ts";
import { responseSchema } from "../../contract/response.ts";
import { collectPrompts } from "../../network/redactText.ts";
import { ResponseAssembly } from "../../output/responseAssembly.ts";
import { type Connection, sendForAnswer } from "../http/exchange.ts";
import { pause } from "../http/pause.ts";
import { pathSegment } from "../http/serviceAddress.ts";
import type { CallOptions, PollOptions, ResponseEnd, ResponsePoll } from "../serviceClient.ts";
import type { ServiceError } from "../serviceError.ts";
import { readResponseEnd } from "./readResponseEnd.ts";

/** Pauses grow up to this multiple of the first. */
const longestGrowth = 10;
/** The longest pause that a service can ask for, in milliseconds. */
const longestPause = 60_000;
/** A failed GET is repeated this often, for more than a minute, because a network or a gateway may be down that long. */
const mostAttempts = 12;
/** How often in a row a service must report an error without the task's id, because the error may be that of the GET itself. */
const mostReports = 4;

/** Whether an error says that the generation failed. Source: spec, "v1 Response" and "HTTP status codes (v1)". */
function saysFailed({ status, code }: ServiceError): boolean {
  return (status === 500 && code === "api_error") || (status === 408 && code === "timeout");
}

/** Whether an error has a code and a status of the spec's table. A task that is not found has not failed, and 504 ends only a wait. */
function isInTable({ status, code }: ServiceError): boolean {
  if (code === undefined || !isErrorCode(code) || code === "not_found" || status === 504) return false;
  return errorTable[code].statuses.some((known) => known === status);
}

interface ErrorSearch {
  /** The error that is the service's answer. */
  readonly found: ServiceError | undefined;
  isAnswer(error: ServiceError): boolean;
}

function createErrorSearch(id: string): ErrorSearch {
  let reports = 0;
  let found: ServiceError | undefined;
  return {
    get found() {
      return found;
    },
    isAnswer(error) {
      if (saysFailed(error)) reports += 1;
      if (reports >= mostReports || (error.taskId === id && isInTable(error))) found = error;
      return found !== undefined;
    },
  };
}

/** Polls once. An unknown status counts as unfinished. Throws ServiceError; a Response that failed is a result. */
export async function pollResponse(connection: Connection, id: string, options: PollOptions | undefined): Promise<ResponsePoll> {
  const search = createErrorSearch(id);
  const path = `/api/v1/responses/${pathSegment(id)}`;
  const request = { method: "GET" as const, path, wait: options?.wait ?? 0, isAnswer: search.isAnswer };
  try {
    const { value, retryAfter, isHeld } = await sendForAnswer(connection, request, responseSchema, options);
    const assembly = new ResponseAssembly();
    assembly.applyResponse(value);
    if (assembly.outcome === undefined) return { end: undefined, retryAfter, isHeld };
    // A key that was removed meanwhile must not cost the Response.
    const key = await connection.key().catch(() => undefined);
    const secrets = {
      key,
      get prompts() {
        return collectPrompts(options?.taskRequest?.());
      },
    };
    return { end: readResponseEnd(assembly, secrets, { retryAfter }), retryAfter, isHeld };
  } catch (thrown) {
    if (search.found === undefined) throw thrown;
    return { end: { outcome: "failed", id, response: undefined, error: search.found }, retryAfter: undefined, isHeld: false };
  }
}

/** Polls until the Response whose exchange was interrupted is finished, with growing, randomised pauses. */
export async function finishResponse(connection: Connection, id: string, options: CallOptions | undefined): Promise<ResponseEnd> {
  const { poll } = connection.timeouts;
  for (let wait = poll; ; wait = Math.min(poll * longestGrowth, wait * 1.5)) {
    const began = performance.now();
    const { end, retryAfter, isHeld } = await pollResponse(connection, id, { attempts: mostAttempts, ...options, wait: longestWait });
    if (end !== undefined) return end;
    // Not one that held the answer only for an instant.
    if (isHeld && performance.now() - began >= wait && retryAfter === undefined) continue;
    await pause(Math.max(wait * (0.75 + Math.random() / 2), Math.min(retryAfter ?? 0, longestPause)), options?.signal);
  }
}
