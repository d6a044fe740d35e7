/** What a prompt document's request says besides the text and the files of its prompt. */
import * as z from "zod/mini";
import { type InputMessage, type InputPart, inputMessageSchema, type ResponseRequest } from "../contract/responseRequest.ts";

export const documentPromptSchema = z.object({
  /** Of the document, as a person calls it. */
  name: z.string(),
  /** Fields of the request, which take the place of the conversation's settings. */
  fields: z.record(z.string(), z.unknown()),
  /** The document's dialogue before the prompt. */
  before: z.array(inputMessageSchema),
});
export type DocumentPrompt = z.infer<typeof documentPromptSchema>;

/** Something that is sent with a prompt, and the address from which it comes: a URL or a data URI. */
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

/** Parts without a role are the user's. */
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

/** As a person reads them. */
export function describeFields(fields: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value: typeof value === "string" ? value : JSON.stringify(value) }));
}

/** undefined: it cannot be a turn of a conversation, since it does not end with what the user says, or a file in it has no address. */
export function splitRequest(request: ResponseRequest): SplitRequest | undefined {
  // The chat streams every answer.
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
