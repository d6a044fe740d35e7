/** Generates the result of a task, with its files, usage and cost. */
import type { JSONValue } from "@ai-sdk/provider";
import { faultOf } from "../../contract/faultModels.ts";
import type { MediaGenerationRequest } from "../../contract/generationRequest.ts";
import type { Progress } from "../../contract/progress.ts";
import { downloadLinks, isGeneratedMedia, type Started, startMedia } from "../../providers/generateMedia.ts";
import { type GeneratedMedia, type LinkedResult, readLinkedResult } from "../../providers/mediaAnswer.ts";
import { readProviderError } from "../../providers/providerError.ts";
import type { GenerationRequest, TextRequest } from "../../providers/request.ts";
import { drawsByTool } from "../../providers/streamText.ts";
import { type AllowedModels, allowedModels } from "../account/allowedModels.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import { unknownTask } from "../apiError.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { hugeFile } from "../faults/hugeFile.ts";
import { observeCall } from "../observing/observeCall.ts";
import type { Cause } from "../observing/observer.ts";
import type { SentRequest, StoredTask } from "../store/storedTask.ts";
import type { TaskOutcome } from "../store/taskStore.ts";
import { attempt } from "./attempt.ts";
import { outcomeOfInterruption, outcomeOfMedia, outcomeOfText } from "./completedOutcome.ts";
import { failedOutcome, outcomeOfError } from "./failedOutcome.ts";
import { cancelDeleted, followVideo } from "./followVideo.ts";
import { generateText } from "./generateText.ts";
import { giveWay } from "./giveWay.ts";
import { randomToken } from "./newFile.ts";
import { ProgressWriter, recordProgress } from "./recordProgress.ts";
import { TaskDeleted, type TaskRunnerParts } from "./taskRunnerParts.ts";
import { excessOf, truncatedPrompt, wasTruncated } from "./truncatedPrompt.ts";
import { endlessPatience, untilWritten, type WriteOptions } from "./untilWritten.ts";

export interface MakeOptions {
  task: StoredTask;
  request: GenerationRequest;
  /** A request that an earlier service has sent, and that may have been billed; undefined: none. */
  sent: SentRequest | undefined;
  /** See UnfinishedTask. */
  isDeleted: boolean;
  cause: Cause;
  signal: AbortSignal;
  emit(event: ResponseEvent): void;
  /** Called when the provider has accepted a request for a text. */
  onHead(): void;
  /** Called for each change of the stage, which is `waiting` at first. */
  onStage(stage: TaskStage): void;
}

/**
 * The stage of a task.
 * - `waiting`: the task has not started in this service, or its request was refused.
 * - `sent`: a provider may have accepted the request, and no other service could get its result.
 * - `followed`: the store has the operation with which any service can poll for the result.
 */
export type TaskStage = "waiting" | "sent" | "followed";

/** Rejects with the signal's reason after an abort. Any other error results in a failed outcome. Waits while the store is unavailable. */
export async function makeOutcome(parts: TaskRunnerParts, options: MakeOptions): Promise<TaskOutcome> {
  const { task, request, sent } = options;
  if (faultOf(task.model) === "fault-huge") {
    const files = [hugeFile(request, randomToken())];
    return { status: "completed", files, usage: parts.usage.measure(task.account, request, undefined, [files[0]?.size ?? 0]), cost: 0 };
  }
  const model = await parts.catalogue.find(sent?.model ?? task.model, task.kind);
  if (!model) return failedOutcome("The model is not configured any more.");
  if (options.isDeleted) {
    const reason = new TaskDeleted("The task was deleted.");
    if (sent?.operation !== undefined) await cancelDeleted(parts, options, model, sent.operation, reason).catch(() => undefined);
    return outcomeOfInterruption(parts, task, model, request, { message: reason.message, sent });
  }
  if (sent && !model.provider.isFree) {
    if (sent.operation === undefined) {
      const message = `The service ended while ${model.provider.name} worked on this request. It may have been billed, and is not sent again.`;
      return outcomeOfInterruption(parts, task, model, request, { message, sent });
    }
    const continuesImage = request.kind === "image" && readLinkedResult(sent.operation) === undefined;
    const completing = continuesImage
      ? completeMedia(parts, options, model, request, sent.operation)
      : completeOperation(parts, options, model, sent.operation);
    return completing.catch((thrown) => failUnlessAborted(thrown, model, options));
  }
  const models = [model, ...(await fallbacksOf(parts, task, model))];
  try {
    return await attempt({
      models,
      request,
      signal: options.signal,
      async onSend(tried) {
        // A provider would be paid for a result that could not be stored.
        if (parts.largeResults.isExpected(task.kind, task.model))
          await untilWritten(() => parts.store.checkFiles(), { ...writeOptions(parts, options), what: "a result" });
        options.onStage("sent");
        if (!(await markSent(parts, options, tried, undefined))) throw unknownTask();
      },
      async onRefused(tried, error) {
        await untilWritten(() => parts.store.markRefused(task.id), writeOptions(parts, options));
        options.onStage("waiting");
        if (error) parts.log?.(`${tried.provider.name} refused a request: ${error.code}`);
      },
      send: (tried) => sendTo(parts, options, tried),
    });
  } catch (thrown) {
    return failUnlessAborted(thrown, model, options);
  }
}

