/** The parts of a prompt document's request other than the text and files of its prompt. */
import * as z from "zod/mini";
import { type InputMessage, type InputPart, inputMessageSchema } from "../../contract/inputMessage.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";

export const documentPromptSchema = z.object({
  /** Name of the document, for the user. */
  name: z.string(),
  /** Fields of the request, which override the conversation's settings. */
  fields: z.record(z.string(), z.unknown()),
  /** The document's dialogue before the prompt. */
  before: z.array(inputMessageSchema),
});
export type DocumentPrompt = z.infer<typeof documentPromptSchema>;

/** A file that is sent with a prompt, and its address: a URL or a data URI. */
export interface PromptFile {
  kind: "image" | "audio" | "video" | "document";
  address: string;
  name?: string;
}

export interface SplitRequest {
  fields: Record<string, unknown>;
  before: InputMessage[];
  text: string;
  files: PromptFile[];
}

function isMessage(item: InputMessage | InputPart): item is InputMessage {
  return "role" in item;
}

/** Parts without a role belong to a user message. */
function toMessages(input: ResponseRequest["input"]): InputMessage[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  const messages: InputMessage[] = [];
  let parts: InputPart[] = [];
  const close = () => {
    if (parts.length > 0) messages.push({ type: "message", role: "user", content: parts });
    parts = [];
  };
  for (const item of input) {
    if (!isMessage(item)) parts.push(item);
    else {
      close();
      messages.push(item);
    }
  }
  close();
  return messages;
}

function readFile(part: InputPart): PromptFile | undefined {
  switch (part.type) {
    case "input_text":
    case "output_text":
      return undefined;
    case "input_image":
      return { kind: "image", address: part.image_url };
    case "input_audio":
      return part.audio_url === undefined ? undefined : { kind: "audio", address: part.audio_url };
    case "input_video":
      return { kind: "video", address: part.video_url };
    case "input_file": {
      const address = part.file_data ?? part.file_url;
      return address === undefined
        ? undefined
        : { kind: "document", address, ...(part.filename === undefined ? {} : { name: part.filename }) };
    }
  }
}

/** Formats the values for the user. */
export function describeFields(fields: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value: typeof value === "string" ? value : JSON.stringify(value) }));
}

/**
 * undefined: the request cannot be a turn of a conversation, because it does not end with a user message, or a file in it has no address.
 */
export function splitRequest(request: ResponseRequest): SplitRequest | undefined {
  // `stream` is dropped, because the chat streams every answer.
  const { input, stream: _, ...fields } = request;
  const messages = toMessages(input);
  const last = messages.pop();
  if (last?.role !== "user") return undefined;
  const parts: InputPart[] = typeof last.content === "string" ? [{ type: "input_text", text: last.content }] : last.content;
  const texts = parts.flatMap((part) => (part.type === "input_text" || part.type === "output_text" ? [part.text] : []));
  const files = parts.flatMap((part) => readFile(part) ?? []);
  if (texts.length + files.length < parts.length) return undefined;
  return { fields, before: messages, text: texts.join("\n\n"), files };
}
