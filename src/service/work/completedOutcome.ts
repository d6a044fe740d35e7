/** Results of finished tasks: their files, usage and cost. */

import { readAmount } from "../../contract/amount.ts";
import { kindTable } from "../../contract/kind.ts";
import { sourceOfBytes } from "../../media/files/byteSource.ts";
import { findDuration } from "../../media/files/duration.ts";
import { readRawType } from "../../media/files/rawSamples.ts";
import { readAudioTokens } from "../../providers/audioTokens.ts";
import { contentSize } from "../../providers/fileContent.ts";
import type { GeneratedMedia } from "../../providers/mediaAnswer.ts";
import type { GenerationRequest, TextRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";
import type { NewFile, SentRequest, StoredTask, TokenUsage } from "../store/storedTask.ts";
import type { TaskOutcome } from "../store/taskStore.ts";
import { failedOutcome, outcomeOfError } from "./failedOutcome.ts";
import type { GeneratedText } from "./generateText.ts";
import { mostOutputTokens, type PricedResult, priceOf, secondsOfSamples, tokensOfSound, type UsageMeter } from "./measureUsage.ts";
import { newFile } from "./newFile.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";

const noTokens: TokenUsage = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0, total: 0 };

/** `completed` or `incomplete`, or the failure of an answer that ended with an error. */
export async function outcomeOfText(
  parts: TaskRunnerParts,
  task: StoredTask,
  model: CatalogueModel,
  request: TextRequest,
  made: GeneratedText,
): Promise<TaskOutcome> {
  const files = await Promise.all(
    made.images.map(({ bytes, mediaType }) => newFile(model, "image", { content: bytes, mediaType }, parts.sign)),
  );
  const own = made.images.filter(({ isDrawn }) => !isDrawn);
  const sizes = own.map(({ bytes }) => bytes.byteLength);
  const unfinished = measureUnfinished(parts, model, task, made);
  const reported = reportedUsage(made, unfinished);
  // Counting the tokens of a long dialogue takes long, and is only needed if the provider has not.
  const usage =
    reported && reported.input > 0 && reported.output > 0
      ? reported
      : completeUsage(reported, addUnseen(measure(parts, model, task.account, request, made.output, sizes), unfinished));
  if (reported && !unfinished) parts.usage.noteSpeed(model.id, reported.output, made.milliseconds, parts.settings.clock.now());
  const costOfText = costOf(parts, model, request, made.cost, { usage, images: own.length, seconds: 0 });
  // Without reported costs, the price of the whole usage includes the unfinished call.
  const costOfRest =
    made.cost === undefined || !unfinished ? 0 : costOf(parts, model, request, undefined, { usage: unfinished, images: 0, seconds: 0 });
  const cost = made.drawings.reduce((sum, drawing) => sum + costOfDrawing(parts, task, drawing), costOfText + costOfRest);
  const { output } = made;
  if (made.error) return { ...outcomeOfError(made.error), output, usage, cost, files };
  return { status: output.incomplete === undefined ? "completed" : "incomplete", output, usage, cost, files };
}

/**
 * The failure of a task whose service ended while a provider worked on it. A text's input is charged, because the provider has read it, and
 * as much of its answer as was recorded.
 */
export function outcomeOfInterruption(
  parts: TaskRunnerParts,
  task: StoredTask,
  model: CatalogueModel,
  request: GenerationRequest,
  { message, sent }: { message: string; sent: SentRequest | undefined },
): TaskOutcome {
  const failed = failedOutcome(message);
  if (request.kind !== "text" || model.provider.isFree) return failed;
  const output = sent?.written ?? 0;
  const measured = measure(parts, model, task.account, request, undefined, []);
  const usage = { ...measured, output, total: measured.input + output };
  return { ...failed, usage, cost: costOf(parts, model, request, undefined, { usage, images: 0, seconds: 0 }) };
}

/** Counts the tokens that the provider does not report. Whether it cached any is not known; the demo's cache is the meter itself. */
function measure(parts: TaskRunnerParts, model: CatalogueModel, ...measured: Parameters<UsageMeter["measure"]>): TokenUsage {
  const usage = parts.usage.measure(...measured);
  return model.provider.isFree ? usage : { ...usage, cached: 0, cacheWrite: 0 };
}

/** An image that another model has drawn has the price of that model, as if it had been asked for alone. */
function costOfDrawing(parts: TaskRunnerParts, task: StoredTask, { model, request, media }: GeneratedText["drawings"][number]): number {
  const sizes = media.files.map(({ content }) => contentSize(content));
  const usage = usageOfMedia(parts, task, model, request, media, { sizes });
  return costOf(parts, model, request, media.cost, { usage, images: media.files.length, seconds: 0 });
}

interface MadeFiles {
  sizes: readonly number[];
  /** Of audio; undefined: not known. */
  seconds?: number | undefined;
}

/** The tokens that the provider reports of an image, audio or video. Some report zeros for what they do not count. */
function usageOfMedia(
  parts: TaskRunnerParts,
  { account }: StoredTask,
  model: CatalogueModel,
  request: GenerationRequest,
  made: GeneratedMedia,
  { sizes, seconds }: MadeFiles,
): TokenUsage {
  const measured = measure(parts, model, account, request, undefined, sizes);
  const input = readCount(made.inputTokens) || measured.input;
  const spoken = request.kind === "audio" && !model.provider.isFree && seconds !== undefined ? tokensOfSound(seconds) : measured.output;
  const output = readCount(made.outputTokens) || spoken;
  return { ...measured, input, output, total: input + output };
}

