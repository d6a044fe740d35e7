/** Reads the field `input` of `POST /api/v1/responses`. Source: spec, "Input parts"; functions as in the Responses format. */
import { formatOfName } from "../../contract/fileFormats.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import type { DialogueContent, DialogueItem } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import { describeBound, exceededBound } from "../jsonBounds.ts";
import type { LoadFile } from "./fetchFile.ts";
import { elementObject } from "./fields.ts";
import { OtherItems } from "./itemsOfOtherTools.ts";
import { type InputFileSource, InputFiles } from "./readInputFile.ts";
import { nameInNamespace } from "./readTools.ts";

/** Until all files are loaded, a message refers to them by index. */
type UnloadedPart = { type: "text"; text: string } | { type: "file"; index: number };
type Message = { type: "message"; role: "user" | "assistant"; content: UnloadedPart[]; itemId?: string | undefined };
type CallOutput = { type: "function_call_output"; callId: string; output: string; files: number[] };
type UnloadedItem = Message | CallOutput | Exclude<DialogueItem, { type: "message" | "function_call_output" }>;

export interface InputOptions {
  loadFile: LoadFile;
  /** Whether messages of the system and of developers are accepted, and calls of tools that no model here has are left out. */
  superset: boolean;
  /** What the input continues. */
  earlier?: ReadInput | undefined;
}

export interface ReadInput {
  dialogue: readonly DialogueItem[];
  /** The texts of the system and of developers. */
  system: readonly string[];
  /** Types of items that no model here can read, and that were left out. */
  leftOut?: readonly string[];
}

export interface ResolvedInput {
  /** `input`, with the items that are referred to, after those of the previous answer. */
  input: unknown;
  /** What the previous answer was asked. */
  earlier?: ReadInput;
}

/** A text is one message of the user; consecutive parts outside a message form one, too. Throws `invalid_request` for `param` `input`. */
export async function readInput(input: unknown, options: InputOptions): Promise<ReadInput> {
  const { loadFile, superset, earlier } = options;
  if (input === undefined || input === null) throw invalidInput("The required parameter input is missing.");
  if (typeof input === "string") {
    if (input.trim() === "") throw invalidInput("input must not be empty.");
    return { dialogue: [{ type: "message", role: "user", content: [{ type: "text", text: input }] }], system: [] };
  }
  if (!Array.isArray(input)) throw invalidInput("input must be a string or an array.");
  if (input.length === 0) throw invalidInput("input must not be empty.");
  const reader = new InputReader(superset, earlier?.dialogue ?? []);
  for (const [index, item] of input.entries()) reader.readItem(elementObject(item, "input", index), `input[${index}]`);
  const files = await reader.files.load(loadFile);
  const dialogue = reader.items.map((item): DialogueItem => {
    if (item.type === "message") return { ...item, content: item.content.flatMap((part) => loadPart(part, files)) };
    return item.type === "function_call_output" ? { ...item, files: item.files.flatMap((index) => files[index] ?? []) } : item;
  });
  // An input of instructions alone is refused: there is nothing to answer.
  if (dialogue.length === 0) throw invalidInput("input must not be empty.");
  return {
    dialogue: [...(earlier?.dialogue ?? []), ...dialogue],
    system: [...(earlier?.system ?? []), ...reader.system],
    leftOut: [...reader.others.types],
  };
}

function loadPart(part: UnloadedPart, files: readonly InputFile[]): DialogueContent[] {
  if (part.type === "text") return [part];
  const file = files[part.index];
  return file ? [{ type: "file", file }] : [];
}

/** Of calls that are read. */
const knownTypes = new Set([
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "image_generation_call",
]);

class InputReader {
  readonly items: UnloadedItem[] = [];
  readonly files = new InputFiles("input");
  readonly system: string[] = [];
  readonly others = new OtherItems();
  readonly #superset: boolean;
  readonly #calls = new Set<string>();
  #fileCount = 0;
  /** The message to which a part outside a message is added; undefined after any other item. */
  #loose: Message | undefined;

  constructor(superset: boolean, earlier: readonly DialogueItem[]) {
    this.#superset = superset;
    for (const item of earlier) if (item.type === "function_call") this.#calls.add(item.callId);
  }

