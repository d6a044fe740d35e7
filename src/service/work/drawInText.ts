/** Draws what a text model asks for with a function of the service, because it cannot draw itself. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ImageRequest } from "../../contract/generationRequest.ts";
import { wholeOf } from "../../providers/fileContent.ts";
import { generateImage } from "../../providers/generateMedia.ts";
import type { GeneratedMedia } from "../../providers/mediaAnswer.ts";
import { readProviderError } from "../../providers/providerError.ts";
import type { DialogueItem, FunctionTool, TextRequest, Thought } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { observeCall } from "../observing/observeCall.ts";
import type { Cause } from "../observing/observer.ts";
import { finished } from "./newFile.ts";
import type { SignContent } from "./signContent.ts";

/** A call of our own function. */
export type DrawingCall = Extract<LanguageModelV4StreamPart, { type: "tool-call" }>;

/** The result of the image model. */
export interface FinishedDrawing {
  model: CatalogueModel;
  request: ImageRequest;
  media: GeneratedMedia;
}

/** The function with which a model makes the service draw. */
export const drawingFunction: FunctionTool = {
  name: "generate_image",
  description: "Draws an image and shows it to the user. Call it once for each image that the user asks for.",
  parameters: {
    type: "object",
    properties: { prompt: { type: "string", description: "What the image shows, in full sentences." } },
    required: ["prompt"],
    additionalProperties: false,
  },
  strict: undefined,
};

/** Of an answer, in all its rounds: each is billed, and kept in memory. As many as one request for images may have at OpenAI. */
const mostDrawings = 10;

interface DrawOptions {
  imageModel: CatalogueModel;
  request: TextRequest;
  calls: readonly DrawingCall[];
  /** The model's reasoning before the calls. */
  thoughts: readonly Thought[];
  addDrawn(bytes: Uint8Array, mediaType: string | undefined): void;
  /** Receives the results. */
  drawings: FinishedDrawing[];
  cause: Cause;
  signal: AbortSignal;
  sign: SignContent | undefined;
}

/**
 * Draws the requested images until the signal is aborted, and returns the request that continues the dialogue. A failed drawing is reported
 * to the model.
 */
export async function drawAll({
  imageModel,
  request,
  calls,
  thoughts,
  addDrawn,
  drawings,
  cause,
  signal,
  sign,
}: DrawOptions): Promise<TextRequest> {
  const dialogue: DialogueItem[] = [...request.dialogue, ...thoughts.map((thought) => ({ type: "thought" as const, ...thought }))];
  for (const { toolCallId: callId, input, providerMetadata: metadata } of calls) {
    dialogue.push({ type: "function_call", callId, providerId: callId, name: drawingFunction.name, arguments: input, metadata });
  }
  for (const [index, { toolCallId: callId, input }] of calls.entries()) {
    if (Math.max(index, drawings.length) >= mostDrawings) {
      const output = `The image was not drawn: an answer has at most ${mostDrawings}.`;
      dialogue.push({ type: "function_call_output", callId, output });
      continue;
    }
    const image: ImageRequest = { kind: "image", model: imageModel.id, prompt: readPrompt(input), references: [], ...request.imageTool };
    let output = "The image was drawn and is shown to the user.";
    try {
      const imageCall = { provider: imageModel.provider, model: imageModel.model, request: image, signal };
      const drawn: GeneratedMedia = await observeCall({ ...imageCall, cause, type: "generate", call: () => generateImage(imageCall) });
      drawings.push({ model: imageModel, request: image, media: drawn });
      for (const file of drawn.files) {
        const { content, mediaType } = await finished(imageModel, file, sign);
        addDrawn(await wholeOf(content), mediaType);
      }
    } catch (thrown) {
      if (signal.aborted) break;
      output = `The image could not be drawn: ${readProviderError(imageModel.provider, image, thrown).message}`;
    }
    dialogue.push({ type: "function_call_output", callId, output });
  }
  return { ...request, dialogue };
}

function readPrompt(input: string): string {
  try {
    const read: unknown = JSON.parse(input);
    if (typeof read === "object" && read !== null && "prompt" in read && typeof read.prompt === "string") return read.prompt;
  } catch {
    // Input that is not JSON is used as the prompt.
  }
  return input;
}
