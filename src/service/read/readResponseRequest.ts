/** Reads the JSON of `POST /api/v1/responses`. Source: spec, the section of that name; functions as in the Responses format. */

import type { ImageSettings } from "../../contract/generationRequest.ts";
import { countCharacters, limits } from "../../contract/limits.ts";
import { type ReasoningEffort, reasoningEfforts } from "../../contract/reasoningEffort.ts";
import type { TextRequest } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import {
  elementObject,
  type JsonObject,
  optionalArray,
  optionalBoolean,
  optionalInteger,
  optionalObject,
  optionalText,
  requiredText,
} from "./fields.ts";
import { describeToolChoice, readFunctions, readFunctionTool, readToolChoice } from "./readFunctions.ts";
import { readInput } from "./readInput.ts";

/** The parts of the request that the Response object repeats. */
export interface ResponseEcho {
  instructions: string | undefined;
  effort: ReasoningEffort | undefined;
  /** As sent, but only with known fields. */
  tools: readonly JsonObject[];
  toolChoice: unknown;
  parallelToolCalls: boolean;
  /** From Open Responses, not the spec: only read with `--superset`. */
  maxOutputTokens: number | undefined;
}

/** Of a request that sent none of these fields. */
export const emptyEcho: ResponseEcho = {
  instructions: undefined,
  effort: undefined,
  tools: [],
  toolChoice: "auto",
  parallelToolCalls: true,
  maxOutputTokens: undefined,
};

export interface ParsedResponseRequest {
  request: TextRequest;
  echo: ResponseEcho;
  stream: boolean;
}

/** Throws an error for everything that the spec does not allow. The model's own limits are not checked here. */
export async function readResponseRequest(
  body: JsonObject,
  options: { superset: boolean; loadFile: LoadFile },
): Promise<ParsedResponseRequest> {
  const model = requiredText(body, "model");
  const instructions = readInstructions(body);
  const effort = readEffort(body);
  const stream = optionalBoolean(body, "stream") ?? false;
  const tools = (optionalArray(body, "tools") ?? []).map((tool, index) => readTool(elementObject(tool, "tools", index), index));
  refuseMisleadingFields(body);
  const maxOutputTokens = options.superset ? optionalInteger(body, "max_output_tokens") : undefined;
  if (maxOutputTokens !== undefined && maxOutputTokens < 1)
    throw invalidRequest("max_output_tokens", "max_output_tokens must be positive.");
  const functions = readFunctions(tools);
  const toolChoice = readToolChoice(body, functions);
  const parallelToolCalls = optionalBoolean(body, "parallel_tool_calls") ?? true;
  const dialogue = await readInput(body.input, options.loadFile);
  const drawing = tools.find((tool) => tool.type === "image_generation");
  const request: TextRequest = {
    kind: "text",
    model,
    dialogue,
    instructions,
    effort,
    webSearch: tools.some((tool) => tool.type === "web_search"),
    imageTool: drawing && readImageTool(drawing),
    functions,
    toolChoice,
    parallelToolCalls,
    maxOutputTokens,
  };
  const echo = { instructions, effort, tools, toolChoice: describeToolChoice(toolChoice), parallelToolCalls, maxOutputTokens };
  return { request, echo, stream };
}

/** Accepts fields of standard clients that the spec does not list, except those that would change the answer if they were supported. */
function refuseMisleadingFields(body: JsonObject): void {
  if (optionalText(body, "previous_response_id") !== undefined) {
    throw invalidRequest("previous_response_id", "previous_response_id is not part of this interface: send the dialogue in input.");
  }
  if (optionalBoolean(body, "background")) {
    throw invalidRequest("background", "background is not part of this interface: the call waits for the complete result.");
  }
  const format = optionalObject(optionalObject(body, "text") ?? {}, "format", "text", "text.format");
  if (format !== undefined && format.type !== "text") throw invalidRequest("text", "text.format.type must be text.");
}

function readInstructions(body: JsonObject): string | undefined {
  const instructions = optionalText(body, "instructions");
  if (instructions === undefined) return undefined;
  const length = countCharacters(instructions);
  if (length >= limits.instructionsMinimum && length <= limits.instructionsMaximum) return instructions;
  throw invalidRequest(
    "instructions",
    `instructions must have ${limits.instructionsMinimum} to ${limits.instructionsMaximum} characters, and has ${length}.`,
  );
}

function readEffort(body: JsonObject): ReasoningEffort | undefined {
  const value = optionalObject(body, "reasoning")?.effort ?? undefined;
  const effort = reasoningEfforts.find((known) => known === value);
  if (value === undefined || effort !== undefined) return effort;
  throw invalidRequest("reasoning.effort", `reasoning.effort must be one of ${reasoningEfforts.join(", ")}.`);
}

function readTool(tool: JsonObject, index: number): JsonObject {
  switch (tool.type) {
    case "web_search":
      return { type: "web_search" };
    case "image_generation": {
      const settings = ["size", "quality", "aspect_ratio"].map((name) => [
        name,
        optionalText(tool, name, "tools", `tools[${index}].${name}`),
      ]);
      return { type: "image_generation", ...Object.fromEntries(settings.filter(([, value]) => value !== undefined)) };
    }
    case "function":
      return readFunctionTool(tool, index);
    default:
      throw invalidRequest("tools", `tools[${index}].type must be web_search, image_generation or function.`);
  }
}

function readImageTool(tool: JsonObject): ImageSettings {
  return { size: optionalText(tool, "size"), quality: optionalText(tool, "quality"), aspectRatio: optionalText(tool, "aspect_ratio") };
}
