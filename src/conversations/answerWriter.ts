/** Streams an answer, or fetches what another process has streamed, into its turn. */

import { pathTo, pathToContinue } from "../chat/conversation/conversation.ts";
import { type AnswerState, type AssistantTurn, lastRequest, type Turn, type TurnError } from "../chat/conversation/turn.ts";
import { buildRequest, type ReadAttachment, type ReadImage } from "../chat/request/buildRequest.ts";
import { acceptedFiles } from "../chat/request/refusedFiles.ts";
import { withoutRefusedSettings } from "../chat/request/refusedSettings.ts";
import { ServiceError } from "../client/serviceError.ts";
import { errorText } from "../contract/errorText.ts";
import type { Capabilities } from "../contract/models.ts";
import type { ResponseObject } from "../contract/response.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import type { Generation, GenerationEnd, TextOptions } from "../generations/generation.ts";
import { makeTaskKey } from "../generations/taskKey.ts";
import type { Tasks } from "../generations/tasks.ts";
import type { Outcome, ServiceOutcome } from "../output/outcome.ts";
import type { OutputChange } from "../output/outputChange.ts";
import { ResponseAssembly } from "../output/responseAssembly.ts";
import { continuedOutput } from "./continuedOutput.ts";
import type { SavedConversation } from "./savedConversation.ts";

export type AnswerOptions = Pick<TextOptions, "onWait" | "key"> & { signal: AbortSignal };

/** Starts an answer that may be requested. Rejects with ServiceError if nothing was sent. */
export type AllowedAnswer = (request: ResponseRequest, options: AnswerOptions) => Promise<Generation>;

export interface AnswerServices {
  tasks(): Promise<Pick<Tasks, "answers" | "fetch">>;
  /** Of the service in use. */
  baseUrl(): Promise<string>;
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

  /** Takes the whole answer to the last request from the journal, and replaces the part that had arrived, unless the service has kept nothing of it. */
  async fetch(turn: AssistantTurn, signal: AbortSignal): Promise<void> {
    const began = beganAt(turn);
    const { conversation } = this.#saved;
    try {
      const [tasks, baseUrl] = await Promise.all([this.#services.tasks(), this.#services.baseUrl()]);
      const { generation = makeTaskKey(Date.now()), responseId: id, model } = turn;
      const request = [conversation.settings, ...pathTo(conversation, turn.id)];
      const fetched = await tasks.fetch({ key: generation, id, baseUrl, interface: "v1", kind: "text", model }, { signal, request });
      const end = await fetched.end;
      const assembly = new ResponseAssembly();
      if (end.response !== undefined && (end.response.output ?? []).length > 0) {
        this.#saved.apply([{ type: "partsCleared", turnId: turn.id }]);
        await Promise.all(this.#read(turn.id, assembly.applyResponse(end.response).flatMap(continuedOutput(turn))));
      }
      this.#settleAs(turn.id, { ...end, outcome: outcomeOf(end, assembly.outcome) }, signal, began);
      await tasks.answers.end(fetched.key).catch(() => undefined);
    } catch (error) {
      const isUnknown = turn.responseId === undefined && error instanceof ServiceError && error.kind === "notFound";
      if (signal.aborted) this.#settle(turn.id, "stopped", began);
      else this.#settle(turn.id, "truncated", began, undefined, isUnknown ? undefined : this.#toTurnError(error));
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
    const { generation: key } = turn;
    const generation = await start(request, {
      signal,
      ...(key !== undefined && { key }),
      onWait: (milliseconds, { kind }) => {
        if (kind === "rateLimited")
          this.#saved.apply([{ type: "answerDelayed", turnId: turn.id, until: Date.now() + Math.round(milliseconds) }]);
      },
    });
    const images: Promise<void>[] = [];
    for await (const changes of generation) {
      if (signal.aborted) break;
      images.push(...this.#read(turn.id, changes.flatMap(toAnswer)));
    }
    const end = await generation.end;
    await Promise.all(images);
    // The error of a 504 contains the id.
    if (end.id !== undefined) this.#saved.apply([{ type: "identified", turnId: turn.id, id: end.id }]);
    this.#settleAs(turn.id, end, signal, began);
  }

  #settleAs(
    turnId: string,
    end: Pick<GenerationEnd, "error" | "id" | "outcome" | "response" | "task">,
    signal: AbortSignal,
    began: number,
  ): void {
    const state = signal.aborted || end.outcome === "aborted" ? "stopped" : end.outcome;
    // The panel shows a lost connection for every truncated answer, so no error is needed.
    const isSaid = state === "truncated" && (end.id !== undefined || end.task !== undefined) && end.error?.kind === "connectionLost";
    const error = (state === "failed" || state === "truncated") && !isSaid ? end.error : undefined;
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

/** What the service does not have, or never named, is not known to have failed. `said`: what the Response itself says. */
function outcomeOf({ outcome, task }: GenerationEnd, said: ServiceOutcome | undefined): Outcome {
  if (task?.state === "expired" || task?.state === "maybeAccepted") return "truncated";
  return outcome === "completed" ? (said ?? outcome) : outcome;
}

/** The performance clock starts again with each run of the editor. */
function beganAt(turn: AssistantTurn): number {
  return performance.now() - (Date.now() - lastRequest(turn).createdAt);
}
