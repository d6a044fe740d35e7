/** The messages of VS Code's chat in; `input` and `instructions` of `POST /responses` out. */
import { Buffer } from "node:buffer";
import * as vscode from "vscode";
import { countCharacters, limits } from "../../contract/limits.ts";
import type { InputMessage, InputPart, ResponseRequest } from "../../contract/responseRequest.ts";

/** VS Code sends system messages with this role, which its types do not name. */
const systemRole = 3;

interface ReadPart {
  part: InputPart;
  /** Bytes of the file in it; 0 for text. */
  fileBytes: number;
}

/**
 * The service takes no system messages inside `input`: they go as `instructions`, and where they are longer than these may be, at the
 * head of the first message. Source: spec, "POST /api/v1/responses", "Limits".
 * @throws Error with a sentence for a person where the files are too many or too large.
 */
export function readMessages(messages: readonly vscode.LanguageModelChatRequestMessage[]): Pick<ResponseRequest, "input" | "instructions"> {
  const system: string[] = [];
  const input: InputMessage[] = [];
  let files = 0;
  let fileBytes = 0;
  for (const message of messages) {
    const isAssistant = message.role === vscode.LanguageModelChatMessageRole.Assistant;
    const parts = message.content.flatMap((part) => readPart(part, isAssistant));
    files += parts.filter((one) => one.fileBytes > 0).length;
    fileBytes += parts.reduce((sum, one) => sum + one.fileBytes, 0);
    const content = parts.map((one) => one.part);
    if (Number(message.role) === systemRole) system.push(textOf(content));
    else if (content.length > 0) input.push({ role: isAssistant ? "assistant" : "user", content });
  }
  if (files > limits.filesPerRequest || fileBytes > limits.fileBytesPerRequest)
    throw new Error(
      vscode.l10n.t(
        "The service takes at most {0} files and {1} MB in one request.",
        limits.filesPerRequest,
        limits.fileBytesPerRequest / 1_000_000,
      ),
    );
  return withInstructions(system.join("\n\n").trim(), input);
}

function withInstructions(system: string, input: InputMessage[]): Pick<ResponseRequest, "input" | "instructions"> {
  if (system === "") return { input };
  if (countCharacters(system) <= limits.instructionsMaximum) return { input, instructions: system };
  return { input: [{ role: "user", content: [{ type: "input_text", text: system }] }, ...input] };
}

function readPart(part: unknown, isAssistant: boolean): ReadPart[] {
  const text = (value: string): ReadPart[] =>
    value === "" ? [] : [{ part: isAssistant ? { type: "output_text", text: value } : { type: "input_text", text: value }, fileBytes: 0 }];
  if (part instanceof vscode.LanguageModelTextPart) return text(part.value);
  if (part instanceof vscode.LanguageModelToolResultPart)
    return text(textOf(part.content.flatMap((one) => readPart(one, isAssistant)).map((one) => one.part)));
  if (!(part instanceof vscode.LanguageModelDataPart)) return [];
  const { mimeType, data } = part;
  if (mimeType.startsWith("text/") || mimeType === "application/json") return text(Buffer.from(data).toString("utf8"));
  // An answer's own pictures cannot be sent back as the assistant's, and what is no media type is a mark of the editor's.
  if (isAssistant || !mimeType.includes("/")) return [];
  const address = `data:${mimeType};base64,${Buffer.from(data).toString("base64")}`;
  const read: InputPart = mimeType.startsWith("image/")
    ? { type: "input_image", image_url: address }
    : { type: "input_file", file_data: address };
  return [{ part: read, fileBytes: data.byteLength }];
}

function textOf(parts: readonly InputPart[]): string {
  return parts.map((part) => (part.type === "input_text" || part.type === "output_text" ? part.text : "")).join("");
}