function writeOptions({ log }: TaskRunnerParts, { signal }: MakeOptions): WriteOptions {
  return { signal, log, patience: endlessPatience, what: "the state of a task" };
}

/** See TaskStore. Repeats the step until the database is available, because its error must not be read as a refusal by the provider. */
function markSent(parts: TaskRunnerParts, options: MakeOptions, model: CatalogueModel, operation: JSONValue | undefined): Promise<boolean> {
  const { id } = options.task;
  return untilWritten(() => parts.store.markSent(id, model.provider.name, { model: model.id, operation }), writeOptions(parts, options));
}

function failUnlessAborted(thrown: unknown, model: CatalogueModel, { request, signal }: MakeOptions): TaskOutcome {
  signal.throwIfAborted();
  return outcomeOfError(readProviderError(model.provider, request, thrown));
}

async function fallbacksOf(parts: TaskRunnerParts, task: StoredTask, { id, model }: CatalogueModel): Promise<CatalogueModel[]> {
  if (model.fallback.length === 0) return [];
  const allowed = await modelsOf(parts, task);
  const found = await Promise.all(model.fallback.map((other) => allowed.find(other, task.kind)));
  return found.flatMap((other) => (other && other.id !== id && other.model.kinds.includes(task.kind) ? [other] : []));
}

async function modelsOf({ accounts, catalogue }: TaskRunnerParts, { account }: StoredTask): Promise<AllowedModels> {
  return allowedModels(catalogue, await accounts.permissions(account));
}

async function sendTo(parts: TaskRunnerParts, options: MakeOptions, tried: CatalogueModel): Promise<TaskOutcome> {
  try {
    return await generateWith(parts, options, tried);
  } finally {
    parts.catalogue.noteUse(tried);
  }
}

async function generateWith(parts: TaskRunnerParts, options: MakeOptions, tried: CatalogueModel): Promise<TaskOutcome> {
  const { task, request, signal, cause, onHead } = options;
  let hasBegun = false;
  if (request.kind !== "text") return completeMedia(parts, options, tried, request, undefined);
  const allowed = request.imageTool && (await modelsOf(parts, task));
  const imageModel = await allowed?.imageModel();
  const isDrawing = allowed === undefined || (await mayDraw(allowed, tried, request));
  const record = recordProgress(parts, task, tried);
  const emit = (event: ResponseEvent) => {
    options.emit(event);
    record(event);
    // The engine has loaded the model before it sends anything.
    if (!hasBegun) parts.catalogue.noteUse(tried);
    hasBegun = true;
  };
  const sent = isDrawing ? request : { ...request, imageTool: undefined };
  const excess = excessOf(tried, request);
  if (excess) parts.log?.(`${tried.id} reads ${excess.context} tokens, and gets about ${excess.tokens}: it may leave some out`);
  const mayCost = parts.usage.reserve(tried, request, parts.settings.clock.now()) > 0;
  const text = await generateText({
    sign: parts.sign,
    taskId: task.id,
    model: tried,
    request: sent,
    imageModel,
    cause,
    signal,
    emit,
    mayCost,
    onHead,
  });
  await giveWay(text.written);
  const read = text.usage[0]?.inputTokens.total ?? 0;
  // Many engines choose the context only when they load a model.
  const known = excess ?? (tried.model.isLoaded === false ? excessOf(await parts.catalogue.whenLoaded(tried), request) : undefined);
  if (wasTruncated(known, read)) {
    parts.log?.(`${tried.id} has read ${read} of about ${known?.tokens} tokens`);
    text.output.incomplete ??= truncatedPrompt;
  }
  return outcomeOfText(parts, task, tried, request, text);
}

