/** A prompt document's path in; its requests made, text written out, files saved where `output` says, and an exit code out. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../src/client/serviceClient.ts";
import type { ResponseRequest } from "../../src/contract/responseRequest.ts";
import { type CompiledRequest, compile } from "../../src/prompt/compile.ts";
import { findAttachmentPaths, findNeeds } from "../../src/prompt/findNeeds.ts";
import { type PromptDocument, parsePromptDocument } from "../../src/prompt/promptDocument.ts";
import { keyVariable } from "../../src/prompt/toCurl.ts";
import type { SuppliedValues } from "../../src/prompt/variableSets.ts";
import { writeDate } from "../../src/prompt/writeDate.ts";
import { openTasks } from "../../src/tasks/openTasks.ts";
import type { ArtifactTarget, TaskRequest } from "../../src/tasks/task.ts";
import type { Tasks } from "../../src/tasks/tasks.ts";
import { checkText, describe } from "./checkFiles.ts";
import { readDataUri, resolveFrom } from "./documentFolder.ts";

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
  close(): Promise<void>;
}

export async function runFile(file: string, options: RunFileOptions): Promise<number> {
  const text = await readFile(file, "utf8");
  const found = await checkText(file, text);
  for (const one of found) options.tell(describe(file, text, one));
  if (found.some((one) => one.severity === "error")) return 1;
  const document = parsePromptDocument(text);
  const { requests, problems } = compile(document, await fetchValues(file, document, options));
  for (const problem of problems) options.tell(`${file}: error: ${problem.message}`);
  if (problems.length > 0) return 1;
  const service = await reachService(options);
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => service.key });
  const tasks = await openTasks({ folder, client: async () => client });
  try {
    let failed = 0;
    for (const request of requests) failed += (await runRequest(file, request, { client, tasks, service, options })) ? 0 : 1;
    return failed > 0 ? 1 : 0;
  } finally {
    await tasks.close();
    await client.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function reachService({ baseUrl, tell }: RunFileOptions): Promise<Service> {
  if (baseUrl !== undefined) return { baseUrl: baseUrl.replace(/\/+$/, ""), key: process.env[keyVariable], close: async () => undefined };
  const { startService } = await import("../../src/service/startService.ts");
  const service = await startService({ port: 0 });
  tell(`The built-in demo service answers at ${service.url}.`);
  return { baseUrl: service.url, key: service.key, close: () => service.close() };
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

function runRequest(file: string, compiled: CompiledRequest, parts: Parts): Promise<boolean> {
  const { request } = compiled;
  if (request.interface === "v1" && request.kind === "text") return streamAnswer(request.body, parts);
  return runTask(file, request, compiled.output, parts);
}

async function streamAnswer(body: ResponseRequest, { client, options }: Parts): Promise<boolean> {
  const stream = client.streamResponse({ ...body, stream: true }, { signal: options.signal });
  for await (const event of stream) if (event.type === "response.output_text.delta") options.write(event.delta);
  options.write("\n");
  const result = await stream.result;
  if (result.outcome !== "completed") options.tell(`error: ${result.error?.message ?? `The answer is ${result.outcome}.`}`);
  return result.outcome === "completed";
}

async function runTask(
  file: string,
  request: TaskRequest,
  output: string | undefined,
  { tasks, service, options }: Parts,
): Promise<boolean> {
  const { key } = await tasks.submit({ baseUrl: service.baseUrl, request, target: chooseTarget(file, output), signal: options.signal });
  const task = await tasks.settled(key, options.signal);
  if (task.text !== undefined) options.write(`${task.text}\n`);
  for (const artifact of task.artifacts) options.tell(path.relative(process.cwd(), artifact.path));
  if (task.cost?.amount !== undefined && task.cost.amount !== null) options.tell(`cost: ${task.cost.amount}`);
  if (task.state !== "saved") options.tell(`error: ${task.error?.message ?? `The task is ${task.state}.`}`);
  return task.state === "saved";
}

/** Names that lead out of the document's folder are made safe by the tasks. */
function chooseTarget(file: string, output: string | undefined): ArtifactTarget {
  const folder = path.resolve(path.dirname(file));
  const name = path.basename(file).replace(/\.gen\.md$/, "");
  return { folder, pattern: (output ?? `generated/${name}-{n}`).replace(/\.(?:png|jpe?g|webp|mp3|wav|opus|flac|mp4|webm)$/i, "") };
}
