import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { currentCall, reportWarnings } from "../../providers/callContext.ts";
import { checkMedia } from "../../providers/checkMedia.ts";
import type { AnsweredFile } from "../../providers/fileContent.ts";
import { mostImages } from "../../providers/files/answerLimits.ts";
import { requireShort } from "../../providers/files/requireShort.ts";
import { type ModelEnd, readAnswerEnd } from "../../providers/finishReason.ts";
import { EngineError, isUnreadEvent, type ProviderError, readProviderError } from "../../providers/providerError.ts";
import type { FunctionTool, TextRequest } from "../../providers/request.ts";
import { drawsByFunction, streamText } from "../../providers/streamText.ts";
import { OutputWriter } from "../answers/outputWriter.ts";
import { type ArgumentsState, readArguments } from "../answers/readArguments.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { observeCall } from "../observing/observeCall.ts";
import type { Cause } from "../observing/observer.ts";
import type { StoredOutput } from "../store/storedTask.ts";
import { type DrawingCall, drawAll, drawingFunction, type FinishedDrawing } from "./drawInText.ts";
import { finishedBytes, finishPart } from "./finishPart.ts";
import { giveWay, ReadingTurns } from "./giveWay.ts";
import { keptSize } from "./keptSize.ts";
import { NotAwaited, Pace, type UnfinishedCall, upstreamSignal } from "./leaveText.ts";
import type { SignContent } from "./signContent.ts";
import { TokenCounter } from "./tokenCounter.ts";

export interface MakeTextOptions {
  taskId: string;
  model: CatalogueModel;
  request: TextRequest;
  /** Draws if the text model cannot; undefined: no image model is known. */
  imageModel: CatalogueModel | undefined;
  cause: Cause;
  signal: AbortSignal;
  emit(event: ResponseEvent): void;
  /** Whether its end is awaited if the client leaves, because it may cost something. */
  mayCost: boolean;
  /** Called when the provider has accepted the request. */
  onHead(): void;
  /** Signs images; undefined: they are not signed. */
  sign: SignContent | undefined;
}

export interface GeneratedText {
  output: StoredOutput;
  /** `isDrawn`: by the image model. */
  images: { bytes: Uint8Array; mediaType: string | undefined; isDrawn: boolean }[];
  /** The results of the image model. Their files are also in `images`. */
  drawings: FinishedDrawing[];
  usage: LanguageModelV4Usage[];
  /** Tokens of the texts that were received, by our own count. */
  written: number;
  /** How long the calls of `usage` took together. */
  milliseconds: number;
  /**
   * The sum for all finished calls, in units of the account; undefined: the provider did not report it for each of them, or the client left
   * before the first one finished.
   */
  cost: number | undefined;
  /** The call that the client's leaving ended: it may be billed, but the provider did not report what it used. undefined: none. */
  unfinished: UnfinishedCall | undefined;
  /** Set if the answer failed after it had started. */
  error: ProviderError | undefined;
}

/** Maximum number of rounds in which a model can have images drawn. */
const mostDrawingRounds = 4;

