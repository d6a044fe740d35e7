/** Reads the parts that VS Code hands over in messages and results of tools, whatever their kind. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import { findFormat, formatOfMediaType, hasProperty } from "../../contract/fileFormats.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { decodeFileText } from "../../prompt/text/textEncoding.ts";
import type { PartContent } from "./partContent.ts";
import { readPromptTsx } from "./readPromptTsx.ts";

/** VS Code's media type for a resource that a tool only names. */
const resourceLink = "application/vnd.code.resource-link";
const linkSchema = z.object({
  uri: z.union([z.string(), z.looseObject({ scheme: z.string(), path: z._default(z.string(), "") })]),
  underlyingMimeType: z.optional(z.string()),
});

/** The contents of a part; none for what is internal to the editor. Calls and results of tools are read elsewhere. */
export function readParts(part: unknown): PartContent[] {
  if (part === undefined || part === null) return [];
  if (typeof part === "string") return textContent(part);
  if (part instanceof vscode.LanguageModelTextPart) return textContent(part.value);
  if (part instanceof vscode.LanguageModelPromptTsxPart) return readRendered(part);
  if (part instanceof vscode.LanguageModelDataPart) return readData(part);
  return isThinking(part) ? [] : textContent(toJson(part));
}

/** By part, so that a file in it is the same object each time. */
const rendered = new WeakMap<vscode.LanguageModelPromptTsxPart, PartContent[]>();

function readRendered(part: vscode.LanguageModelPromptTsxPart): PartContent[] {
  const known = rendered.get(part);
  if (known !== undefined) return known;
  const read = readPromptTsx(part.value, toContents) ?? textContent(toJson(part.value));
  rendered.set(part, read);
  return read;
}

/** A part of another model's reasoning. The class is not in the types of all supported versions. */
function isThinking(part: unknown): boolean {
  const type: unknown = Reflect.get(vscode, "LanguageModelThinkingPart");
  return typeof type === "function" && part instanceof type;
}

function textContent(text: string): PartContent[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Data without a valid media type is internal to the editor. */
function readData({ mimeType, data }: vscode.LanguageModelDataPart): PartContent[] {
  if (!mimeType.includes("/") || data.byteLength === 0) return [];
  return toContents(mimeType, data);
}

/** VS Code scales images, and keeps their former media types: the bytes decide. */
function toContents(declared: string, data: Uint8Array): PartContent[] {
  const [stated = "", ...parameters] = declared
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (stated === resourceLink) return textContent(describeLink(decode(data)));
  const found = findFormat(data);
  // Models read only what the bytes show to be an image: an SVG may be stated to be a PNG.
  if (found !== undefined && hasProperty(found.format, "isShown")) return [{ type: "image", mediaType: found.mediaType, data }];
  const [, charset] = parameters.map((each) => /^charset="?([^"]+)/.exec(each)).find((match) => match !== null) ?? [];
  if (/^text\/|[/+](?:json|xml|yaml|javascript)$/.test(stated)) return textContent(decode(data, charset));
  const isKnown = found !== undefined || (formatOfMediaType(stated) !== undefined && !stated.startsWith("image/"));
  const text = isKnown ? undefined : decodeFileText(data, TextDecoder);
  return text === undefined ? [{ type: "file", mediaType: found?.mediaType ?? stated, data }] : textContent(text);
}

/** A text in UTF-8 or UTF-16, else in the charset that is stated. */
function decode(data: Uint8Array, charset = "utf-8"): string {
  const text = decodeFileText(data, TextDecoder);
  if (text !== undefined) return text;
  try {
    return new TextDecoder(charset).decode(data);
  } catch {
    return new TextDecoder().decode(data);
  }
}

function describeLink(json: string): string {
  const link = linkSchema.safeParse(tryParseJson(json)).data;
  if (link === undefined) return json;
  const { uri, underlyingMimeType } = link;
  const address = typeof uri === "string" ? uri : vscode.Uri.from(uri).toString();
  return underlyingMimeType === undefined ? `Resource: ${address}` : `Resource: ${address} (${underlyingMimeType})`;
}