/** At most what was reserved and what the model can have written in its time, but no less than what was seen. */
function measureUnfinished(
  parts: TaskRunnerParts,
  model: CatalogueModel,
  { account }: StoredTask,
  { unfinished }: GeneratedText,
): UnfinishedUsage | undefined {
  if (!unfinished) return undefined;
  const { request, written, share, milliseconds } = unfinished;
  const measured = measure(parts, model, account, request, undefined, []);
  const possible = parts.usage.mostWritten(model.id, milliseconds, parts.settings.clock.now());
  const most = Math.min(mostOutputTokens(request), possible);
  const output = Math.max(written, share === undefined ? most : Math.min(most, Math.ceil(written / share)));
  return { ...measured, output, total: measured.input + output, unseen: output - written };
}

/** The usage of a call that was not finished. `unseen`: tokens of the output that were not received. */
type UnfinishedUsage = TokenUsage & { unseen: number };

function addUnseen(measured: TokenUsage, { unseen }: { unseen: number } = { unseen: 0 }): TokenUsage {
  return { ...measured, output: measured.output + unseen, total: measured.total + unseen };
}

/** The provider's token counts, to which our own are only added for the call that is not finished. undefined: it reports none. */
function reportedUsage({ usage: rounds }: GeneratedText, unfinished: TokenUsage = noTokens): TokenUsage | undefined {
  const isReported = rounds.some(({ inputTokens, outputTokens }) => readCount(inputTokens.total) || readCount(outputTokens.total));
  if (!isReported) return undefined;
  const sum = (read: (round: (typeof rounds)[number]) => number | undefined, rest: number) =>
    rounds.reduce((total, round) => total + (readCount(read(round)) ?? 0), rest);
  const input = sum((round) => round.inputTokens.total, unfinished.input);
  const output = sum((round) => round.outputTokens.total, unfinished.output);
  const audio = rounds.map(({ raw }) => readAudioTokens(raw)).filter((found) => found !== undefined);
  const audioOf = (side: "input" | "output") => audio.reduce((total, found) => total + found[side], 0);
  return {
    ...(audio.length === 0 ? {} : { audio: { input: audioOf("input"), output: audioOf("output") } }),
    input,
    cached: sum((round) => round.inputTokens.cacheRead, unfinished.cached),
    cacheWrite: sum((round) => round.inputTokens.cacheWrite, unfinished.cacheWrite),
    output,
    reasoning: sum((round) => round.outputTokens.reasoning, unfinished.reasoning),
    total: input + output,
  };
}

/** Some engines report only what they have read, or only what they have written. */
function completeUsage(reported: TokenUsage | undefined, measured: TokenUsage): TokenUsage {
  if (!reported) return measured;
  const [input, output] = [reported.input || measured.input, reported.output || measured.output];
  return { ...reported, input, output, total: input + output };
}

export async function outcomeOfMedia(
  parts: TaskRunnerParts,
  task: StoredTask,
  model: CatalogueModel,
  request: GenerationRequest,
  made: GeneratedMedia,
): Promise<TaskOutcome> {
  const files = await Promise.all(made.files.map((file) => newFile(model, task.kind, file, parts.sign)));
  const isImage = kindTable[task.kind].shownAs === "image";
  const format = request.kind === "audio" ? request.format : undefined;
  const seconds = isImage ? 0 : (("duration" in request ? request.duration : undefined) ?? (await secondsOf(files, format)));
  const counted = usageOfMedia(parts, task, model, request, made, { sizes: files.map((file) => file.size), seconds });
  const usage = task.kind === "audio" ? { ...counted, audio: { input: 0, output: counted.output } } : counted;
  return {
    status: "completed",
    files,
    usage,
    cost: costOf(parts, model, request, made.cost, { usage, images: isImage ? files.length : 0, seconds }),
  };
}

/** The total duration of audio or video files in seconds; undefined: unknown for at least one of them. */
async function secondsOf(files: readonly NewFile[], asked: string | undefined): Promise<number | undefined> {
  const durations = await Promise.all(
    files.map(async ({ bytes, arrived, format, mediaType, size }) => {
      const source = arrived ?? (bytes && sourceOfBytes(bytes));
      const found = format === "pcm" ? undefined : source && (await findDuration(source, format));
      if (found !== undefined || !(format === "pcm" || readRawType(mediaType))) return found;
      return secondsOfSamples(size, mediaType, asked);
    }),
  );
  return durations.reduce<number | undefined>(
    (sum, seconds) => (sum === undefined || seconds === undefined ? undefined : sum + seconds),
    0,
  );
}

/** A whole number of tokens that is not negative; undefined: the provider reports none. */
function readCount(reported: number | undefined): number | undefined {
  return reported !== undefined && reported >= 0 && Number.isSafeInteger(Math.round(reported)) ? Math.round(reported) : undefined;
}

/** Millionths: the cost that the provider reports, otherwise the cost by the model's price, otherwise what was reserved for it, which is logged. */
function costOf(
  parts: TaskRunnerParts,
  model: CatalogueModel,
  request: GenerationRequest,
  reported: number | undefined,
  made: PricedResult,
): number {
  const known = readAmount(reported);
  const now = parts.settings.clock.now();
  if (known !== undefined) {
    const reportedCost = Math.round(known * 1e6);
    parts.usage.noteCost(model.id, reportedCost, now);
    return reportedCost;
  }
  const cost = priceOf(made, model.model.price);
  if (cost !== undefined) return cost;
  const reserved = parts.usage.reserve(model, request, now);
  parts.log?.(`the cost of ${model.id} is not known: ${reserved / 1e6} is charged`);
  return reserved;
}
