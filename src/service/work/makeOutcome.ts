/** Generates the result of a task, with its files, usage and cost. */

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JSONValue, SharedV4Warning } from "@ai-sdk/provider";
import { faultOf } from "../../contract/faultModels.ts";
import type { FileFormat } from "../../contract/fileFormats.ts";
import { sourceOfBytes } from "../../mediaFiles/byteSource.ts";
import { findDuration } from "../../mediaFiles/duration.ts";
import {
  cancelVideo,
  type GeneratedFile,
  type GeneratedMedia,
  generateImage,
  generateSpeech,
  isGeneratedMedia,
  pollVideo,
  startVideo,
} from "../../providers/generateMedia.ts";
import { afterAcceptance, type ProviderError, readProviderError } from "../../providers/providerError.ts";
import type { GenerationRequest, TextRequest } from "../../providers/request.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import { unknownTask } from "../apiError.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { hugeFile } from "../faults/hugeFile.ts";
import { fileFormatOf } from "../fileFormat.ts";
import { observeCall } from "../operations/observeCall.ts";
import type { Cause } from "../operations/observer.ts";
import type { NewFile, SentRequest, StoredTask, TokenUsage } from "../store/storedTask.ts";
import type { Outcome } from "../store/taskStore.ts";
import { attempt } from "./attempt.ts";
import { failedOutcome, outcomeOfError } from "./failedOutcome.ts";
import { type GeneratedText, generateText } from "./generateText.ts";
import { priceOf } from "./measureUsage.ts";
import { TaskDeleted } from "./taskDeleted.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";
import { endlessPatience, untilWritten, type WriteOptions } from "./untilWritten.ts";

/** Milliseconds between two polls for a video: at first, and at most. */
const firstPoll = 250;
const longestPoll = 10_000;

const noTokens: TokenUsage = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0, total: 0 };

export interface MakeOptions {
  task: StoredTask;
  request: GenerationRequest;
  /** A request that an earlier service has sent, and that may have been billed; undefined: none. */
  sent: SentRequest | undefined;
  cause: Cause;
  signal: AbortSignal;
  emit(event: ResponseEvent): void;
  /** Called for each change of the stage, which is `waiting` at first. */
  onStage(stage: Stage): void;
}

/**
 * The stage of a task.
 * - `waiting`: the task has not started in this service, or its request was refused.
 * - `sent`: a provider may have accepted the request, and no other service could get its result.
 * - `followed`: the store has the operation with which any service can poll for the result.
 */
export type Stage = "waiting" | "sent" | "followed";

