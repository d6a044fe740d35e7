/** A prompt document's path in; its requests made, text written out, files saved where `output` says, and an exit code out. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../src/client/serviceClient.ts";
import { ServiceError, type ServiceErrorKind } from "../../src/client/serviceError.ts";
import { type CompiledRequest, compile, resultPathOf, type WireRequest } from "../../src/prompt/compile.ts";
import { findAttachmentPaths, findNeeds } from "../../src/prompt/findNeeds.ts";
import { keyVariable } from "../../src/prompt/keyVariable.ts";
import { type PromptDocument, parsePromptDocument } from "../../src/prompt/promptDocument.ts";
import type { SuppliedValues } from "../../src/prompt/variableSets.ts";
import { writeDate } from "../../src/prompt/writeDate.ts";
import { openTasks } from "../../src/tasks/openTasks.ts";
import type { ArtifactTarget, TaskRequest } from "../../src/tasks/task.ts";
import type { Tasks } from "../../src/tasks/tasks.ts";
import { checkText, describe } from "./checkFiles.ts";
import { readDataUri, resolveFrom } from "./documentFolder.ts";
import { readDocument, standardInput } from "./readDocument.ts";

export interface RunFileOptions {
  /** undefined: the built-in service is started for this run. */
  baseUrl: string | undefined;
  values: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Receives the text of answers. */
  write(text: string): void;
  /** Receives lines about what happens. */
  tell(line: string): void;
}

interface Service {
  baseUrl: string;
  key: string | undefined;
  /** true: it ends with the run, and what it was asked for with it. */
  isOwn: boolean;
  close(): Promise<void>;
}

/** What became of one request. */
type Ending = "done" | "failed" | "hopeless" | "stopped";

/** 0: all was made; 1: something was not; 130: stopped by the signal, as shells tell it. */
export async function runFile(file: string, options: RunFileOptions): Promise<number> {
  const compiled = await compileFile(file, options);
  if (compiled === undefined) return 1;
  const service = await reachService(options);
  if (service === undefined) return 1;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => service.key });
  const tasks = await openTasks({ folder, client: async () => client });
  try {
    return await runAll(file, compiled, { client, tasks, service, options });
  } finally {
    await tasks.close();
    await client.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** undefined: it cannot run, and why was told. */
async function compileFile(file: string, options: RunFileOptions): Promise<readonly CompiledRequest[] | undefined> {
  const text = await readDocument(file);
  if (text === undefined) {
    options.tell(`${file}: error: The file cannot be read.`);
    return undefined;
  }
  const found = await checkText(file, text);
  for (const one of found) options.tell(describe(file, text, one));
  if (found.some((one) => one.severity === "error")) return undefined;
  const document = parsePromptDocument(text);
  const { requests, problems } = compile(document, await fetchValues(file, document, options));
  for (const problem of problems) options.tell(`${file}: error: ${problem.message}`);
  return problems.length > 0 ? undefined : requests;
}

/** After these, no other request of the run would go better. */
const hopeless: ReadonlySet<ServiceErrorKind> = new Set(["invalidKey", "insufficientQuota", "unreachable", "forbiddenAddress", "disk"]);

/** A request that is refused by itself leaves the others as they are. */
async function runAll(file: string, requests: readonly CompiledRequest[], parts: Parts): Promise<number> {
  const { signal, tell } = parts.options;
  let code = 0;
  for (const [index, request] of requests.entries()) {
    const ending = signal.aborted ? "stopped" : await runRequest(file, request, parts).catch((error: unknown) => tellRefused(error, parts));
    if (ending !== "done") code = ending === "stopped" ? 130 : 1;
    if (ending === "done" || ending === "failed") continue;
    const left = requests.length - index - 1;
    if (left > 0) tell(`${left} of ${requests.length} requests were not sent.`);
    break;
  }
  return code;
}

function tellRefused(error: unknown, { options }: Parts): Ending {
  if (!(error instanceof ServiceError)) throw error;
  options.tell(`error: ${error.message}`);
  return hopeless.has(error.kind) ? "hopeless" : "failed";
}

async function reachService({ baseUrl, tell }: RunFileOptions): Promise<Service | undefined> {
  if (baseUrl !== undefined) {
    const key = process.env[keyVariable];
    if (key) return { baseUrl: baseUrl.replace(/\/+$/, ""), key, isOwn: false, close: async () => undefined };
    tell(`error: The service at ${baseUrl} needs a key: set ${keyVariable}.`);
    return undefined;
  }
  const { startService } = await import("../../src/service/startService.ts");
  const service = await startService({ port: 0 });
  tell(`The built-in demo service answers at ${service.url}.`);
  return { baseUrl: service.url, key: service.key, isOwn: true, close: () => service.close() };
}

async function fetchValues(file: string, document: PromptDocument, { values, answers }: RunFileOptions): Promise<SuppliedValues> {
  const needs = findNeeds(document);
  const given: SuppliedValues = {
    date: writeDate(new Date()),
    ...values,
    answers,
    ...(needs.batchFile === undefined ? {} : { batchCsv: await readFile(resolveFrom(file, needs.batchFile), "utf8") }),
  };
  return {
    ...given,
    includedFiles: await readAll(needs.includedFiles, (address) => readFile(resolveFrom(file, address), "utf8")),
    attachments: await readAll(findAttachmentPaths(document, given), (address) => readDataUri(file, address)),
  };
}

async function readAll(addresses: readonly string[], read: (address: string) => Promise<string>): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(addresses.map(async (address) => [address, await read(address)] as const)));
}

