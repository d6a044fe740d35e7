/** Reads the parts that VS Code hands over in messages and results of tools, whatever their kind. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { findFormat, formatOfMediaType, hasProperty } from "../../contract/fileFormats.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
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
  const [stated = ""] = declared.toLowerCase().split(";", 1);
  const text = () => Buffer.from(data).toString("utf8");
  if (stated === resourceLink) return textContent(describeLink(text()));
  if (/^text\/|[/+](?:json|xml|yaml|javascript)$/.test(stated)) return textContent(text());
  const { mediaType, format } = findFormat(data) ?? formatOfMediaType(stated) ?? { mediaType: stated, format: undefined };
  return [{ type: hasProperty(format, "isShown") ? "image" : "file", mediaType, data }];
}

function describeLink(json: string): string {
  const link = linkSchema.safeParse(tryParseJson(json)).data;
  if (link === undefined) return json;
  const { uri, underlyingMimeType } = link;
  const address = typeof uri === "string" ? uri : vscode.Uri.from(uri).toString();
  return underlyingMimeType === undefined ? `Resource: ${address}` : `Resource: ${address} (${underlyingMimeType})`;
}
