/** Streams or fetches an answer into its turn. */
import { buildRequest, type ReadAttachment, type ReadImage } from "../chat/buildRequest.ts";
import { pathTo, pathToContinue } from "../chat/conversation.ts";
import { type AnswerState, type AssistantTurn, lastRequest, type Turn, type TurnError } from "../chat/turn.ts";
import { createResponseAssembly } from "../client/responses/responseAssembly.ts";
import type { ResponseChange } from "../client/responses/responseChange.ts";
import type { ResponseEnd, ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import type { InputPart } from "../contract/models.ts";
import type { ResponseObject } from "../contract/response.ts";
import { type AnswerReader, createAnswerReader, type ReceivedImage } from "./readAnswer.ts";
import type { Transcript } from "./transcript.ts";

export interface AnswerServices {
  client(): Promise<ServiceClient>;
  readAttachment: ReadAttachment;
  readImage: ReadImage;
  /** What the service reports that a model reads; undefined: nothing is reported. */
  inputOf(model: string): readonly InputPart[] | undefined;
  /** Stores an image. Returns its file name, or undefined if the bytes are not an image. */
  keepImage(data: string): Promise<string | undefined>;
  describe(error: ServiceError): TurnError;
}

/** None of the methods throws: an error becomes the turn's error. `began` is `performance.now()` at the request. */
export interface AnswerWriter {
  /** Sends the prompt and writes the answer into the turn. */
  stream(turn: AssistantTurn, promptId: string, signal: AbortSignal, began: number): Promise<void>;
  /** Requests the rest of an answer that is being continued, and appends it. */
  streamRest(turn: AssistantTurn, signal: AbortSignal, began: number): Promise<void>;
  /** Fetches the whole answer to the last request, and replaces the part that had arrived. */
  fetch(turn: AssistantTurn, responseId: string, signal: AbortSignal): Promise<void>;
  /** Ends the turn before anything was received. */
  fail(turn: AssistantTurn, error: unknown, began: number): void;
  /** Ends the turn when the rest of its answer cannot be fetched. */
  truncate(turn: AssistantTurn): void;
}

export function createAnswerWriter(transcript: Transcript, services: AnswerServices): AnswerWriter {
  const { conversation, apply } = transcript;

  function toTurnError(error: unknown): TurnError {
    if (error instanceof ServiceError) return services.describe(error);
    return { kind: "unknown", message: error instanceof Error ? error.message : String(error) };
  }

  async function keepImage(turnId: string, { key, data, isWhole }: ReceivedImage): Promise<void> {
    const file = await services.keepImage(data).catch(() => undefined);
    if (file === undefined) {
      if (isWhole) apply([{ type: "imageChanged", turnId, key, state: "damaged" }]);
      return;
    }
    apply([{ type: "imageChanged", turnId, key, state: isWhole ? "ready" : "drawing", file }]);
  }

  function read(turnId: string, reader: AnswerReader, received: readonly ResponseChange[]): Promise<void>[] {
    const { changes, images } = reader.read(received);
    apply(changes);
    // Once the id is on disk, the rest of the answer can be fetched even if this process crashes.
    if (changes.some(({ type }) => type === "answerIdentified")) transcript.saveTurn(turnId);
    else if (changes.length > 0) transcript.saveSoon(turnId);
    return images.map((image) => keepImage(turnId, image));
  }

  function settle(turnId: string, state: AnswerState, began: number, response?: ResponseObject, error?: TurnError): void {
    const incompleteReason = response?.incomplete_details?.reason;
    apply([
      {
        type: "answerSettled",
        turnId,
        state,
        milliseconds: Math.round(performance.now() - began),
        ...(response?.usage ? { usage: response.usage } : {}),
        ...(incompleteReason ? { incompleteReason } : {}),
        ...(error ? { error } : {}),
      },
    ]);
    transcript.flush();
    transcript.saveTurn(turnId);
    void transcript.saveConversation();
  }

  async function receive(turn: AssistantTurn, path: readonly Turn[], signal: AbortSignal, began: number): Promise<void> {
    const settings = { ...conversation.settings, model: turn.model };
    const request = buildRequest(path, settings, services.readAttachment, services.readImage, services.inputOf(turn.model));
    const client = await services.client();
    const reader = createAnswerReader(turn);
    const stream = client.streamResponse(request, {
      signal,
      onWait(milliseconds, { kind }) {
        if (kind === "rateLimited") apply([{ type: "answerDelayed", turnId: turn.id, until: Date.now() + Math.round(milliseconds) }]);
      },
    });
    const images: Promise<void>[] = [];
    for await (const change of stream) {
      if (signal.aborted) break;
      images.push(...read(turn.id, reader, [change]));
    }
    const end = await stream.end;
    await Promise.all(images);
    // The error of a 504 contains the id.
    if (end.id !== undefined) apply([{ type: "answerIdentified", turnId: turn.id, responseId: end.id }]);
    settleAs(turn.id, end, signal, began);
  }

  function settleAs(turnId: string, end: ResponseEnd, signal: AbortSignal, began: number): void {
    const state = signal.aborted || end.outcome === "aborted" ? "stopped" : end.outcome;
    // The panel shows a lost connection for every truncated answer, so no error is needed.
    const isSaid = state === "truncated" && end.id !== undefined && end.error?.kind === "connectionLost";
    const error = state === "stopped" || isSaid ? undefined : end.error;
    settle(turnId, state, began, end.response, error && toTurnError(error));
  }

  async function tryToReceive(turn: AssistantTurn, path: readonly Turn[], signal: AbortSignal, began: number): Promise<void> {
    try {
      await receive(turn, path, signal, began);
    } catch (error) {
      settle(turn.id, "failed", began, undefined, toTurnError(error));
    }
  }

  /** The performance clock starts again with each run of the editor. */
  function beganAt(turn: AssistantTurn): number {
    return performance.now() - (Date.now() - lastRequest(turn).createdAt);
  }

  return {
    stream: (turn, promptId, signal, began) => tryToReceive(turn, pathTo(conversation, promptId), signal, began),
    streamRest: (turn, signal, began) => tryToReceive(turn, pathToContinue(conversation, turn.id), signal, began),
    async fetch(turn, responseId, signal) {
      const began = beganAt(turn);
      try {
        const client = await services.client();
        const taskRequest = () => [conversation.settings, ...pathTo(conversation, turn.id)];
        const end = await client.finishResponse(responseId, { signal, taskRequest });
        if (end.response !== undefined) {
          apply([{ type: "partsCleared", turnId: turn.id }]);
          await Promise.all(read(turn.id, createAnswerReader(turn), createResponseAssembly().applyResponse(end.response)));
        }
        settleAs(turn.id, end, signal, began);
      } catch (error) {
        if (signal.aborted) settle(turn.id, "stopped", began);
        else settle(turn.id, "truncated", began, undefined, toTurnError(error));
      }
    },
    fail: (turn, error, began) => settle(turn.id, "failed", began, undefined, toTurnError(error)),
    truncate: (turn) => settle(turn.id, "truncated", beganAt(turn)),
  };
}
