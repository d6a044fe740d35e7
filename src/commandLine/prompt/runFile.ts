/** Runs a prompt document: prints text, and saves files to `output`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServiceClient } from "../../client/createServiceClient.ts";
import { describeErrorPlainly, type ErrorFacts } from "../../client/errors/describeError.ts";
import { whyPartial } from "../../client/responses/cutOff.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { isDrawnByCode } from "../../contract/builtInModels.ts";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { writeAmount } from "../../contract/writeAmount.ts";
import { planTurns } from "../../generations/narration/planTurns.ts";
import { modelOf } from "../../generations/newTask.ts";
import { openTasks } from "../../generations/openTasks.ts";
import type { SpokenTurn } from "../../generations/spokenTurn.ts";
import type { ArtifactTarget, Task } from "../../generations/task.ts";
import type { SendingTasks } from "../../generations/tasks.ts";
import { createTextReader } from "../../output/textReader.ts";
import { type CompiledRequest, compile, resultPathOf } from "../../prompt/compile/compile.ts";
import { outputPattern } from "../../prompt/text/outputPattern.ts";
import { findLineStarts, positionAt } from "../../prompt/text/textRange.ts";
import { isHopeless } from "../../promptTests/isHopeless.ts";
import { fetchAllowed, type ValueOptions } from "./fetchAllowed.ts";
import { type ReachedService, type ReachOptions, reachService } from "./reachService.ts";
import { readChecked, standardInput } from "./readDocument.ts";

export interface RunFileOptions extends ReachOptions, ValueOptions {
  signal: AbortSignal;
  /** The unit of costs. */
  unit: string;
  /** Receives the text of answers. */
  write(text: string): void;
}

/** The result of one request. */
type Ending = "done" | "failed" | "hopeless" | "stopped";

