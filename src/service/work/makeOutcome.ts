/** A task and its request in; what its generation leaves behind, with usage and price, out. */
import { randomBytes } from "node:crypto";
import { type Fault, faultOf } from "../faults/faultModels.ts";
import { hugeFile } from "../faults/hugeFile.ts";
import type { GenerationRequest, MediaResult, TextResult } from "../generators/generator.ts";
import { workingModel } from "../models.ts";
import type { NewFile, StoredTask, StoredText } from "../store/storedTask.ts";
import type { Outcome } from "../store/taskStore.ts";
import { countTokens, splitTokens } from "./countTokens.ts";
import { priceOf } from "./measureUsage.ts";
import type { TaskRunnerParts } from "./taskRunner.ts";

/** The row `api_error` of the spec's table "Error bodies". Nothing is charged. */
export function failedOutcome(): Outcome {
  return {
    status: "failed",
    cost: 0,
    files: [],
    error: { code: "api_error", message: "The model failed to generate a response." },
  };
}

/** Rejects when the generator fails. */
export async function makeOutcome(
  parts: TaskRunnerParts,
  task: StoredTask,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const fault = faultOf(task.model);
  if (fault === "fault-failed-task") return failedOutcome();
  if (fault === "fault-huge") return complete(parts, task, request, undefined, [hugeFile(request, randomToken())]);
  const result = await parts.generator.generate(fault === undefined ? request : { ...request, model: workingModel[request.kind] }, signal);
  if (result.kind !== "text") return complete(parts, task, request, undefined, [mediaFile(result)]);
  const whole = storeText(result, fault);
  const limit = task.echo.kind === "response" ? task.echo.response.maxOutputTokens : undefined;
  const text = limit === undefined ? whole : cutText(whole, limit);
  const isCut = text.text !== whole.text || text.reasoning !== whole.reasoning;
  const outcome = complete(parts, task, request, text, result.image ? [pictureFile(result.image.bytes)] : []);
  switch (fault) {
    case "fault-incomplete":
      return { ...outcome, status: "incomplete" };
    case "fault-stream-error":
      return { ...failedOutcome(), text };
    default:
      return isCut ? { ...outcome, status: "incomplete" } : outcome;
  }
}

function complete(
  parts: TaskRunnerParts,
  task: StoredTask,
  request: GenerationRequest,
  text: StoredText | undefined,
  files: readonly NewFile[],
): Outcome {
  const sizes = files.map((file) => file.size);
  const usage = parts.usage.measure(task.account, request, text, sizes);
  const price = parts.catalogue.find(task.model)?.price ?? { input: 0, output: 0 };
  return { status: "completed", usage, cost: priceOf(usage, price), files, ...(text === undefined ? {} : { text }) };
}

function storeText(result: TextResult, fault: Fault | undefined): StoredText {
  const whole: StoredText = {
    reasoning: result.reasoning,
    text: result.text,
    refusal: undefined,
    citations: result.citations,
    hasPicture: result.image !== undefined,
  };
  switch (fault) {
    case "fault-refusal":
      return { ...whole, text: "", citations: [], refusal: "The demo model declines this request." };
    case "fault-incomplete":
      return cutText(whole, countTokens(result.reasoning ?? "") + Math.ceil(countTokens(result.text) / 2));
    default:
      return whole;
  }
}

/** The reasoning comes first, and what is left of the tokens is the text's. */
function cutText(whole: StoredText, tokens: number): StoredText {
  const thought = splitTokens(whole.reasoning ?? "").slice(0, tokens);
  const text = splitTokens(whole.text)
    .slice(0, tokens - thought.length)
    .join("");
  return {
    ...whole,
    reasoning: whole.reasoning === undefined ? undefined : thought.join(""),
    text,
    citations: whole.citations.filter((citation) => citation.end <= text.length),
  };
}

function mediaFile(result: MediaResult): NewFile {
  const { bytes, mediaType, format, kind } = result;
  return { token: randomToken(), name: `demo-${kind}.${format}`, mediaType, format, size: bytes.byteLength, bytes };
}

function pictureFile(bytes: Uint8Array): NewFile {
  return { token: randomToken(), name: "demo-image.png", mediaType: "image/png", format: "png", size: bytes.byteLength, bytes };
}

/** 192 random bits: a link that holds them needs no key. */
function randomToken(): string {
  return randomBytes(24).toString("base64url");
}
