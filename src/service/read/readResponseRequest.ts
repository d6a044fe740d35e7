/** Reads the JSON of `POST /api/v1/responses`. Source: spec, the section of that name; functions as in the Responses format. */

import type { ImageSettings } from "../../contract/generationRequest.ts";
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import { countCharacters, limits } from "../../contract/limits.ts";
import { type ReasoningEffort, reasoningEfforts } from "../../contract/reasoningEffort.ts";
import type { AnswerFormat, TextRequest, Verbosity } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import type { ResponseEcho } from "../store/responseEcho.ts";
import type { LoadFile } from "./fetchFile.ts";
import { optionalBoolean, optionalInteger, optionalNumber, optionalObject, optionalText, requiredText } from "./fields.ts";
import { describeToolChoice, readToolChoice } from "./readFunctions.ts";
import { type ResolvedInput, readInput } from "./readInput.ts";
import { readTools } from "./readTools.ts";
import { refuseUnsupported, type UnsupportedField } from "./unsupportedFields.ts";

export interface ParsedResponseRequest {
  request: TextRequest;
  echo: ResponseEcho;
  stream: boolean;
}

/** Throws an error for everything that the spec does not allow. The model's own limits are not checked here. */
export async function readResponseRequest(
  body: JsonObject,
  options: { superset: boolean; loadFile: LoadFile; resolve(input: unknown, previous: string | undefined): Promise<ResolvedInput> },
): Promise<ParsedResponseRequest> {
  const model = requiredText(body, "model");
  const { superset } = options;
  const effort = readEffort(body, superset);
  const stream = optionalBoolean(body, "stream") ?? false;
  const { tools, functions, leftOut } = readTools(body, superset);
  refuseMisleadingFields(body);
  refuseUnsupported(body, refusedFields);
  const format = readFormat(body, superset);
  const maxOutputTokens = optionalInteger(body, "max_output_tokens");
  if (maxOutputTokens !== undefined && maxOutputTokens < 1)
    throw invalidRequest("max_output_tokens", "max_output_tokens must be positive.");
  const temperature = optionalNumberWithin(body, "temperature", 2);
  const topP = optionalNumberWithin(body, "top_p", 1);
  const seed = optionalInteger(body, "seed");
  const verbosity = readVerbosity(body);
  const { choice: toolChoice, allowed } = readToolChoice(body, functions);
  const parallelToolCalls = optionalBoolean(body, "parallel_tool_calls") ?? true;
  const previous = optionalText(body, "previous_response_id");
  const { input, earlier } = await options.resolve(body.input, previous);
  const { dialogue, system, leftOut: leftOutItems } = await readInput(input, { loadFile: options.loadFile, superset, earlier });
  const given = superset ? optionalText(body, "instructions") || undefined : readInstructions(body);
  const instructions = system.length === 0 ? given : [given ?? [], system].flat().join("\n\n");
  const drawing = tools.find((tool) => tool.type === "image_generation");
  const request: TextRequest = {
    kind: "text",
    model,
    dialogue: [...dialogue],
    instructions,
    ...(system.length === 0 ? {} : { system }),
    effort,
    webSearch: tools.some((tool) => tool.type === "web_search"),
    imageTool: drawing && readImageTool(drawing),
    functions: allowed,
    toolChoice,
    parallelToolCalls,
    maxOutputTokens,
    temperature,
    topP,
    seed,
    verbosity,
    format: format && answerFormat(format),
  };
  const echo: ResponseEcho = {
    instructions: given,
    effort,
    tools,
    toolChoice: describeToolChoice(toolChoice),
    parallelToolCalls,
    maxOutputTokens,
    temperature,
    topP,
    store: optionalBoolean(body, "store"),
    previous,
    format,
    leftOut,
    ...(leftOutItems?.length ? { leftOutItems } : {}),
  };
  return { request, echo, stream };
}

/** They limit what a provider does by itself, such as paid calls of its tools. */
const refusedFields: readonly UnsupportedField[] = [
  ["max_tool_calls", () => false],
  ["context_management", (value) => Array.isArray(value) && value.length === 0],
];

/** Accepts fields of standard clients that the spec does not list, except those that would change the answer if they were supported. */
function refuseMisleadingFields(body: JsonObject): void {
  for (const name of ["conversation", "prompt"]) {
    if ((body[name] ?? undefined) === undefined) continue;
    throw invalidRequest(name, `${name} is not part of this interface: send the dialogue in input, or previous_response_id.`);
  }
  if (optionalBoolean(body, "background")) {
    throw invalidRequest("background", "background is not part of this interface: the call waits for the complete result.");
  }
}

/** `text.format`, if it is not text. */
function readFormat(body: JsonObject, superset: boolean): JsonObject | undefined {
  const format = optionalObject(optionalObject(body, "text") ?? {}, "format", "text", "text.format");
  if (format === undefined || format.type === "text") return undefined;
  if (!superset) throw invalidRequest("text", "text.format.type must be text.");
  if (format.type === "json_object") return { type: "json_object" };
  if (format.type !== "json_schema") throw invalidRequest("text", "text.format.type must be text, json_object or json_schema.");
  const schema = optionalObject(format, "schema", "text", "text.format.schema");
  if (schema === undefined) throw invalidRequest("text", "text.format.schema is missing.");
  const name = requiredText(format, "name", "text", "text.format.name");
  return {
    type: "json_schema",
    name,
    description: optionalText(format, "description", "text") ?? null,
    schema,
    strict: optionalBoolean(format, "strict", "text") ?? null,
  };
}

/** `text.verbosity`, if it is not the default. */
function readVerbosity(body: JsonObject): Verbosity | undefined {
  const value = optionalObject(body, "text")?.verbosity ?? "medium";
  if (value === "low" || value === "high") return value;
  if (value === "medium") return undefined;
  throw invalidRequest("text.verbosity", "text.verbosity must be low, medium or high.");
}

function answerFormat({ schema, name, description }: JsonObject): AnswerFormat {
  return {
    type: "json",
    ...(isJsonObject(schema) ? { schema } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}

function optionalNumberWithin(body: JsonObject, name: string, most: number): number | undefined {
  const value = optionalNumber(body, name);
  if (value === undefined || (value >= 0 && value <= most)) return value;
  throw invalidRequest(name, `${name} must be from 0 to ${most}.`);
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

/** The nearest effort of the interface for those that the Responses format adds. */
const nearestEffort: Readonly<Record<string, ReasoningEffort | undefined>> = { none: undefined, minimal: "low", xhigh: "high" };

function readEffort(body: JsonObject, superset: boolean): ReasoningEffort | undefined {
  const value = optionalObject(body, "reasoning")?.effort ?? undefined;
  if (superset && typeof value === "string" && Object.hasOwn(nearestEffort, value)) return nearestEffort[value];
  const effort = reasoningEfforts.find((known) => known === value);
  if (value === undefined || effort !== undefined) return effort;
  throw invalidRequest("reasoning.effort", `reasoning.effort must be one of ${reasoningEfforts.join(", ")}.`);
}

function readImageTool(tool: JsonObject): ImageSettings {
  return { size: optionalText(tool, "size"), quality: optionalText(tool, "quality"), aspectRatio: optionalText(tool, "aspect_ratio") };
}