interface Parts {
  client: ServiceClient;
  tasks: Tasks;
  service: Service;
  options: RunFileOptions;
}

function runRequest(file: string, compiled: CompiledRequest, parts: Parts): Promise<Ending> {
  const { request } = compiled;
  if (request.interface === "v1" && request.kind === "text") return streamAnswer(request, parts);
  return runTask(file, request, compiled.output, parts);
}

async function streamAnswer(request: Extract<WireRequest, { interface: "v1"; kind: "text" }>, parts: Parts): Promise<Ending> {
  const { client, options } = parts;
  const stream = client.streamResponse({ ...request.body, stream: true }, { signal: options.signal });
  for await (const event of stream) if (event.type === "response.output_text.delta") options.write(event.delta);
  options.write("\n");
  const result = await stream.result;
  if (result.outcome === "completed") return "done";
  if (options.signal.aborted) return tellStopped(request, result.id, parts);
  options.tell(`error: ${result.error?.message ?? `The answer is ${result.outcome}.`}`);
  return "failed";
}

/** The POST is not cut off by a first Ctrl+C, so that the task's id is known. */
async function runTask(file: string, request: TaskRequest, output: string | undefined, parts: Parts): Promise<Ending> {
  const { tasks, service, options } = parts;
  const { key } = await tasks.submit({ baseUrl: service.baseUrl, request, target: chooseTarget(file, output) });
  const task = await tasks.settled(key, options.signal).catch((error: unknown) => {
    if (options.signal.aborted) return undefined;
    throw error;
  });
  if (task === undefined) return tellStopped(request, tasks.get(key)?.id, parts);
  if (task.text !== undefined) options.write(`${task.text}\n`);
  for (const artifact of task.artifacts) options.tell(path.relative(process.cwd(), artifact.path));
  if (task.cost?.amount !== undefined && task.cost.amount !== null) options.tell(`cost: ${task.cost.amount}`);
  if (task.state !== "saved") options.tell(`error: ${task.error?.message ?? `The task is ${task.state}.`}`);
  return task.state === "saved" ? "done" : "failed";
}

function tellStopped(request: WireRequest, id: string | undefined, { service, options }: Parts): Ending {
  if (service.isOwn) options.tell("Stopped. The built-in service ends with the run, and the task with it.");
  else if (id === undefined) options.tell("Stopped before the service told an id: the request may have been accepted, and billed.");
  else options.tell(`Stopped waiting. The service keeps the task ${id}: GET ${service.baseUrl}${resultPathOf(request)}/${id}`);
  return "stopped";
}

/** Names that lead out of the document's folder are made safe by the tasks. */
function chooseTarget(file: string, output: string | undefined): ArtifactTarget {
  const folder = path.resolve(path.dirname(file));
  const name = file === standardInput ? "prompt" : path.basename(file).replace(/\.gen\.md$/, "");
  return { folder, pattern: (output ?? `generated/${name}-{n}`).replace(/\.(?:png|jpe?g|webp|mp3|wav|opus|flac|mp4|webm)$/i, "") };
}