/** Streams a text. Rejects if the first call fails before its stream starts. A later failure or abort is part of the result. */
export async function generateText(options: MakeTextOptions): Promise<GeneratedText> {
  const { model, cause, signal } = options;
  const { provider } = model;
  const images: GeneratedText["images"] = [];
  const writer = new OutputWriter({
    taskId: options.taskId,
    emit: options.emit,
    origins: new Map(options.request.functions.flatMap(({ name, origin }) => (origin ? [[name, origin] as const] : []))),
    keepImage: (bytes, mediaType) => images.push({ bytes, mediaType, isDrawn }) - 1,
    returnsPlainReasoning: provider.dialect.returnsPlainReasoning,
  });
  let isDrawn = false;
  const addDrawn = (bytes: Uint8Array, mediaType: string | undefined) => {
    isDrawn = true;
    writer.addImage(bytes, mediaType);
    isDrawn = false;
  };
  const usage: LanguageModelV4Usage[] = [];
  let written = 0;
  let milliseconds = 0;
  let costs: number[] | undefined = [];
  let unfinished: GeneratedText["unfinished"];
  const upstream = upstreamSignal(signal, options.mayCost);
  let incomplete: string | undefined;
  let isFinished = false;
  let error: ProviderError | undefined;
  let { request } = options;
  /** How many thoughts of the writer were sent back with earlier rounds. */
  let returnedThoughts = 0;
  const drawings: GeneratedText["drawings"] = [];
  const ownFunctions = drawsByFunction(model.provider, model.model, request) && options.imageModel ? [drawingFunction] : [];

  for (let round = 0; round === 0 || !signal.aborted; round += 1) {
    const pace = new Pace();
    const call = () => callModel(options, { writer, request, ownFunctions, signal: upstream, pace });
    const errorIn = (made: Round) => made.error;
    const observed = { cause, provider, model: model.model, request, type: "generate" as const, signal: upstream, call, errorIn };
    const answer = await observeCall(observed).catch((thrown: unknown) => {
      // The provider may have begun to think.
      if (upstream.aborted && upstream.reason instanceof NotAwaited) return emptyRound();
      if (round === 0) throw thrown;
      if (!signal.aborted) error = readProviderError(provider, request, thrown);
      return undefined;
    });
    if (!answer) break;
    written += answer.written.tokens;
    if (answer.finish) {
      usage.push(answer.finish.usage);
      milliseconds += pace.milliseconds();
      const cost = model.provider.dialect.metadata.cost(answer.finish.providerMetadata, answer.finish.usage.raw);
      costs = cost === undefined ? undefined : costs && [...costs, cost];
      incomplete = answer.incomplete;
    } else if (signal.aborted) {
      const share = upstream.reason instanceof NotAwaited ? pace.shareSeen() : 1;
      unfinished = { request, written: answer.written.tokens, share, milliseconds: pace.milliseconds() };
      if (round === 0) costs = undefined;
    }
    error = answer.error;
    // Nothing was generated: another model may take the request.
    if (round === 0 && error?.acceptance === "refused" && answer.written.tokens === 0 && writer.items.length === 0) throw error;
    isFinished = answer.finish !== undefined && answer.drawings.length === 0;
    if (signal.aborted) break;
    if (error || incomplete || answer.drawings.length === 0 || answer.hasCalls || round === mostDrawingRounds || !options.imageModel) break;
    const thoughts = writer.thoughts.slice(returnedThoughts);
    returnedThoughts = writer.thoughts.length;
    request = await drawAll({ ...options, imageModel: options.imageModel, request, calls: answer.drawings, thoughts, addDrawn, drawings });
  }
  if (signal.aborted && !isFinished) incomplete = "cancelled";
  const declined = incomplete === "content_filter" ? `${model.provider.name} declined this request.` : undefined;
  const isDeclined = declined !== undefined && writer.items.length === 0;
  await giveWay(written);
  const isCutOff = (incomplete !== undefined && incomplete !== reasonOfCalls.malformed) || error !== undefined;
  writer.end({ isIncomplete: isCutOff, isFailed: error !== undefined, declined });
  const refused = isDeclined || writer.items.some((item) => item.type === "refusal");
  return {
    output: { items: writer.items, thoughts: writer.thoughts, incomplete: refused ? undefined : incomplete },
    images,
    drawings,
    usage,
    written,
    milliseconds,
    cost: costs?.reduce((sum, cost) => sum + cost, 0),
    unfinished,
    error,
  };
}

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

interface Round {
  finish: Finish | undefined;
  /** See StoredOutput. */
  incomplete: string | undefined;
  /** Text, reasoning and arguments of calls. */
  written: TokenCounter;
  /** Calls of our own function. */
  drawings: DrawingCall[];
  /** Functions of the caller were called, too, so that the caller continues the dialogue. */
  hasCalls: boolean;
  error: ProviderError | undefined;
}

interface RoundOptions {
  stream: ReadableStream<LanguageModelV4StreamPart>;
  writer: OutputWriter;
  model: CatalogueModel;
  request: TextRequest;
  signal: AbortSignal;
  pace: Pace;
  sign: SignContent | undefined;
  /** See PartOptions. */
  files: ReadonlyMap<string, AnsweredFile>;
}

const emptyRound = (): Round => ({
  finish: undefined,
  incomplete: undefined,
  written: new TokenCounter(),
  drawings: [],
  hasCalls: false,
  error: undefined,
});

type CallParts = Pick<RoundOptions, "writer" | "request" | "signal" | "pace"> & { ownFunctions: readonly FunctionTool[] };