  readItem(item: JsonObject, location: string): void {
    const loose = this.#loose;
    this.#loose = undefined;
    if (this.#superset && this.others.leavesOut(item, knownTypes.has(String(item.type)))) return;
    switch (item.type) {
      case undefined:
      case null:
      case "message":
        this.#readMessage(item, location);
        break;
      // Standard clients send a complete earlier answer back; the summary of its reasoning is not needed in the dialogue.
      case "reasoning":
        return;
      case "image_generation_call":
        if (typeof item.result === "string" && item.result !== "") {
          const message: Message = { type: "message", role: "assistant", content: [], itemId: idOf(item) };
          this.items.push(message);
          this.#addFile(message, { source: item.result, part: "image", mediaType: "image/png", bareBase64: true });
        }
        return;
      case "function_call":
        this.#readCall(item, location);
        return;
      case "function_call_output":
        this.#readCallOutput(item, location);
        return;
      case "custom_tool_call":
        this.#readCall({ ...item, arguments: JSON.stringify({ input: text(item, "input", location) }) }, location);
        return;
      case "custom_tool_call_output":
        this.#readCallOutput(item, location);
        return;
      default:
        this.#loose = loose ?? { type: "message", role: "user", content: [] };
        if (!loose) this.items.push(this.#loose);
        this.#readPart(item, location, this.#loose);
        break;
    }
  }

  #readMessage(item: JsonObject, location: string): void {
    const { role, content } = item;
    if (role === "system" || role === "developer") {
      if (!this.#superset) throw invalidInput(`${location}.role must not be system or developer: use the field instructions.`);
      this.#readSystem(content, location);
      return;
    }
    if (role !== "user" && role !== "assistant") throw invalidInput(`${location}.role must be user or assistant.`);
    const message: Message = { type: "message", role, content: [], ...(role === "assistant" ? { itemId: idOf(item) } : {}) };
    this.items.push(message);
    if (typeof content === "string") {
      addText(message, content);
      return;
    }
    if (!Array.isArray(content) || content.length === 0) throw invalidInput(`${location}.content must be a string or an array of parts.`);
    this.#readParts(content, `${location}.content`, message);
  }

  #readSystem(content: unknown, location: string): void {
    if (typeof content === "string") {
      this.system.push(content);
      return;
    }
    const message: Message = { type: "message", role: "user", content: [] };
    this.#readParts(Array.isArray(content) ? content : [], `${location}.content`, message);
    this.system.push(...message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])));
  }

  #readParts(parts: readonly unknown[], location: string, message: Message): void {
    for (const [index, part] of parts.entries()) {
      if (!isJsonObject(part)) throw invalidInput(`${location}[${index}] must be an object.`);
      this.#readPart(part, `${location}[${index}]`, message);
    }
  }

  #readPart(part: JsonObject, location: string, message: Message): void {
    if (typeof part.file_id === "string") {
      throw invalidInput(`${location}.file_id is not part of this interface: send the file as file_data, file_url or image_url.`);
    }
    switch (part.type) {
      case "input_text":
      case "output_text":
        addText(message, text(part, "text", location));
        break;
      case "refusal":
        addText(message, text(part, "refusal", location));
        break;
      case "input_file":
        this.#addFile(message, { ...this.#documentSource(part, location), part: "file", name: optional(part, "filename", location) });
        break;
      case "input_image":
        this.#addFile(message, { source: text(part, "image_url", location), part: "image" });
        break;
      case "input_video":
        this.#addFile(message, { source: text(part, "video_url", location), part: "video" });
        break;
      case "input_audio":
        this.#addFile(message, { ...audioSource(part, location), part: "audio" });
        break;
      default:
        throw invalidInput(`${location}.type is not one that this interface knows.`);
    }
  }

  #addFile(message: Message, source: InputFileSource): void {
    this.files.add(source);
    message.content.push({ type: "file", index: this.#fileCount });
    this.#fileCount += 1;
  }

  #readCall(item: JsonObject, location: string): void {
    const callId = text(item, "call_id", location);
    this.#calls.add(callId);
    const written = text(item, "arguments", location);
    // Providers get them as a value.
    const bound = exceededBound(Buffer.from(written));
    if (bound) throw invalidInput(describeBound(`${location}.arguments`, bound));
    const name = text(item, "name", location);
    const namespace = optional(item, "namespace", location);
    this.items.push({
      type: "function_call",
      callId,
      name: namespace === undefined ? name : nameInNamespace(namespace, name),
      arguments: written,
    });
  }

  /** An output is a text, or parts as in a message. */
  #readCallOutput(item: JsonObject, location: string): void {
    const callId = text(item, "call_id", location);
    if (!this.#calls.has(callId)) throw invalidInput(`${location}.call_id names no function_call of this input.`);
    if (!Array.isArray(item.output)) {
      this.items.push({ type: "function_call_output", callId, output: text(item, "output", location), files: [] });
      return;
    }
    const parts: Message = { type: "message", role: "user", content: [] };
    this.#readParts(item.output, `${location}.output`, parts);
    this.items.push({
      type: "function_call_output",
      callId,
      output: parts.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
      files: parts.content.flatMap((part) => (part.type === "file" ? [part.index] : [])),
    });
  }

  #documentSource(part: JsonObject, location: string): { source: string; bareBase64: boolean } {
    const data = optional(part, "file_data", location);
    const url = optional(part, "file_url", location);
    if ((data === undefined) === (url === undefined)) throw invalidInput(`${location} must have either file_data or file_url.`);
    return { source: data ?? url ?? "", bareBase64: data !== undefined };
  }
}

function audioSource(part: JsonObject, location: string): { source: string; bareBase64?: boolean; mediaType?: string | undefined } {
  const inline = part.input_audio;
  if (!isJsonObject(inline)) return { source: text(part, "audio_url", location) };
  const format = optional(inline, "format", `${location}.input_audio`);
  return {
    source: text(inline, "data", `${location}.input_audio`),
    bareBase64: true,
    mediaType: format === undefined ? undefined : audioTypeOf(format),
  };
}

/** Of the `format` of an `input_audio` part. Containers of video contain only audio here. */
function audioTypeOf(format: string): string {
  const known = formatOfName(`.${format}`);
  return known?.kind === "audio" ? known.mediaType : `audio/${format}`;
}

const idOf = ({ id }: JsonObject) => (typeof id === "string" ? id : undefined);

function addText(message: Message, addition: string): void {
  message.content.push({ type: "text", text: addition });
}

function text(object: JsonObject, name: string, location: string): string {
  const value = object[name];
  if (typeof value === "string") return value;
  throw invalidInput(`${location}.${name} must be a string.`);
}

function optional(object: JsonObject, name: string, location: string): string | undefined {
  return object[name] === undefined || object[name] === null ? undefined : text(object, name, location);
}

function invalidInput(message: string) {
  return invalidRequest("input", message);
}