/** Rejects with the signal's reason after an abort. Any other error results in a failed outcome. Waits while the store is unavailable. */
export async function makeOutcome(parts: TaskRunnerParts, options: MakeOptions): Promise<Outcome> {
  const { task, request, sent } = options;
  if (faultOf(task.model) === "fault-huge") {
    const files = [hugeFile(request, randomToken())];
    return { status: "completed", files, usage: parts.usage.measure(task.account, request, undefined, [files[0]?.size ?? 0]), cost: 0 };
  }
  const model = await parts.catalogue.find(sent?.model ?? task.model, task.kind);
  if (!model) return failedOutcome("The model is not configured any more.");
  if (sent && !model.provider.isFree) {
    if (sent.operation === undefined) {
      return failedOutcome(
        `The service ended while ${model.provider.name} worked on this request. It may have been billed, and is not sent again.`,
      );
    }
    return followVideo(parts, options, model, sent.operation).catch((thrown) => failUnlessAborted(thrown, model, options));
  }
  const models = [model, ...(await fallbacksOf(parts, model, request))];
  try {
    return await attempt({
      models,
      request,
      signal: options.signal,
      async onSend(tried) {
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

function failUnlessAborted(thrown: unknown, model: CatalogueModel, { request, signal }: MakeOptions): Outcome {
  signal.throwIfAborted();
  return outcomeOfError(readProviderError(model.provider, request, thrown));
}

async function fallbacksOf(parts: TaskRunnerParts, model: CatalogueModel, request: GenerationRequest): Promise<CatalogueModel[]> {
  const found = await Promise.all(model.model.fallback.map((id) => parts.catalogue.find(id, request.kind)));
  return found.flatMap((other) => (other && other.id !== model.id && other.model.kinds.includes(request.kind) ? [other] : []));
}

async function sendTo(parts: TaskRunnerParts, options: MakeOptions, tried: CatalogueModel): Promise<Outcome> {
  const { request, signal, cause } = options;
  const call = { provider: tried.provider, model: tried.model, signal };
  const observe = <Result>(send: () => Promise<Result>) => observeCall({ ...call, cause, request, type: "generate", call: send });
  switch (request.kind) {
    case "text": {
      const imageModel = request.imageTool ? await parts.catalogue.imageModel() : undefined;
      const { task, emit } = options;
      return completeText(
        parts,
        options,
        tried,
        request,
        await generateText({ taskId: task.id, model: tried, request, imageModel, cause, signal, emit }),
      );
    }
    case "image":
      return completeMedia(parts, options, tried, await observe(() => generateImage({ ...call, request })));
    case "audio":
      return completeMedia(parts, options, tried, await observe(() => generateSpeech({ ...call, request }, parts.convertAudio)));
    case "video": {
      const started = await observe(() => startVideo({ ...call, request }));
      if (isGeneratedMedia(started)) return completeMedia(parts, options, tried, started);
      const isOurs = await markSent(parts, options, tried, started);
      if (!isOurs) await cancelDeleted(parts, options, tried, started, new TaskDeleted("The task was deleted."));
      return followVideo(parts, options, tried, started);
    }
  }
}

/** Polls until the video is finished. Continues after temporary errors, because polling costs nothing, but after at most 20 in a row. */
async function followVideo(parts: TaskRunnerParts, options: MakeOptions, model: CatalogueModel, operation: JSONValue): Promise<Outcome> {
  const { signal, request, cause } = options;
  const { provider, model: made } = model;
  options.onStage("followed");
  let errors = 0;
  const warned = new Set<string>();
  for (let wait = firstPoll; ; wait = Math.min(wait * 1.5, longestPoll)) {
    await sleep(wait, undefined, { signal }).catch(() => cancelDeleted(parts, options, model, operation, signal.reason));
    try {
      const call = () => pollVideo(provider, made, operation, { request, signal });
      const state = await observeCall({ cause, provider, model: made, request, type: "poll", signal, call });
      if (state.type === "made") return completeMedia(parts, options, model, state.media);
      for (const warning of state.warnings.map((reported) => describeWarning(reported, model, request))) {
        if (!warned.has(warning)) parts.log?.(`${model.provider.name} warns: ${warning}`);
        warned.add(warning);
      }
      errors = 0;
    } catch (thrown) {
      if (signal.aborted) await cancelDeleted(parts, options, model, operation, signal.reason);
      const error = afterAcceptance(model.provider.name, readProviderError(model.provider, request, thrown));
      errors += 1;
      if (!isPassing(error) || errors > 20) throw error;
      parts.log?.(`the state of a video could not be read: ${error.code}`);
    }
  }
}

/** Throws the reason of an abort. Before, it stops the provider's work on a deleted task. A closing service leaves it to the next one. */
async function cancelDeleted(
  parts: TaskRunnerParts,
  { cause, request }: MakeOptions,
  { provider, model }: CatalogueModel,
  operation: JSONValue,
  reason: unknown,
): Promise<never> {
  if (reason instanceof TaskDeleted) {
    const call = () => cancelVideo(provider, model, operation);
    await observeCall({ cause, provider, model, request, type: "cancel", call }).catch(() =>
      parts.log?.(`${provider.name} did not cancel a video`),
    );
  }
  throw reason;
}

/** A warning for the log. Its message is redacted, because it may repeat what was sent. */
function describeWarning(warning: SharedV4Warning, { provider }: CatalogueModel, request: GenerationRequest): string {
  return "feature" in warning ? `${warning.type} ${warning.feature}` : provider.redact(warning.message, request);
}

/** Whether an error is temporary, so that the video may still be finished. */
function isPassing(error: ProviderError): boolean {
  return error.retryAfter !== undefined || error.code === "timeout" || /broke off|HTTP 5\d\d/.test(error.message);
}

function completeText(
  parts: TaskRunnerParts,
  options: MakeOptions,
  model: CatalogueModel,
  request: TextRequest,
  made: GeneratedText,
): Outcome {
  const { task } = options;
  const files = made.images.map((image) => newFile(model, "image", image));
  const drawn = new Set(made.drawings.flatMap(({ media }) => media.files.map(({ bytes }) => bytes)));
  const own = made.images.filter(({ bytes }) => !drawn.has(bytes));
  const measured = parts.usage.measure(
    task.account,
    request,
    made.output,
    own.map(({ bytes }) => bytes.byteLength),
  );
  const unfinished = measureUnfinished(parts, task, made);
  const usage = reportedUsage(made, measured, unfinished);
  const costOfText = costOf(parts, model, made.cost, { usage, images: own.length, seconds: undefined });
  // Without reported costs, the price of the whole usage includes the unfinished call.
  const costOfRest =
    made.cost === undefined || !unfinished ? 0 : costOf(parts, model, undefined, { usage: unfinished, images: 0, seconds: undefined });
  const cost = costOfText + costOfRest + costOfDrawings(parts, made);
  const { output } = made;
  if (made.error) return { ...outcomeOfError(made.error), output, usage, cost, files };
  return { status: output.incomplete === undefined ? "completed" : "incomplete", output, usage, cost, files };
}

/** Images that another model has drawn have the price of that model. */
function costOfDrawings(parts: TaskRunnerParts, { drawings }: GeneratedText): number {
  return drawings.reduce((sum, { model, media }) => {
    const [input, output] = [media.inputTokens ?? 0, media.outputTokens ?? 0];
    const usage = { ...noTokens, input, output, total: input + output };
    return sum + costOf(parts, model, media.cost, { usage, images: media.files.length, seconds: undefined });
  }, 0);
}

function measureUnfinished(parts: TaskRunnerParts, { account }: StoredTask, { unfinished }: GeneratedText): TokenUsage | undefined {
  if (!unfinished) return undefined;
  const { request, written } = unfinished;
  return parts.usage.measure(account, request, { items: [{ type: "message", text: written, citations: [] }], incomplete: "cancelled" }, []);
}

/** The provider's token counts have precedence over our own, which are only added for the call that is not finished. */
function reportedUsage({ usage: rounds }: GeneratedText, measured: TokenUsage, unfinished = noTokens): TokenUsage {
  const isReported = rounds.some(({ inputTokens, outputTokens }) => (inputTokens.total ?? 0) + (outputTokens.total ?? 0) > 0);
  if (!isReported) return measured;
  const sum = (read: (round: (typeof rounds)[number]) => number | undefined, rest: number) =>
    rounds.reduce((total, round) => total + (read(round) ?? 0), rest);
  const input = sum((round) => round.inputTokens.total, unfinished.input);
  const output = sum((round) => round.outputTokens.total, unfinished.output);
  return {
    input,
    cached: sum((round) => round.inputTokens.cacheRead, unfinished.cached),
    cacheWrite: sum((round) => round.inputTokens.cacheWrite, unfinished.cacheWrite),
    output,
    reasoning: sum((round) => round.outputTokens.reasoning, unfinished.reasoning),
    total: input + output,
  };
}

async function completeMedia(parts: TaskRunnerParts, options: MakeOptions, model: CatalogueModel, made: GeneratedMedia): Promise<Outcome> {
  const { task, request } = options;
  for (const warning of made.warnings) parts.log?.(`${model.provider.name} warns: ${describeWarning(warning, model, request)}`);
  const files = made.files.map((file) => newFile(model, task.kind, file));
  const measured = parts.usage.measure(
    task.account,
    request,
    undefined,
    files.map((file) => file.size),
  );
  const [input, output] = [made.inputTokens ?? measured.input, made.outputTokens ?? measured.output];
  const usage: TokenUsage = { ...measured, input, output, total: input + output };
  const seconds = (request.kind === "video" ? request.duration : undefined) ?? (await secondsOf(files));
  return {
    status: "completed",
    files,
    usage,
    cost: costOf(parts, model, made.cost, { usage, images: task.kind === "image" ? files.length : 0, seconds }),
  };
}

/** The total duration of audio or video files in seconds; undefined: unknown for at least one of them. */
async function secondsOf(files: readonly NewFile[]): Promise<number | undefined> {
  const durations = await Promise.all(files.map(({ bytes, format }) => bytes && findDuration(sourceOfBytes(bytes), format)));
  return durations.reduce<number | undefined>(
    (sum, seconds) => (sum === undefined || seconds === undefined ? undefined : sum + seconds),
    0,
  );
}

type Priced = Parameters<typeof priceOf>[0];

/** Millionths: the cost that the provider reports, otherwise the cost by the model's price, otherwise 0, which is logged. */
function costOf(parts: TaskRunnerParts, model: CatalogueModel, reported: number | undefined, made: Priced): number {
  if (reported !== undefined) return Math.round(reported * 1e6);
  const cost = priceOf(made, model.model.price);
  if (cost === undefined) parts.log?.(`the cost of ${model.id} is not known: 0 is charged`);
  return cost ?? 0;
}

function newFile(model: CatalogueModel, kind: string, { bytes, mediaType, base64 }: GeneratedFile): NewFile {
  const found: FileFormat = fileFormatOf(bytes, mediaType);
  const name = `${model.provider.name}-${kind}.${found.format}`;
  return { token: randomToken(), name, ...found, size: bytes.byteLength, isFiller: false, location: undefined, bytes, base64 };
}

/** 192 random bits, so that a link with the token needs no key. */
function randomToken(): string {
  return randomBytes(24).toString("base64url");
}
