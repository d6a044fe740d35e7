/** Reads the JSON of `POST /api/v2`. Source: spec, the section of that name. */

import type { InputFile } from "../../contract/generationRequest.ts";
import { type Kind, kindOfV2Type, kinds, kindTable } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import { mediaOptions } from "../../contract/media.ts";
import { responseFormats, v2OptionName } from "../../contract/v2.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { elementObject, isJsonObject, type JsonObject, optionalArray, optionalNumber, optionalText, requiredText } from "./fields.ts";
import { readAddedFields } from "./readAddedFields.ts";
import { InputFiles } from "./readInputFile.ts";

export interface ParsedV2Request {
  request: GenerationRequest;
  /** Return files as base64 instead of links. */
  inline: boolean;
}

/** Throws an error whose `param` is the row of the spec's table, e.g. `ai.model`. A stop phrase in the text blocks the request. */
export async function readV2Request(body: JsonObject, loadFile: LoadFile): Promise<ParsedV2Request> {
  const kind = readKind(body);
  const { ai } = body;
  if (ai === undefined || ai === null) throw invalidRequest("ai", "The required parameter ai is missing.");
  if (!isJsonObject(ai)) throw invalidRequest("ai", "ai must be an object.");
  const model = requiredText(ai, "model", "ai.model");
  const format = optionalText(body, "response_format") ?? "url";
  if (!responseFormats.some((known) => known === format)) {
    throw invalidRequest("response_format", `response_format must be one of ${responseFormats.join(", ")}.`);
  }
  const stopPhrases = readStopPhrases(body);
  const { text, files } = readContent(kind, body);
  if (stopPhrases.some((phrase) => text.includes(phrase))) {
    throw invalidRequest("stop_sequences", "The request is blocked: its text contains a stop phrase.");
  }
  const request = buildRequest(kind, model, ai, text, await files.load(loadFile));
  return { request: await withAddedFields(request, ai, loadFile), inline: format === "b64_json" };
}

function readKind(body: JsonObject): Kind {
  const type = optionalText(body, "type") ?? kindTable.text.v2Type;
  const kind = kindOfV2Type(type);
  if (kind !== undefined) return kind;
  throw invalidRequest("type", `type must be one of ${kinds.map((known) => kindTable[known].v2Type).join(", ")}.`);
}

function readStopPhrases(body: JsonObject): string[] {
  const phrases = optionalArray(body, "stop_sequences") ?? [];
  if (phrases.length > limits.stopSequences) {
    throw invalidRequest("stop_sequences", `stop_sequences takes at most ${limits.stopSequences} phrases.`);
  }
  return phrases.map((phrase, index) => {
    if (typeof phrase === "string" && phrase !== "") return phrase;
    throw invalidRequest("stop_sequences", `stop_sequences[${index}] must be a string that is not empty.`);
  });
}

function readContent(kind: Kind, body: JsonObject): { text: string; files: InputFiles } {
  const content = optionalArray(body, "content");
  if (!content) throw invalidRequest("content", "The required parameter content is missing.");
  if (content.length === 0) throw invalidRequest("content", "content must not be empty.");
  const texts: string[] = [];
  const files = new InputFiles("content[].file_data");
  for (const [index, value] of content.entries()) {
    const part = elementObject(value, "content", index);
    switch (part.type) {
      case "input_text":
        texts.push(requiredText(part, "text", "content[].text", `content[${index}].text`));
        break;
      case "input_file": {
        // Speech is made from text alone: a file would be ignored, and the rest billed.
        if (kind === "audio")
          throw invalidRequest("content[].type", `content[${index}].type must be input_text: ${kindTable.audio.v2Type} takes no files.`);
        const source = requiredText(part, "file_data", "content[].file_data", `content[${index}].file_data`);
        files.add({ source, part: partOf(source) });
        break;
      }
      default:
        throw invalidRequest("content[].type", `content[${index}].type must be input_text or input_file.`);
    }
  }
  return { text: texts.join("\n"), files };
}

/** The kind of input part with which v1 would send the file. */
function partOf(source: string): InputFile["part"] {
  const family = /^data:(image|audio|video)\//i.exec(source)?.[1]?.toLowerCase();
  return family === "image" || family === "audio" || family === "video" ? family : "file";
}

function buildRequest(kind: Kind, model: string, ai: JsonObject, text: string, files: InputFile[]): GenerationRequest {
  const setting = (name: string) => optionalText(ai, name, `ai.${name}`);
  switch (kind) {
    case "text":
      return {
        kind,
        model,
        dialogue: [
          { type: "message", role: "user", content: [{ type: "text", text }, ...files.map((file) => ({ type: "file" as const, file }))] },
        ],
        instructions: undefined,
        effort: undefined,
        webSearch: false,
        imageTool: undefined,
        functions: [],
        toolChoice: { type: "auto" },
        parallelToolCalls: true,
        maxOutputTokens: undefined,
      };
    case "image":
      return {
        kind,
        model,
        prompt: text,
        size: setting("image_size"),
        quality: setting("image_quality"),
        aspectRatio: setting("image_ratio"),
        references: files.map(asReference),
      };
    case "video":
      return {
        kind,
        model,
        prompt: text,
        size: setting("video_size"),
        quality: setting("video_quality"),
        duration: readDuration(ai),
        references: files.map(asReference),
      };
    case "audio":
      return {
        kind,
        model,
        text,
        voice: setting("audio_voice"),
        format: setting("audio_format"),
        speed: readSpeed(ai),
      };
  }
}

async function withAddedFields(request: GenerationRequest, ai: JsonObject, loadFile: LoadFile): Promise<GenerationRequest> {
  if (request.kind === "text" || request.kind === "audio") return request;
  const keyOf = (field: string) => v2OptionName(request.kind, field);
  const source = { object: ai, keyOf, paramOf: (field: string) => `ai.${keyOf(field)}`, takesTexts: true };
  return { ...request, added: await readAddedFields(source, request.references, loadFile) };
}

function asReference(file: InputFile): InputFile {
  return { ...file, part: "image" };
}

export const writtenSeconds = /^\d{1,6}$/;
export const writtenNumber = /^\d{1,4}(?:\.\d{1,4})?$/;

/** Seconds as a string; a number is accepted, too. */
function readDuration(ai: JsonObject): number | undefined {
  const value = ai.video_duration ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === "string" && writtenSeconds.test(value)) return Number(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw invalidRequest("ai.video_duration", "ai.video_duration must be a whole number of seconds as a string.");
}

/** A number, also as a string, like the duration. */
function readSpeed(ai: JsonObject): number | undefined {
  const value = ai.audio_speed;
  const isWritten = typeof value === "string" && writtenNumber.test(value);
  return isWritten ? Number(value) : optionalNumber(ai, "audio_speed", "ai.audio_speed");
}

/** The v2 name of a parameter of the v1 interface. */
export function v2WireName(kind: Kind, param: string): string {
  if (param === "model") return "ai.model";
  if (kind !== "text" && Object.hasOwn(mediaOptions[kind], param)) return `ai.${v2OptionName(kind, param)}`;
  return param === "image" ? "content[].file_data" : "content";
}
