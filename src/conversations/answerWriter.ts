/** Streams or fetches an answer into its turn. */

import { pathTo, pathToContinue } from "../chat/conversation/conversation.ts";
import { type AnswerState, type AssistantTurn, lastRequest, type Turn, type TurnError } from "../chat/conversation/turn.ts";
import { acceptedFiles } from "../chat/messages/refusedFiles.ts";
import { withoutRefusedSettings } from "../chat/messages/refusedSettings.ts";
import { buildRequest, type ReadAttachment, type ReadImage } from "../chat/request/buildRequest.ts";
import type { ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { errorText } from "../contract/errorText.ts";
import type { Capabilities } from "../contract/models.ts";
import type { ResponseObject } from "../contract/response.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import type { Generation, GenerationEnd, TextOptions } from "../generations/generation.ts";
import type { OutputChange } from "../output/outputChange.ts";
import { ResponseAssembly } from "../output/responseAssembly.ts";
import { continuedOutput } from "./continuedOutput.ts";
import type { SavedConversation } from "./savedConversation.ts";

export type AnswerOptions = Pick<TextOptions, "onWait"> & { signal: AbortSignal };

/** Starts an answer that may be requested. Rejects with ServiceError if nothing was sent. */
export type AllowedAnswer = (request: ResponseRequest, options: AnswerOptions) => Promise<Generation>;

export interface AnswerServices {
  client(): Promise<Pick<ServiceClient, "finishResponse">>;
  readAttachment: ReadAttachment;
  readImage: ReadImage;
  /** What the service reports that a model reads and calls; undefined: nothing is reported. */
  capabilitiesOf(model: string): Pick<Capabilities, "input" | "tools"> | undefined;
  /** Stores an image. Returns its file name, or undefined if the bytes are not an image. */
  keepImage(data: string): Promise<string | undefined>;
  describe(error: ServiceError): TurnError;
}

type ImageChange = Extract<OutputChange, { type: "imageChanged" }>;

/** None of the methods throws: an error becomes the turn's error. `began` is `performance.now()` at the request. */
export class AnswerWriter {
  readonly #saved: SavedConversation;
  readonly #services: AnswerServices;

  constructor(saved: SavedConversation, services: AnswerServices) {
    this.#saved = saved;
    this.#services = services;
  }

  /** Sends the prompt and writes the answer into the turn. */
  stream(turn: AssistantTurn, promptId: string, start: AllowedAnswer, signal: AbortSignal, began: number): Promise<void> {
    return this.#tryToReceive(turn, pathTo(this.#saved.conversation, promptId), start, signal, began);
  }

  /** Requests the rest of an answer that is being continued, and appends it. */
  streamRest(turn: AssistantTurn, start: AllowedAnswer, signal: AbortSignal, began: number): Promise<void> {
    return this.#tryToReceive(turn, pathToContinue(this.#saved.conversation, turn.id), start, signal, began);
  }

  /** Fetches the whole answer to the last request, and replaces the part that had arrived, unless the service has kept nothing of it. */
  async fetch(turn: AssistantTurn, responseId: string, signal: AbortSignal): Promise<void> {
    const began = beganAt(turn);
    const { conversation } = this.#saved;
    try {
      const client = await this.#services.client();
      const taskRequest = () => [conversation.settings, ...pathTo(conversation, turn.id)];
      const end = await client.finishResponse(responseId, { signal, taskRequest });
      if (end.response !== undefined && (end.response.output ?? []).length > 0) {
        this.#saved.apply([{ type: "partsCleared", turnId: turn.id }]);
        await Promise.all(this.#read(turn.id, new ResponseAssembly().applyResponse(end.response).flatMap(continuedOutput(turn))));
      }
      this.#settleAs(turn.id, end, signal, began);
    } catch (error) {
      if (signal.aborted) this.#settle(turn.id, "stopped", began);
      else this.#settle(turn.id, "truncated", began, undefined, this.#toTurnError(error));
    }
  }

  /** Ends the turn before anything was received. */
  fail(turn: AssistantTurn, error: unknown, began: number): void {
    this.#settle(turn.id, "failed", began, undefined, this.#toTurnError(error));
  }

  /** Ends the turn when the rest of its answer cannot be fetched. */
  truncate(turn: AssistantTurn): void {
    this.#settle(turn.id, "truncated", beganAt(turn));
  }

  #toTurnError(error: unknown): TurnError {
    if (error instanceof ServiceError) return this.#services.describe(error);
    return { kind: "unknown", message: errorText(error) };
  }

  async #keepImage(turnId: string, { key, state }: ImageChange, image: string): Promise<void> {
    const file = await this.#services.keepImage(image).catch(() => undefined);
    if (file !== undefined) this.#saved.apply([{ type: "imageChanged", turnId, key, state, file }]);
    else if (state === "ready") this.#saved.apply([{ type: "imageChanged", turnId, key, state: "damaged" }]);
  }

  /** Returns what stores the images, whose bytes are not part of the conversation. */
  #read(turnId: string, changes: readonly OutputChange[]): Promise<void>[] {
    const images: Promise<void>[] = [];
    for (const change of changes) {
      if (change.type === "imageChanged" && change.image !== undefined) images.push(this.#keepImage(turnId, change, change.image));
      else this.#saved.apply([{ ...change, turnId }]);
    }
    // Once the id is on disk, the rest of the answer can be fetched even if this process crashes.
    if (changes.some(({ type }) => type === "identified")) this.#saved.saveTurn(turnId);
    else if (changes.length > 0) this.#saved.saveSoon(turnId);
    return images;
  }

  #settle(turnId: string, state: AnswerState, began: number, response?: ResponseObject, error?: TurnError): void {
    const incompleteReason = response?.incomplete_details?.reason;
    this.#saved.apply([
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
    this.#saved.flush();
    this.#saved.saveTurn(turnId);
    void this.#saved.saveConversation();
  }

  async #receive(turn: AssistantTurn, path: readonly Turn[], start: AllowedAnswer, signal: AbortSignal, began: number): Promise<void> {
    const { turns, settings: chosen } = this.#saved.conversation;
    const capabilities = this.#services.capabilitiesOf(turn.model);
    const settings = withoutRefusedSettings(turns, { ...chosen, model: turn.model }, capabilities?.tools);
    const request = buildRequest(
      path,
      settings,
      this.#services.readAttachment,
      this.#services.readImage,
      acceptedFiles(turns, turn.model, capabilities?.input),
    );
    const toAnswer = continuedOutput(turn);
    const generation = await start(request, {
      signal,
      onWait: (milliseconds, { kind }) => {
        if (kind === "rateLimited")
          this.#saved.apply([{ type: "answerDelayed", turnId: turn.id, until: Date.now() + Math.round(milliseconds) }]);
      },
    });
    const images: Promise<void>[] = [];
    for await (const change of generation) {
      if (signal.aborted) break;
      images.push(...this.#read(turn.id, toAnswer(change)));
    }
    const end = await generation.end;
    await Promise.all(images);
    // The error of a 504 contains the id.
    if (end.id !== undefined) this.#saved.apply([{ type: "identified", turnId: turn.id, id: end.id }]);
    this.#settleAs(turn.id, end, signal, began);
  }

  #settleAs(turnId: string, end: Pick<GenerationEnd, "error" | "id" | "outcome" | "response">, signal: AbortSignal, began: number): void {
    const state = signal.aborted || end.outcome === "aborted" ? "stopped" : end.outcome;
    // The panel shows a lost connection for every truncated answer, so no error is needed.
    const isSaid = state === "truncated" && end.id !== undefined && end.error?.kind === "connectionLost";
    const error = state === "stopped" || isSaid ? undefined : end.error;
    this.#settle(turnId, state, began, end.response, error && this.#toTurnError(error));
  }

  async #tryToReceive(turn: AssistantTurn, path: readonly Turn[], start: AllowedAnswer, signal: AbortSignal, began: number): Promise<void> {
    try {
      await this.#receive(turn, path, start, signal, began);
    } catch (error) {
      if (signal.aborted) this.#settle(turn.id, "stopped", began);
      else this.#settle(turn.id, "failed", began, undefined, this.#toTurnError(error));
    }
  }
}

/** The performance clock starts again with each run of the editor. */
function beganAt(turn: AssistantTurn): number {
  return performance.now() - (Date.now() - lastRequest(turn).createdAt);
}
