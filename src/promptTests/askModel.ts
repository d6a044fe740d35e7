/** Asks a model for the answer that is tested. */
import type { ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { responseSources, responseText } from "../contract/responseText.ts";
import { readCost } from "../contract/usage.ts";
import type { WireRequest } from "../prompt/compile.ts";
import type { TestedAnswer } from "../prompt/tests/judgeAnswer.ts";
import type { Tasks } from "../tasks/tasks.ts";

type V1Request = Extract<WireRequest, { interface: "v1"; kind: "text" }>;
type V2Request = Extract<WireRequest, { interface: "v2" }>;
/** A request for text. */
export type TextRequest = V1Request | V2Request;

export interface Asked {
  client: ServiceClient;
  tasks: Tasks;
  baseUrl: string;
  /** For files that an answer may have. */
  folder: string;
}

/** Throws ServiceError where there is no answer. */
export async function askModel(asked: Asked, request: TextRequest, signal: AbortSignal): Promise<TestedAnswer> {
  const start = performance.now();
  const answer = request.interface === "v1" ? await askV1(asked.client, request.body, signal) : await askV2(asked, request, signal);
  return { ...answer, latency: Math.round(performance.now() - start) };
}

type Answer = Omit<TestedAnswer, "latency">;

async function askV1(client: ServiceClient, body: V1Request["body"], signal: AbortSignal): Promise<Answer> {
  const { outcome, response, error } = await client.streamResponse({ ...body, stream: true }, { signal }).end;
  if (error !== undefined) throw error;
  if (outcome === "aborted") throw stopped();
  const { usage } = response;
  return {
    text: responseText(response),
    isRefused: outcome === "refused",
    cost: usage ? readCost(usage) : undefined,
    tokens: usage?.output_tokens ?? undefined,
    citations: responseSources(response).map(({ url }) => url),
  };
}

async function askV2({ tasks, baseUrl, folder }: Asked, request: V2Request, signal: AbortSignal): Promise<Answer> {
  const handle = tasks.submit({ baseUrl, request, target: { folder, pattern: "answer-{n}" } });
  const stop = () => handle.stop();
  signal.addEventListener("abort", stop, { once: true });
  const task = await handle.end().finally(() => signal.removeEventListener("abort", stop));
  if (task.state === "saved") {
    const { amount, output } = task.cost ?? {};
    return { text: task.text ?? "", isRefused: false, cost: amount ?? undefined, tokens: output ?? undefined, citations: [] };
  }
  if (signal.aborted) throw stopped();
  const { kind = "unknown", message = `The task is ${task.state}.` } = task.error ?? {};
  throw new ServiceError({ kind, message });
}

function stopped(): ServiceError {
  return new ServiceError({ kind: "aborted", message: "It was stopped." });
}