async function callModel({ model, sign, onHead }: MakeTextOptions, { ownFunctions, ...round }: CallParts): Promise<Round> {
  const { request, signal } = round;
  const files = new Map<string, AnsweredFile>();
  const stream = await streamText({ provider: model.provider, model: model.model, request, ownFunctions, signal, files });
  onHead();
  return readRound({ ...round, stream, model, sign, files });
}

async function readRound({ stream, writer, model, request, signal, pace, sign, files: largeFiles }: RoundOptions): Promise<Round> {
  const round = emptyRound();
  let calls: ArgumentsState = "complete";
  const ownCalls = new Set<string>();
  const turns = new ReadingTurns();
  /** The first event that could not be read: the reason if the answer does not end as it should. */
  let unread: unknown;
  /** Images that the model sent as links. */
  const linked: Promise<Uint8Array | Error>[] = [];
  const isOwn = (name: string) => name === drawingFunction.name && !request.functions.some((tool) => tool.name === name);
  const { share } = currentCall();
  let kept = 0;
  let images = 0;
  const finish = { model, writer, sign, files: largeFiles };
  // Takes a third less time than `for await`.
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const part = read.value;
      const size = keptSize(part, largeFiles);
      kept += size;
      requireShort(kept);
      share?.keep(size);
      switch (part.type) {
        case "stream-start":
          reportWarnings(model.provider, request, part.warnings);
          break;
        case "tool-input-start":
          if (isOwn(part.toolName)) ownCalls.add(part.id);
          else writer.write(part);
          break;
        case "tool-input-end":
          if (!ownCalls.has(part.id)) writer.write(part);
          break;
        case "tool-call":
          if (part.providerExecuted !== true && calls === "complete") calls = readArguments(part.input);
          if (isOwn(part.toolName)) round.drawings.push(part);
          else {
            round.hasCalls ||= part.providerExecuted !== true;
            writer.write(part);
          }
          break;
        case "error":
          if (!isUnreadEvent(part.error)) throw part.error;
          unread ??= part.error;
          break;
        case "file":
          images += 1;
          if (images > mostImages) throw new EngineError(`its answer has more than ${mostImages} images.`);
          if (part.data.type === "url") linked.push(fetchImage(model, part.data.url.href, signal));
          else await finishPart(part, finish);
          break;
        case "finish":
          round.finish = part;
          if (part.providerMetadata) writer.cite(model.provider.dialect.metadata.citations(part.providerMetadata, writer.text));
          break;
        case "text-delta":
        case "reasoning-delta":
        case "tool-input-delta":
          round.written.add(part.delta);
          pace.note();
          if (part.type !== "tool-input-delta" || !ownCalls.has(part.id)) writer.write(part);
          if (turns.isOver()) await turns.next();
          break;
        default:
          await finishPart(part, finish);
      }
    }
    for (const image of await Promise.all(linked)) {
      if (image instanceof Error) throw image;
      writer.addImage(await finishedBytes(model, image, sign), undefined);
    }
    if (signal.aborted) return round;
    const end = round.finish && readAnswerEnd(round.finish.finishReason);
    if (end === undefined || (end.type === "failed" && unread !== undefined)) throw unread ?? new Error("The stream ended early.");
    round.incomplete = readIncomplete(end, calls);
  } catch (thrown) {
    reader.cancel().catch(() => undefined);
    if (!signal.aborted) round.error = readProviderError(model.provider, request, thrown);
  }
  return round;
}

/** Resolves with an error, because it is only awaited at the end of the answer. */
async function fetchImage({ provider }: CatalogueModel, link: string, signal: AbortSignal): Promise<Uint8Array | Error> {
  try {
    const bytes = await provider.download(link, signal);
    checkMedia("image", bytes);
    return bytes;
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error("The image could not be downloaded.");
  }
}

/** What an answer is whose engine reports it as complete: some do so when the limit cut off a call. */
const reasonOfCalls: Readonly<Record<ArgumentsState, string | undefined>> = {
  complete: undefined,
  truncated: "max_output_tokens",
  malformed: "malformed_function_call",
};

/** Throws for the end of a failed answer. */
function readIncomplete(end: ModelEnd, calls: ArgumentsState): string | undefined {
  switch (end.type) {
    case "complete":
      return reasonOfCalls[calls];
    case "incomplete":
      return end.reason;
    case "failed":
      throw end.reason === ""
        ? new Error("The stream ended early.")
        : new EngineError(`it ended the answer with the reason "${end.reason}"`);
  }
}
