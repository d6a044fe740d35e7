/** Runs one request, whatever its kind: text of v1 is streamed, everything else is a durable task. */
import type { AnsweringClient, FreeClient, ResponseEnd } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import type { ResponseObject } from "../contract/response.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import { responseText } from "../contract/responseText.ts";
import { readCost } from "../contract/usage.ts";
import type { TaskRequest, TextRequest } from "../contract/wireRequest.ts";
import type { OutputChange } from "../output/outputChange.ts";
import { ResponseAssembly } from "../output/responseAssembly.ts";
import { isLeft, type Task } from "./task.ts";
import type { SubmitOptions, TaskHandle, TaskSubmitter } from "./tasks.ts";

type GenerationProgress = OutputChange | { type: "task"; task: Task };

export interface GenerationEnd {
  /** `incomplete` also if only some of the files could be saved. */
  outcome: ResponseEnd["outcome"];
  /** The service's id, if it is known. */
  id: string | undefined;
  /** Everything that arrived. */
  text: string;
  /** Of text of v1, as far as it arrived. */
  response: ResponseObject | undefined;
  /** Of everything else. */
  task: Task | undefined;
  /** In units of the balance; undefined: not reported. */
  cost: number | undefined;
  /** Tokens of the output; undefined: not reported. */
  tokens: number | undefined;
  /** Why there is no result, or only a part of it. */
  error: ServiceError | undefined;
  /** Whether the service may have accepted, and billed, a request without a result. */
  maybeAccepted: boolean;
}

/** The progress of one request; it goes on without being read. `end` rejects only with ServiceError, like a task's handle. */
export interface Generation extends AsyncIterable<GenerationProgress> {
  readonly end: Promise<GenerationEnd>;
}

export interface GenerateOptions extends Omit<SubmitOptions, "request"> {
  client: AnsweringClient;
  tasks: TaskSubmitter;
  /** The signal does not interrupt the POST of a task, so that its id is known. */
  keepsId?: boolean;
}

function isTextRequest(request: TextRequest | TaskRequest): request is TextRequest {
  return request.interface === "v1" && request.kind === "text";
}

/** For callers that show a text as it arrives, or need a task's key: texts of v1, and requests that become tasks. */
export function separateTexts<Item extends { request: TextRequest | TaskRequest }>(
  items: readonly Item[],
): { texts: (Item & { request: TextRequest })[]; tasks: (Item & { request: TaskRequest })[] } {
  const texts: (Item & { request: TextRequest })[] = [];
  const tasks: (Item & { request: TaskRequest })[] = [];
  for (const item of items) {
    const { request } = item;
    if (isTextRequest(request)) texts.push({ ...item, request });
    else tasks.push({ ...item, request });
  }
  return { texts, tasks };
}

/** Throws ServiceError if the journal refuses the task or the signal of a task has fired; then nothing is sent. */
export function generate(request: TextRequest | TaskRequest, { client, tasks, keepsId, ...options }: GenerateOptions): Generation {
  const { signal } = options;
  if (isTextRequest(request)) return generateText(client, request.body, signal);
  if (!keepsId || signal === undefined || signal.aborted) return generateTask(tasks.submit({ ...options, request }));
  const sent = new AbortController();
  const handle = tasks.submit({ ...options, request, signal: afterSending(signal, sent.signal) });
  const noteSent = async () => {
    for await (const { state } of handle.changes()) if (state !== "submitting") break;
  };
  noteSent().then(
    () => sent.abort(),
    () => sent.abort(),
  );
  return generateTask(handle);
}

/** Fires when both have fired. */
function afterSending(stopped: AbortSignal, sent: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    if (stopped.aborted && sent.aborted) controller.abort();
  };
  for (const signal of [stopped, sent]) signal.addEventListener("abort", check, { once: true });
  return controller.signal;
}

/** `body.stream: false` requests the whole answer at once. */
export function generateText(client: AnsweringClient, body: ResponseRequest, signal: AbortSignal | undefined): Generation {
  const call = signal === undefined ? {} : { signal };
  if (body.stream === false) {
    const end = client.createResponse(body, call).then(describeAnswer);
    return withEnd(wholeOutput(end), end);
  }
  const stream = client.streamResponse({ ...body, stream: true }, call);
  return { [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](), end: stream.end.then(describeAnswer) };
}

/** The whole answer to a request that another process has sent, when it is complete. `end` rejects with ServiceError if it cannot be fetched. */
export function fetchText(client: FreeClient, id: string, signal: AbortSignal): Generation {
  const end = client.finishResponse(id, { signal }).then(describeAnswer);
  return withEnd(wholeOutput(end), end);
}

function generateTask(handle: TaskHandle): Generation {
  return withEnd(taskProgress(handle), handle.end().then(describeTask));
}

/** A caller that only reads the progress does not handle the rejection. */
function withEnd(progress: AsyncGenerator<GenerationProgress>, end: Promise<GenerationEnd>): Generation {
  end.catch(() => undefined);
  return { [Symbol.asyncIterator]: () => progress, end };
}

async function* wholeOutput(end: Promise<GenerationEnd>): AsyncGenerator<GenerationProgress> {
  const { response } = await end;
  if (response !== undefined) yield* new ResponseAssembly().applyResponse(response);
}

async function* taskProgress(handle: TaskHandle): AsyncGenerator<GenerationProgress> {
  for await (const task of handle.changes()) {
    yield { type: "task", task };
    if (task.state === "saved" && task.text) yield { type: "partAdded", part: { kind: "text", key: "0", text: task.text, citations: [] } };
  }
}

function describeAnswer({ outcome, id, response, error }: ResponseEnd): GenerationEnd {
  return {
    outcome,
    id,
    text: response === undefined ? "" : responseText(response),
    response,
    task: undefined,
    cost: response?.usage ? readCost(response.usage) : undefined,
    tokens: response?.usage?.output_tokens ?? undefined,
    error,
    maybeAccepted: outcome === "aborted" || error?.maybeAccepted === true,
  };
}

function describeTask(task: Task): GenerationEnd {
  const maybeAccepted = task.state === "maybeAccepted";
  const error = task.error && new ServiceError({ ...task.error, maybeAccepted, taskId: task.id });
  return {
    outcome: outcomeOf(task),
    id: task.id,
    text: task.text ?? "",
    response: undefined,
    task,
    cost: task.cost?.amount ?? undefined,
    tokens: task.cost?.output ?? undefined,
    error: error ?? (task.state === "saved" || isLeft(task) ? undefined : unexplained(task)),
    maybeAccepted: maybeAccepted || task.id !== undefined,
  };
}

function outcomeOf(task: Task): GenerationEnd["outcome"] {
  const { state, error } = task;
  if (isLeft(task) || error?.kind === "aborted") return "aborted";
  if (state !== "saved") return "failed";
  return error === undefined ? "completed" : "incomplete";
}

function unexplained({ state, id }: Task): ServiceError {
  return new ServiceError({ kind: "unknown", message: `The task is ${state}.`, taskId: id });
}
