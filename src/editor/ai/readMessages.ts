/** Turns the messages of VS Code's chat into `input` and `instructions` of `POST /responses`. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import type { FunctionCall, FunctionOutput, FunctionRequest } from "../../contract/functionTools.ts";
import type { InputMessage, InputPart } from "../../contract/inputMessage.ts";
import { countCharacters, limits } from "../../contract/limits.ts";

/** VS Code sends system messages with this role, which is not in its types. */
const systemRole = 3;

/** Parts of a message, or items beside the messages. */
type Read =
  | { type: "part"; part: InputPart /** Bytes of the file in it; 0 for text. */; fileBytes: number }
  | { type: "item"; item: FunctionCall | FunctionOutput };

type Dialogue = Pick<FunctionRequest, "input" | "instructions">;

interface Abilities {
  /** Calls and results are separate items; for a model without functions, a result is a text. */
  callsFunctions: boolean;
  /** Images in the results of tools are sent too: the newest ones, as many as the limits of a request allow. */
  seesImages: boolean;
}

/**
 * The service takes no system messages in `input`: they are sent as `instructions` or, if they are too long for that, at the start of the
 * first message. Source: spec, "POST /api/v1/responses", "Limits".
 * @throws Error with a message for the user if the files are too many or too large.
 */
export function readMessages(messages: readonly vscode.LanguageModelChatRequestMessage[], abilities: Abilities): Dialogue {
  const { callsFunctions } = abilities;
  const system: string[] = [];
  const input: Dialogue["input"] = [];
  const fileSizes: number[] = [];
  for (const message of messages) {
    const role = message.role === vscode.LanguageModelChatMessageRole.Assistant ? "assistant" : "user";
    const read = message.content.flatMap((part) => readPart(part, role, callsFunctions));
    fileSizes.push(...read.flatMap((one) => (one.type === "part" && one.fileBytes > 0 ? [one.fileBytes] : [])));
    if (Number(message.role) === systemRole) system.push(textOf(read));
    else input.push(...toItems(read, role));
  }
  const fileBytes = fileSizes.reduce((sum, size) => sum + size, 0);
  if (abilities.seesImages && callsFunctions) addToolImages(input, messages, fileSizes.length, fileBytes);
  if (fileSizes.length > limits.filesPerRequest || fileBytes > limits.fileBytesPerRequest)
    throw new Error(
      vscode.l10n.t(
        "The service accepts at most {0} files and {1} MB in one request.",
        limits.filesPerRequest,
        limits.fileBytesPerRequest / 1_000_000,
      ),
    );
  return withInstructions(system.join("\n\n").trim(), input);
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

function readPart(part: unknown, role: InputMessage["role"], callsFunctions: boolean): Read[] {
  const text = (value: string): Read[] => {
    const type = role === "assistant" ? "output_text" : "input_text";
    return value === "" ? [] : [{ type: "part", part: { type, text: value }, fileBytes: 0 }];
  };
  if (part instanceof vscode.LanguageModelTextPart) return text(part.value);
  if (part instanceof vscode.LanguageModelToolCallPart) {
    if (!callsFunctions) return [];
    return [
      { type: "item", item: { type: "function_call", call_id: part.callId, name: part.name, arguments: JSON.stringify(part.input) } },
    ];
  }
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const output = textOf(part.content.flatMap((one) => readPart(one, role, callsFunctions)));
    return callsFunctions ? [{ type: "item", item: { type: "function_call_output", call_id: part.callId, output } }] : text(output);
  }
  if (!(part instanceof vscode.LanguageModelDataPart)) return [];
  const { mimeType, data } = part;
  if (mimeType.startsWith("text/") || mimeType === "application/json") return text(Buffer.from(data).toString("utf8"));
  // Images of an answer cannot be sent back as the assistant's. Data without a valid media type is internal to the editor.
  if (role === "assistant" || !mimeType.includes("/")) return [];
  const address = `data:${mimeType};base64,${Buffer.from(data).toString("base64")}`;
  const read: InputPart = mimeType.startsWith("image/")
    ? { type: "input_image", image_url: address }
    : { type: "input_file", file_data: address };
  return [{ type: "part", part: read, fileBytes: data.byteLength }];
}

function textOf(read: readonly Read[]): string {
  return read.map((one) => (one.type === "part" && "text" in one.part ? one.part.text : "")).join("");
}

/**
 * A function's output is text, so its images are sent in a user message after the outputs, which all providers accept. If a request would
 * have too many, the oldest are left out, so that a long session can continue.
 */
function addToolImages(
  input: Dialogue["input"],
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  files: number,
  bytes: number,
): void {
  let [count, size] = [files, bytes];
  for (const [callId, image] of messages.flatMap(({ content }) => content.flatMap(imagesOfResult)).toReversed()) {
    count += 1;
    size += image.data.byteLength;
    if (count > limits.filesPerRequest || size > limits.fileBytesPerRequest) return;
    const output = input.findIndex((item) => item.type === "function_call_output" && item.call_id === callId);
    if (output < 0) continue;
    const after = input.findIndex((item, index) => index > output && item.type !== "function_call_output");
    const address = `data:${image.mimeType};base64,${Buffer.from(image.data).toString("base64")}`;
    const part = { type: "input_image" as const, image_url: address };
    const introduction = { type: "input_text" as const, text: "The image of a tool's result:" };
    input.splice(after < 0 ? input.length : after, 0, { role: "user", content: [introduction, part] });
  }
}

function imagesOfResult(part: unknown): (readonly [string, vscode.LanguageModelDataPart])[] {
  if (!(part instanceof vscode.LanguageModelToolResultPart)) return [];
  return part.content.flatMap((one) =>
    one instanceof vscode.LanguageModelDataPart && one.mimeType.startsWith("image/") && one.data.byteLength > 0
      ? [[part.callId, one] as const]
      : [],
  );
}
