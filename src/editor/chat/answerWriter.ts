/** A transcript and the service in; an answer, streamed or fetched into its turn until it is settled there, out. */
import { buildRequest, type ReadAttachment } from "../../chat/buildRequest.ts";
import { pathTo } from "../../chat/conversation.ts";
import { type AnswerReader, createAnswerReader, type ReceivedPicture } from "../../chat/readAnswer.ts";
import type { AnswerState, AssistantTurn, TurnError } from "../../chat/turn.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { createResponseAssembly, type ResponseAssembly } from "../../contract/responseAssembly.ts";
import type { Transcript } from "./transcript.ts";

export interface AnswerServices {
  client(): Promise<ServiceClient>;
  readAttachment: ReadAttachment;
  /** Keeps a picture; returns its file name, or undefined where the bytes are no picture. */
  keepPicture(data: string): Promise<string | undefined>;
  describe(error: ServiceError): TurnError;
}

/** None of them throws: what goes wrong is the turn's error. `began` is `performance.now()` at the request. */
export interface AnswerWriter {
  /** Sends the prompt and writes what comes into the turn. */
  stream(turn: AssistantTurn, promptId: string, signal: AbortSignal, began: number): Promise<void>;
  /** Fetches the whole answer in place of what is there of it. */
  fetch(turn: AssistantTurn, responseId: string, signal: AbortSignal): Promise<void>;
  /** Ends the turn before anything came. */
  fail(turn: AssistantTurn, error: unknown, began: number): void;
  /** Nothing is known of it but its beginning. */
  cutOff(turn: AssistantTurn): void;
}

export function createAnswerWriter(transcript: Transcript, services: AnswerServices): AnswerWriter {
  const { conversation, tell } = transcript;

  function toTurnError(error: unknown): TurnError {
    if (error instanceof ServiceError) return services.describe(error);
    return { kind: "unknown", message: error instanceof Error ? error.message : String(error) };
  }

  async function keepPicture(turnId: string, { key, data, isWhole }: ReceivedPicture): Promise<void> {
    const file = await services.keepPicture(data).catch(() => undefined);
    if (file === undefined) {
      if (isWhole) tell([{ type: "imageChanged", turnId, key, state: "damaged" }]);
      return;
    }
    tell([{ type: "imageChanged", turnId, key, state: isWhole ? "ready" : "drawing", file }]);
  }

  function read(turnId: string, reader: AnswerReader, assembled: Parameters<AnswerReader["read"]>[0]): Promise<void>[] {
    const { changes, pictures } = reader.read(assembled);
    tell(changes);
    // With its id on disk, whatever ends this process costs nothing of the answer.
    if (changes.some(({ type }) => type === "answerIdentified")) transcript.saveTurn(turnId);
    return pictures.map((picture) => keepPicture(turnId, picture));
  }

  async function readWhole(
    turnId: string,
    reader: AnswerReader,
    assembly: ResponseAssembly,
    response: Parameters<ResponseAssembly["applyResponse"]>[0],
  ): Promise<void> {
    await Promise.all(read(turnId, reader, assembly.applyResponse(response)));
  }

  function settle(turnId: string, state: AnswerState, began: number, reader: AnswerReader | undefined, error?: TurnError): void {
    tell([
      {
        type: "answerSettled",
        turnId,
        state,
        milliseconds: Math.round(performance.now() - began),
        ...(reader?.usage ? { usage: reader.usage } : {}),
        ...(reader?.incompleteReason === undefined ? {} : { incompleteReason: reader.incompleteReason }),
        ...(error ? { error } : {}),
      },
    ]);
    transcript.flush();
    transcript.saveTurn(turnId);
    transcript.saveConversation();
  }

  async function receive(turn: AssistantTurn, promptId: string, signal: AbortSignal, began: number): Promise<void> {
    const request = buildRequest(pathTo(conversation, promptId), conversation.settings, services.readAttachment);
    const client = await services.client();
    const assembly = createResponseAssembly();
    const reader = createAnswerReader(turn.id);
    const exchange = client.streamResponse(request, { signal });
    const pictures: Promise<void>[] = [];
    for await (const event of exchange) {
      if (signal.aborted) break;
      pictures.push(...read(turn.id, reader, assembly.apply(event)));
      transcript.saveSoon(turn.id);
    }
    const result = await exchange.result;
    await Promise.all(pictures);
    if (signal.aborted || result.outcome === "aborted") {
      settle(turn.id, "stopped", began, reader);
      return;
    }
    // An answer that came as plain JSON has no events.
    if (assembly.outcome === undefined && result.response !== undefined) await readWhole(turn.id, reader, assembly, result.response);
    // Of a broken connection it is told that the service did not answer; here it did, and the panel says itself that the rest is missing.
    const isSaid = result.outcome === "truncated" && result.id !== undefined && result.error?.kind === "connectionLost";
    settle(turn.id, result.outcome, began, reader, result.error && !isSaid ? toTurnError(result.error) : undefined);
  }

  /** The performance clock began anew with this run of the editor. */
  function beganAt({ createdAt }: AssistantTurn): number {
    return performance.now() - (Date.now() - createdAt);
  }

  return {
    async stream(turn, promptId, signal, began) {
      try {
        await receive(turn, promptId, signal, began);
      } catch (error) {
        settle(turn.id, "failed", began, undefined, toTurnError(error));
      }
    },
    async fetch(turn, responseId, signal) {
      const began = beganAt(turn);
      try {
        const client = await services.client();
        const result = await client.finishResponse(responseId, { signal });
        const reader = createAnswerReader(turn.id);
        if (result.response !== undefined) {
          tell([{ type: "partsCleared", turnId: turn.id }]);
          await readWhole(turn.id, reader, createResponseAssembly(), result.response);
        }
        settle(turn.id, result.outcome, began, reader, result.error && toTurnError(result.error));
      } catch (error) {
        if (signal.aborted) settle(turn.id, "stopped", began, undefined);
        else settle(turn.id, "truncated", began, undefined, toTurnError(error));
      }
    },
    fail: (turn, error, began) => settle(turn.id, "failed", began, undefined, toTurnError(error)),
    cutOff: (turn) => settle(turn.id, "truncated", beganAt(turn), undefined),
  };
}
