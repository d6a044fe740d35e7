/** Requests a Response without a stream, and fetches it by its id if the connection breaks. */
import { responseSchema } from "../../contract/response.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import { ResponseAssembly } from "../../output/responseAssembly.ts";
import { type Connection, parseAnswer, type ServiceAnswer } from "../http/exchange.ts";
import { readNetworkError } from "../http/readNetworkError.ts";
import { findTaskId } from "../http/readServiceError.ts";
import type { CallOptions, ResponseEnd } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { finishResponse } from "./finishResponse.ts";
import { readResponseEnd } from "./readResponseEnd.ts";

/** The id at the start of a truncated Response. */
const leadingId = /^\s*\{\s*"id"\s*:\s*"([^"\\]+)"/;

interface ReadBody {
  text: string;
  /** The error that interrupted the body. */
  broken: unknown;
}

async function readAsFarAsItGoes(answer: ServiceAnswer): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer.body) text += decoder.decode(chunk, { stream: true });
    return { text: text + decoder.decode(), broken: undefined };
  } catch (broken) {
    return { text, broken };
  }
}

/** Throws ServiceError if there is no Response; a Response that failed is a result. */
export async function createResponse(
  connection: Connection,
  request: ResponseRequest,
  options: CallOptions | undefined,
): Promise<ResponseEnd> {
  const context = { host: connection.address.host, signal: options?.signal, isPost: true };
  const finish = (id: string) => finishResponse(connection, id, { ...options, taskRequest: () => request });
  let answer: ServiceAnswer;
  try {
    answer = await connection.send({ method: "POST", path: "/api/v1/responses", body: { ...request, stream: false } }, options);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "timeout" && error.taskId !== undefined) {
      return finish(error.taskId);
    }
    throw error;
  }
  const { text, broken } = await readAsFarAsItGoes(answer);
  if (broken !== undefined) {
    const id = leadingId.exec(text)?.[1] ?? findTaskId(answer.headers, undefined, answer.secrets);
    if (id === undefined || options?.signal?.aborted) throw readNetworkError(broken, { ...context, taskId: id });
    return finish(id);
  }
  const response = parseAnswer(text, responseSchema, { isPost: true, secrets: answer.secrets });
  const assembly = new ResponseAssembly();
  assembly.applyResponse(response);
  return assembly.outcome !== undefined ? readResponseEnd(assembly, answer.secrets) : finish(response.id);
}