/** The demo draws by itself. Without an allowed model, the request is sent without the tool. */
async function mayDraw(allowed: AllowedModels, { provider, model }: CatalogueModel, request: TextRequest): Promise<boolean> {
  return provider.isFree || !drawsByTool(provider, model, request) || allowed.drawsAt(provider);
}

/** `operation`: what identifies the provider's work if an earlier service has sent the request. */
async function completeMedia(
  parts: TaskRunnerParts,
  options: MakeOptions,
  tried: CatalogueModel,
  request: MediaGenerationRequest,
  operation: JSONValue | undefined,
): Promise<TaskOutcome> {
  const { task, signal, cause } = options;
  const progress = new ProgressWriter(parts.store, task.id);
  let accepted = operation;
  if (operation !== undefined) options.onStage("followed");
  const record = async (work: JSONValue) => {
    const isOurs = await markSent(parts, options, tried, work);
    if (!isOurs) await cancelDeleted(parts, options, tried, work, new TaskDeleted("The task was deleted."));
  };
  const hooks = {
    operation,
    report: (reported: Progress) => progress.report(reported),
    async onAccepted(work: JSONValue): Promise<void> {
      accepted = work;
      await record(work);
      options.onStage("followed");
    },
  };
  const call = { provider: tried.provider, model: tried.model, signal, request, hooks };
  let started: Started;
  try {
    const type = operation === undefined ? "generate" : "poll";
    started = await observeCall({ ...call, cause, type, call: () => startMedia(request.kind, call, parts.convertAudio) });
    if (isGeneratedMedia(started)) return await outcomeOfMedia(parts, task, tried, request, started);
  } catch (error) {
    if (signal.aborted && accepted !== undefined) await cancelDeleted(parts, options, tried, accepted, signal.reason);
    throw error;
  } finally {
    progress.end();
  }
  await record(started);
  return completeOperation(parts, options, tried, started);
}

/** How often a video whose links have expired is polled for new ones. */
const mostLinks = 3;

/** Follows what is stored of accepted work: links, or a video's operation, whose links are not stored because a poll returns them again. */
async function completeOperation(
  parts: TaskRunnerParts,
  options: MakeOptions,
  model: CatalogueModel,
  operation: JSONValue,
): Promise<TaskOutcome> {
  const { task, request } = options;
  options.onStage("followed");
  const stored = readLinkedResult(operation);
  for (let round = 1; ; round += 1) {
    const found = stored ?? (await followVideo(parts, options, model, operation));
    try {
      const media = isGeneratedMedia(found) ? found : await fetchLinks(parts, options, model, found);
      return await outcomeOfMedia(parts, task, model, request, media);
    } catch (thrown) {
      options.signal.throwIfAborted();
      if (stored || round === mostLinks) throw thrown;
    }
  }
}

async function fetchLinks(
  { convertAudio: convert }: TaskRunnerParts,
  { task: { kind }, request, cause, signal }: MakeOptions,
  { provider, model }: CatalogueModel,
  linked: LinkedResult,
): Promise<GeneratedMedia> {
  if (kind === "text") throw new TypeError("A text has no files to fetch.");
  const call = () => downloadLinks(provider, kind, linked, { request, signal, convert });
  return observeCall({ cause, provider, model, request, type: "poll", signal, call });
}
