/** Turns the messages of VS Code's chat into `input` and `instructions` of `POST /responses`. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import type { FunctionCall, FunctionOutput, FunctionRequest } from "../../contract/functionTools.ts";
import type { InputMessage, InputPart } from "../../contract/inputMessage.ts";
import { countCharacters, limits } from "../../contract/limits.ts";
import type { PartContent } from "./partContent.ts";
import { readParts } from "./readParts.ts";

/** VS Code sends system messages with this role, which is not in its types. */
const systemRole = 3;

/** Parts of a message, or items beside the messages. */
type Read = { type: "part"; part: InputPart } | { type: "item"; item: FunctionCall | FunctionOutput };

type FileContent = Exclude<PartContent, { type: "text" }>;

interface PartReader {
  callsFunctions: boolean;
  refusesImages: boolean;
  /** Whether an image of a tool's result is sent in a message of its own. */
  isSent(data: Uint8Array): boolean;
}

type Dialogue = Pick<FunctionRequest, "input" | "instructions">;

interface Abilities {
  /** Calls and results are separate items; for a model without functions, a result is a text. */
  callsFunctions: boolean;
  /** Images in the results of tools are sent too: the newest ones, as many as the limits of a request allow. */
  seesImages: boolean;
  /** The service reports what the model reads, and images are not among it: earlier messages, to another model, may have some. */
  refusesImages: boolean;
}

/**
 * The service takes no system messages in `input`: they are sent as `instructions` or, if they are too long for that, at the start of the
 * first message. Source: spec, "POST /api/v1/responses", "Limits".
 * @throws Error with a message for the user if the files are too many or too large.
 */
export function readMessages(messages: readonly vscode.LanguageModelChatRequestMessage[], abilities: Abilities): Dialogue {
  const { callsFunctions, seesImages, refusesImages } = abilities;
  const system: string[] = [];
  const input: Dialogue["input"] = [];
  const all = messages.flatMap(({ role, content }) => (isAssistant(role) ? [] : content.flatMap(filesOfMessage)));
  const files = all.filter(({ type }) => !(refusesImages && type === "image"));
  const fileBytes = files.reduce((sum, { data }) => sum + data.byteLength, 0);
  const images = seesImages && callsFunctions ? chooseToolImages(messages, files.length, fileBytes) : [];
  const sent = new Set(images.map(({ image }) => image.data));
  for (const message of messages) {
    const role = isAssistant(message.role) ? "assistant" : "user";
    const read = message.content.flatMap((part) =>
      readPart(part, role, { callsFunctions, refusesImages, isSent: (data) => sent.has(data) }),
    );
    if (Number(message.role) === systemRole) system.push(textOf(read));
    else input.push(...toItems(read, role));
  }
  addToolImages(input, images);
  if (files.length > limits.filesPerRequest || fileBytes > limits.fileBytesPerRequest)
    throw new Error(
      vscode.l10n.t(
        "The service accepts at most {0} files and {1} MB in one request.",
        limits.filesPerRequest,
        limits.fileBytesPerRequest / 1_000_000,
      ),
    );
  return withInstructions(system.join("\n\n").trim(), input);
}

const isAssistant = (role: vscode.LanguageModelChatMessageRole) => role === vscode.LanguageModelChatMessageRole.Assistant;

function filesOfMessage(part: unknown): FileContent[] {
  const isOfTool = part instanceof vscode.LanguageModelToolCallPart || part instanceof vscode.LanguageModelToolResultPart;
  return isOfTool ? [] : readParts(part).flatMap((content) => (content.type === "text" ? [] : [content]));
}

/** Consecutive parts become one message. */
function toItems(read: readonly Read[], role: InputMessage["role"]): Dialogue["input"] {
  const items: Dialogue["input"] = [];
  let content: InputPart[] = [];
  for (const one of read) {
    if (one.type === "part") {
      if (content.length === 0) items.push({ role, content });
      content.push(one.part);
    } else {
      items.push(one.item);
      content = [];
    }
  }
  return items;
}