/** Returns 0 if everything was generated, otherwise 1. */
export async function runFile(file: string, options: RunFileOptions): Promise<number> {
  const compiled = await compileFile(file, options);
  if (compiled === undefined) return 1;
  const service = await reachService(options);
  if (service === undefined) return 1;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-"));
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => service.key });
  const tasks = await openTasks({
    folder,
    client: async () => client,
    // The service of this run has no other models than the built-in ones.
    originOf: ({ model }) => ({ model, isProcedural: service.isOwn && isDrawnByCode(model) }),
  });
  try {
    return await runAll(file, compiled, { client, tasks, service, options });
  } finally {
    await tasks.close();
    await client.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** undefined: the document cannot run, and the reason was reported. */
async function compileFile(file: string, options: RunFileOptions): Promise<readonly CompiledRequest[] | undefined> {
  const document = await readChecked(file, options);
  const values = document && (await fetchAllowed(file, document, options));
  if (document === undefined || values === undefined) return undefined;
  const { requests, errors } = compile(document, values);
  const starts = findLineStarts(document.text);
  for (const { message, range } of errors) {
    const { line, character } = positionAt(starts, range?.start ?? 0);
    options.report(`${file}:${line + 1}:${character + 1}: error: ${message}`);
  }
  return errors.length > 0 ? undefined : requests;
}

/** A refused request does not stop the others, unless they would be refused, too. */
async function runAll(file: string, requests: readonly CompiledRequest[], parts: Parts): Promise<number> {
  const { signal, report } = parts.options;
  let code = 0;
  for (const [index, request] of requests.entries()) {
    const ending = signal.aborted
      ? "stopped"
      : await runRequest(file, request, parts).catch((error: unknown) => {
          if (error instanceof ServiceError) return reportError(error, parts);
          throw error;
        });
    if (ending !== "done") code = 1;
    if (ending === "done" || ending === "failed") continue;
    const left = requests.length - index - 1;
    if (left > 0) report(`${left} of ${requests.length} requests were not sent.`);
    break;
  }
  return code;
}

function reportError(error: ErrorFacts, { options, service }: Parts): Ending {
  options.report(`error: ${describeErrorPlainly(error, service.isOwn)}`);
  return isHopeless(error) ? "hopeless" : "failed";
}

interface Parts {
  client: ServiceClient;
  tasks: SendingTasks;
  service: ReachedService;
  options: RunFileOptions;
}

async function runRequest(file: string, { request, output }: CompiledRequest, parts: Parts): Promise<Ending> {
  const { tasks, service, options } = parts;
  const target = chooseTarget(file, output);
  const turns = await findTurns(request, parts);
  const run = await tasks.start(request, { baseUrl: service.baseUrl, target, turns, signal: options.signal, keepsId: true });
  let id: string | undefined;
  const readText = createTextReader();
  for await (const changes of run) {
    for (const change of changes) if (change.type === "identified") id = change.id;
    const text = changes.map((change) => readText(change)?.text ?? "").join("");
    if (text !== "") options.write(text);
  }
  const end = await run.end;
  if (end.task === undefined || end.text !== "") options.write("\n");
  const { task, error } = end;
  if (end.outcome === "aborted" || (options.signal.aborted && end.outcome !== "completed"))
    return reportStopped(request, end.id ?? id, parts);
  if (task?.state === "unsaved") return reportUnsaved(task, parts);
  if (task !== undefined) reportFiles(task, parts);
  if (task !== undefined && end.cost !== undefined) options.report(`cost: ${writeAmount(end.cost, options.unit)}`);
  if (end.outcome === "completed") return "done";
  const reason = error ?? whyPartial(end);
  if (reason !== undefined) return reportError(reason, parts);
  options.report(`error: The answer is ${end.outcome}.`);
  return "failed";
}

/** Of a dialogue, if the service announces voices. */
async function findTurns(request: WireRequest, { client, options }: Parts): Promise<readonly SpokenTurn[] | undefined> {
  if (request.kind !== "audio") return undefined;
  const model = await client.getModel(modelOf(request), { signal: options.signal }).catch(() => undefined);
  return planTurns(request, model?.capabilities?.voice ?? [])?.turns;
}

/** A billed result is kept: in a temporary folder, and on the service under its id. */
async function reportUnsaved(task: Task, parts: Parts): Promise<Ending> {
  const { tasks, service, options } = parts;
  options.report(`error: ${task.error === undefined ? "The result could not be saved." : describeErrorPlainly(task.error)}`);
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-result-"));
  const kept = await (await tasks.saveAgain(task.key, { folder, pattern: task.target.pattern })).end();
  if (kept.state === "saved") {
    options.report("The result was saved in a temporary folder instead:");
    reportFiles(kept, parts);
  } else await rm(folder, { recursive: true, force: true });
  if (!service.isOwn && task.id !== undefined) options.report(describeKeptTask(task.request, task.id, service));
  return "hopeless";
}

function reportFiles({ artifacts }: Task, { options }: Parts): void {
  for (const artifact of artifacts) options.report(path.relative(process.cwd(), artifact.path ?? ""));
}

function describeKeptTask(request: WireRequest, id: string, { baseUrl }: ReachedService): string {
  return `The service keeps the task ${id}: GET ${baseUrl}${resultPathOf(request)}/${id}`;
}

function reportStopped(request: WireRequest, id: string | undefined, { service, options }: Parts): Ending {
  if (service.isOwn) options.report("Stopped. The built-in service ends with the run, and the task with it.");
  else if (id === undefined) options.report("Stopped before the service returned an id: the request may have been accepted, and billed.");
  else options.report(`Stopped waiting: it may still be generated, and is billed then. ${describeKeptTask(request, id, service)}`);
  return "stopped";
}

/** Tasks make names safe that lead out of the document's folder. */
function chooseTarget(file: string, output: string | undefined): ArtifactTarget {
  const folder = path.resolve(path.dirname(file));
  return { folder, pattern: outputPattern(file === standardInput ? "prompt" : path.basename(file), output) };
}
