/** Reads the JSON of `POST /api/v2`. Source: spec, the section of that name. */

import { setImmediate } from "node:timers/promises";
import type { InputFile } from "../../contract/generationRequest.ts";
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import { type Kind, kindOfV2Type, kinds, kindTable } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import { responseFormats, v2OptionName } from "../../contract/v2.ts";
import type { GenerationRequest, TextRequest } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { elementObject, optionalArray, optionalText, requiredText } from "./fields.ts";
import { readMedia } from "./mediaReaders.ts";
import { InputFiles } from "./readInputFile.ts";

/** Characters. */
const longText = 100_000;

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
  if (await containsAny(text, stopPhrases)) {
    throw invalidRequest("stop_sequences", "The request is blocked: its text contains a stop phrase.");
  }
  const inline = format === "b64_json";
  if (kind === "text") return { request: textRequest(model, text, await files.load(loadFile)), inline };
  const keyOf = (option: string) => v2OptionName(kind, option);
  const source = { object: ai, keyOf, paramOf: (option: string) => `ai.${keyOf(option)}`, isV2: true };
  const loadReferences = async () => (await files.load(loadFile)).map((file): InputFile => ({ ...file, part: "image" }));
  return { request: await readMedia(kind, { model, text }, source, loadReferences, loadFile), inline };
}

/** Searching a text of 30 MB for 50 phrases takes long: other requests are answered in between. */
async function containsAny(text: string, phrases: readonly string[]): Promise<boolean> {
  for (const phrase of phrases) {
    if (text.includes(phrase)) return true;
    if (text.length > longText) await setImmediate();
  }
  return false;
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
        // A file would be ignored, and the rest billed.
        if (kind !== "text" && !kindTable[kind].takesImages)
          throw invalidRequest("content[].type", `content[${index}].type must be input_text: ${kindTable[kind].v2Type} takes no files.`);
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

/** v2 asks a text model with a text and files alone. */
function textRequest(model: string, text: string, files: readonly InputFile[]): TextRequest {
  return {
    kind: "text",
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
}