function withInstructions(system: string, input: Dialogue["input"]): Dialogue {
  if (system === "") return { input };
  if (countCharacters(system) <= limits.instructionsMaximum) return { input, instructions: system };
  return { input: [{ role: "user", content: [{ type: "input_text", text: system }] }, ...input] };
}

function readPart(part: unknown, role: InputMessage["role"], { callsFunctions, refusesImages, isSent }: PartReader): Read[] {
  const text = (value: string): Read[] => {
    const type = role === "assistant" ? "output_text" : "input_text";
    return value === "" ? [] : [{ type: "part", part: { type, text: value } }];
  };
  if (part instanceof vscode.LanguageModelToolCallPart) {
    if (!callsFunctions) return [];
    return [
      { type: "item", item: { type: "function_call", call_id: part.callId, name: part.name, arguments: JSON.stringify(part.input) } },
    ];
  }
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const output = writeResult(part.content.flatMap(readParts), isSent);
    return callsFunctions ? [{ type: "item", item: { type: "function_call_output", call_id: part.callId, output } }] : text(output);
  }
  return readParts(part).flatMap((content): Read[] => {
    if (content.type === "text") return text(content.text);
    // Files of an answer cannot be sent back as the assistant's.
    if (role === "assistant") return [];
    if (refusesImages && content.type === "image") return text(describeLeftOut(content, "message"));
    const address = toAddress(content);
    const file: InputPart =
      content.type === "image" ? { type: "input_image", image_url: address } : { type: "input_file", file_data: address };
    return [{ type: "part", part: file }];
  });
}

const toAddress = ({ mediaType, data }: FileContent) => `data:${mediaType};base64,${Buffer.from(data).toString("base64")}`;

function describeLeftOut({ type, mediaType, data }: FileContent, of: "message" | "result"): string {
  return `[${type === "image" ? "An image" : "A file"} of this ${of} was left out: ${mediaType}, ${Math.ceil(data.byteLength / 1000)} kB]`;
}

/** The output of a function is text: what cannot be written is named. Each part begins a line. */
function writeResult(contents: readonly PartContent[], isSent: (data: Uint8Array) => boolean): string {
  return contents
    .flatMap((content) => {
      if (content.type === "text") return [content.text];
      return isSent(content.data) ? [] : [describeLeftOut(content, "result")];
    })
    .join("\n");
}

function textOf(read: readonly Read[]): string {
  return read.flatMap((one) => (one.type === "part" && "text" in one.part ? [one.part.text] : [])).join("\n");
}

interface ToolImage {
  callId: string;
  image: FileContent;
}

/** The newest images of results that a request may have besides its other files. */
function chooseToolImages(messages: readonly vscode.LanguageModelChatRequestMessage[], files: number, bytes: number): ToolImage[] {
  let [count, size] = [files, bytes];
  const chosen: ToolImage[] = [];
  for (const found of messages.flatMap(({ content }) => content.flatMap(imagesOfResult)).toReversed()) {
    count += 1;
    size += found.image.data.byteLength;
    if (count > limits.filesPerRequest || size > limits.fileBytesPerRequest) break;
    chosen.push(found);
  }
  return chosen;
}

/** A function's output is text, so its images are sent in a user message after the outputs, which all providers accept. */
function addToolImages(input: Dialogue["input"], images: readonly ToolImage[]): void {
  for (const { callId, image } of images) {
    const output = input.findIndex((item) => item.type === "function_call_output" && item.call_id === callId);
    if (output < 0) continue;
    const after = input.findIndex((item, index) => index > output && item.type !== "function_call_output");
    const part = { type: "input_image" as const, image_url: toAddress(image) };
    const introduction = { type: "input_text" as const, text: "The image of a tool's result:" };
    input.splice(after < 0 ? input.length : after, 0, { role: "user", content: [introduction, part] });
  }
}

function imagesOfResult(part: unknown): ToolImage[] {
  if (!(part instanceof vscode.LanguageModelToolResultPart)) return [];
  return part.content.flatMap(readParts).flatMap((image) => (image.type === "image" ? [{ callId: part.callId, image }] : []));
}
