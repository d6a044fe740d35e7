/** Reads the parts of a message: texts, reasoning, images and function calls, in the forms of several interfaces. */

import { parseJson } from "../../contract/parseJson.ts";
import { compatibleName } from "../dialects/optionNames.ts";
import { isFields } from "../errorReason.ts";
import type { CallPiece } from "./callCollector.ts";

type Fields = Readonly<Record<string, unknown>>;
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text, or a number that stands for one. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

interface Content {
  text: string;
  reasoning: string;
  refusal: string;
  images: string[];
  calls: CallPiece[];
  annotations: unknown[];
}

const emptyContent = (): Content => ({ text: "", reasoning: "", refusal: "", images: [], calls: [], annotations: [] });

/** How deep parts inside parts are read. */
const deepest = 5;

/** Content is a text, a part or a list of parts, which may contain others. */
export function readParts(value: unknown, content = emptyContent(), depth = 0): Content {
  if (Array.isArray(value) && depth < deepest) for (const part of value) readParts(part, content, depth + 1);
  else if (isFields(value)) readPart(value, content, depth);
  else content.text += textOf(value);
  return content;
}

const thoughtTypes = new Set(["thinking", "reasoning", "thought", "thinking_delta", "reasoning_text", "summary_text"]);
const imageTypes = new Set(["image_url", "image", "output_image"]);
const callTypes = new Set(["tool_use", "tool_call", "function_call"]);

function readPart(part: Fields, content: Content, depth: number): void {
  const type = String(part.type);
  // Gemini's and Bedrock's parts have no type.
  const [called, file] = [part.functionCall ?? part.toolUse, part.inlineData ?? part.inline_data];
  const stored = part.fileData ?? part.file_data ?? part.file;
  if (thoughtTypes.has(type) || part.thought === true) content.reasoning += reasoningText(part);
  else if (type === "refusal") content.refusal += textOf(part.refusal);
  else if (callTypes.has(type)) content.calls.push(readCall(part));
  else if (isFields(called)) content.calls.push(readCall({ ...part, ...called }));
  else if (isFields(file)) content.images.push(`data:${textOf(file.mimeType ?? file.mime_type)};base64,${textOf(file.data)}`);
  else if (imageTypes.has(type) || (part.type === undefined && typeof part.image === "string") || (isFields(stored) && isImageFile(stored)))
    content.images.push(...imagesOf([part]));
  else if (depth < deepest) {
    content.annotations.push(...listOf(part.annotations));
    const inner = [part.text, part.content, part.value, part.parts].find((one) => one !== undefined && one !== null && one !== "");
    readParts(inner, content, depth + 1);
  }
}

/** `{type: "reasoning.text", text}`, `{type: "reasoning.summary", summary}`, `{type: "thinking", thinking: [{type: "text", text}]}`. */
export function reasoningText(value: unknown): string {
  if (Array.isArray(value)) return value.map(reasoningText).join("");
  if (!isFields(value)) return textOf(value);
  for (const name of ["text", "summary", "thinking", "content", "reasoning"]) {
    const text = reasoningText(value[name]);
    if (text !== "") return text;
  }
  return "";
}

/** A file of Gemini, and one of OpenAI's messages. */
const isImageFile = ({ mimeType, mime_type, file_data }: Fields) => /^(?:data:)?image\//.test(textOf(mimeType ?? mime_type ?? file_data));

/** How an image names its content, or what contains it. */
const imageNames = [
  ...["image_url", "url", "b64_json", "image_base64", "data", "image", "result", "fileUri", "file_uri", "file_data"],
  ...["source", "fileData", "file", "inline_data", "inlineData"],
];

/**
 * `{type: "image_url", image_url: {url}}`, as OpenRouter sends generated images, the forms of `/images`, Anthropic's, MCP's, the AI SDK's and
 * Gemini's.
 */
export function imagesOf(value: unknown, depth = 0): string[] {
  return (isFields(value) || typeof value === "string" ? [value] : listOf(value)).flatMap((image) => {
    if (!isFields(image)) return typeof image === "string" && image !== "" ? [image] : [];
    const content = imageNames.map((name) => image[name]).find((one) => isFields(one) || (typeof one === "string" && one !== ""));
    if (isFields(content)) return depth < deepest ? imagesOf(content, depth + 1) : [];
    return typeof content === "string" ? [content] : [];
  });
}

/** Older engines write the name and the arguments beside the id. */
export function readCall(piece: Fields): CallPiece {
  const written = typeof piece.function === "string" ? parseJson(piece.function) : undefined;
  const called = [piece.function, written, piece.custom].find(isFields) ?? piece;
  const name = (textOf(called.name) || textOf(piece.function)).trim();
  const id = textOf(piece.id ?? piece.call_id ?? piece.toolUseId).trim();
  return {
    index: indexOf(piece.index) ?? indexOf(called.index),
    id: id === "" ? undefined : id,
    // Some proxies write null as a text.
    name: /^(?:|null|None)$/.test(name) ? undefined : name,
    arguments: argumentsOf([called, piece].flatMap((each) => [each.arguments, each.parameters, each.input, each.args]).find(isGiven)),
    metadata: signatureOf(piece),
  };
}

export function indexOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : undefined;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function argumentsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/** Gemini requires the signature of a call back. */
function signatureOf({ extra_content: extra, thoughtSignature: own, ...piece }: Fields): CallPiece["metadata"] {
  const google = isFields(extra) ? extra.google : undefined;
  // LiteLLM's name for it.
  const specific = [piece, piece.function].map((each) => (isFields(each) ? each.provider_specific_fields : undefined)).find(isFields);
  const signature = textOf(own ?? (isFields(google) ? google.thought_signature : undefined) ?? specific?.thought_signature);
  return signature === "" ? undefined : { [compatibleName]: { thoughtSignature: signature } };
}
