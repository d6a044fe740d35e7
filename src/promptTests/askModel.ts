/** Sends the request of a test to a model. */
import { abortedError } from "../client/http/pause.ts";
import type { ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { responseSources, responseText } from "../contract/responseText.ts";
import { readCost } from "../contract/usage.ts";
import type { WireRequest } from "../prompt/compile/wireRequest.ts";
import type { TestedAnswer } from "../prompt/tests/testedAnswer.ts";
import type { TaskRequest } from "../tasks/task.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { measureFile } from "./files/measureFile.ts";

type TextRequest = Extract<WireRequest, { interface: "v1"; kind: "text" }>;

export interface Asked {
  client: ServiceClient;
  tasks: Tasks;
  baseUrl: string;
  /** The folder for the files of answers. */
  folder: string;
  /** The folder for sounds, which a transcriber may need in a later run; undefined: `folder`. */
  soundFolder?: string | undefined;
}

/** Throws ServiceError if there is no answer: `aborted` if the signal fires; `maybeAccepted` says whether the request was sent by then. */
export async function askModel(asked: Asked, request: WireRequest, signal: AbortSignal): Promise<TestedAnswer> {
  if (signal.aborted) throw abortedError();
  const start = performance.now();
  const answer = isText(request) ? await stream(asked.client, request.body, signal) : await runTask(asked, request, signal);
  const latency = Math.round(performance.now() - start);
  return { ...answer, latency, took: latency };
}

function isText(request: WireRequest): request is TextRequest {
  return request.interface === "v1" && request.kind === "text";
}

type Answer = Omit<TestedAnswer, "latency" | "took">;

async function stream(client: ServiceClient, body: TextRequest["body"], signal: AbortSignal): Promise<Answer> {
  const { outcome, response, error } = await client.streamResponse({ ...body, stream: true }, { signal }).end;
  if (error !== undefined) throw error;
  if (outcome === "aborted") throw abortedError({ maybeAccepted: true });
  const { usage } = response;
  return {
    text: responseText(response),
    isRefused: outcome === "refused",
    cost: usage ? readCost(usage) : undefined,
    tokens: usage?.output_tokens ?? undefined,
    citations: responseSources(response).map(({ url }) => url),
    files: [],
  };
}

async function runTask(asked: Asked, request: TaskRequest, signal: AbortSignal): Promise<Answer> {
  const { tasks, baseUrl, soundFolder } = asked;
  const folder = request.kind === "audio" && soundFolder !== undefined ? soundFolder : asked.folder;
  const task = await tasks.submit({ baseUrl, request, target: { folder, pattern: "answer-{n}" }, signal }).end();
  if (task.state === "saved") {
    const files = await Promise.all(task.artifacts.flatMap(({ path }) => (path === undefined ? [] : [measureFile(path)])));
    const { amount, output } = task.cost ?? {};
    return { text: task.text ?? "", isRefused: false, cost: amount ?? undefined, tokens: output ?? undefined, citations: [], files };
  }
  if (signal.aborted) throw abortedError({ maybeAccepted: task.id !== undefined || task.state === "maybeAccepted" });
  const { kind = "unknown", message = `The task is ${task.state}.` } = task.error ?? {};
  throw new ServiceError({ kind, message });
}
