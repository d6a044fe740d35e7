/**
 * Writes the body of `POST /chat/completions` as one of `POST /responses`, which then reads and checks it. Source: OpenAI's reference of chat
 * completions. What would change the answer and has no equivalent is refused by name.
 */

import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import { invalidRequest } from "../apiError.ts";
import { elementObject, optionalArray, optionalInteger, optionalObject } from "./fields.ts";
import { refuseUnsupported, type UnsupportedField } from "./unsupportedFields.ts";

const refusedFields: readonly UnsupportedField[] = [
  ["n", (value) => value === 1],
  ["logprobs", (value) => value === false],
  ["audio", () => false],
  ["modalities", (value) => Array.isArray(value) && !value.includes("audio")],
  ["functions", (value) => Array.isArray(value) && value.length === 0],
  ["function_call", () => false],
  ["prediction", () => false],
];

export function writeResponsesBody(body: JsonObject): JsonObject {
  refuseUnsupported(body, refusedFields);
  const messages = optionalArray(body, "messages");
  if (!messages?.length) throw invalidRequest("messages", "The required parameter messages is missing.");
  const most = optionalInteger(body, "max_completion_tokens") ?? optionalInteger(body, "max_tokens");
  return {
    model: body.model,
    stream: body.stream,
    // By default, answers of chat completions are not kept.
    store: body.store === true,
    input: messages.flatMap((message, index) => writeItems(elementObject(message, "messages", index), index)),
    tools: [...(optionalArray(body, "tools") ?? []).map(writeTool), ...(body.web_search_options ? [{ type: "web_search" }] : [])],
    tool_choice: writeToolChoice(body.tool_choice),
    parallel_tool_calls: body.parallel_tool_calls,
    max_output_tokens: most,
    temperature: body.temperature,
    top_p: body.top_p,
    seed: body.seed,
    reasoning: body.reasoning_effort === undefined ? undefined : { effort: body.reasoning_effort },
    text: { ...writeFormat(optionalObject(body, "response_format")), verbosity: body.verbosity },
  };
}

/** Whether the stream ends with the usage. */
export function wantsUsage(body: JsonObject): boolean {
  return optionalObject(body, "stream_options")?.include_usage === true;
}

function writeItems(message: JsonObject, index: number): JsonObject[] {
  const { role, content } = message;
  const location = `messages[${index}]`;
  switch (role) {
    case "system":
    case "developer":
    case "user":
      return [{ role, content: writeContent(content, location) }];
    case "assistant": {
      const said = [content, message.refusal].filter((text) => (text ?? "") !== "" && !(Array.isArray(text) && text.length === 0));
      const calls = (optionalArray(message, "tool_calls") ?? []).map((call) => writeCall(call, location));
      return [...said.map((text) => ({ role, content: writeContent(text, location) })), ...calls];
    }
    case "tool": {
      const output = Array.isArray(content) ? writeContent(content, location) : (content ?? "");
      return [{ type: "function_call_output", call_id: message.tool_call_id, output }];
    }
    default:
      throw invalidRequest("messages", `${location}.role must be system, developer, user, assistant or tool.`);
  }
}

function writeContent(content: unknown, location: string): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part, index) => writePart(elementObject(part, `${location}.content`, index)));
}

function writePart(part: JsonObject): JsonObject {
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image_url":
      return { type: "input_image", image_url: isJsonObject(part.image_url) ? part.image_url.url : part.image_url };
    case "video_url":
      return { type: "input_video", video_url: isJsonObject(part.video_url) ? part.video_url.url : part.video_url };
    case "file":
      return { type: "input_file", ...(isJsonObject(part.file) ? part.file : {}) };
    default:
      return part;
  }
}

/** An element of a message's calls: of a function, or of a tool that takes a text. */
function writeCall(call: unknown, location: string): JsonObject {
  const { id, custom, function: called } = isJsonObject(call) ? call : {};
  if (isJsonObject(custom)) return { type: "custom_tool_call", call_id: id, name: custom.name, input: custom.input };
  if (!isJsonObject(called)) throw invalidRequest("messages", `${location}.tool_calls has an element without a function.`);
  return { type: "function_call", call_id: id, name: called.name, arguments: called.arguments };
}

/** What the type of a tool holds stands beside the type in the Responses format. */
function writeTool(tool: unknown): unknown {
  if (!isJsonObject(tool)) return tool;
  const held = typeof tool.type === "string" ? tool[tool.type] : undefined;
  return isJsonObject(held) ? { type: tool.type, ...held } : tool;
}

function writeToolChoice(choice: unknown): unknown {
  const written = writeTool(choice);
  if (!isJsonObject(written) || written.type !== "allowed_tools" || !Array.isArray(written.tools)) return written;
  return { ...written, tools: written.tools.map(writeTool) };
}

function writeFormat(format: JsonObject | undefined): JsonObject | undefined {
  if (format === undefined) return undefined;
  return {
    format: format.type === "json_schema" && isJsonObject(format.json_schema) ? { type: "json_schema", ...format.json_schema } : format,
  };
}
