/** The turns up to a prompt, the attachments' contents and the settings in; the body of `POST /responses` out. */
import { limits } from "../contract/limits.ts";
import type { InputMessage, InputPart, ResponseRequest, Tool } from "../contract/responseRequest.ts";
import { plainText } from "./conversation.ts";
import type { Attachment, ConversationSettings, Turn, UserTurn } from "./turn.ts";

/** What is sent of an attachment: text as it is, anything else as base64. */
export interface AttachmentContent {
  text?: string;
  base64?: string;
}
export type ReadAttachment = (attachment: Attachment) => AttachmentContent | undefined;

/** A fence that the text does not contain. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

function toPart(attachment: Attachment, content: AttachmentContent | undefined): InputPart | undefined {
  if (attachment.kind === "image") {
    const address = attachment.url ?? (content?.base64 === undefined ? undefined : `data:${attachment.mediaType};base64,${content.base64}`);
    return address === undefined ? undefined : { type: "input_image", image_url: address };
  }
  if (attachment.kind === "text") {
    if (content?.text === undefined) return undefined;
    const fence = fenceFor(content.text);
    return { type: "input_text", text: `${attachment.name}:\n${fence}\n${content.text}\n${fence}` };
  }
  if (attachment.url !== undefined) return { type: "input_file", file_url: attachment.url, filename: attachment.name };
  if (content?.base64 === undefined) return undefined;
  return { type: "input_file", file_data: `data:${attachment.mediaType};base64,${content.base64}`, filename: attachment.name };
}

function isFile(attachment: Attachment): boolean {
  return attachment.kind !== "text";
}

/** The files of earlier prompts go along only while the whole request keeps within the service's limits; the newest come first. */
function chooseFiles(prompts: readonly UserTurn[]): Set<string> {
  const chosen = new Set<string>();
  let bytes = 0;
  for (const prompt of [...prompts].reverse()) {
    for (const attachment of prompt.attachments.filter(isFile)) {
      if (chosen.size >= limits.filesPerRequest || bytes + attachment.size > limits.fileBytesPerRequest) return chosen;
      chosen.add(attachment.id);
      bytes += attachment.size;
    }
  }
  return chosen;
}

function toMessage(turn: Turn, files: ReadonlySet<string>, read: ReadAttachment): InputMessage | undefined {
  if (turn.role === "assistant") {
    const text = plainText(turn);
    return text === "" ? undefined : { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
  }
  const parts = turn.attachments.flatMap((attachment): InputPart[] => {
    const part = isFile(attachment) && !files.has(attachment.id) ? undefined : toPart(attachment, read(attachment));
    return [part ?? { type: "input_text", text: `(${attachment.name} was attached here.)` }];
  });
  return { type: "message", role: "user", content: [...parts, { type: "input_text", text: turn.text }] };
}

function toTools(settings: ConversationSettings): Tool[] {
  const tools: Tool[] = [];
  if (settings.webSearch) tools.push({ type: "web_search" });
  if (settings.imageGeneration) {
    const { size, quality, aspectRatio } = settings.image;
    tools.push({
      type: "image_generation",
      ...(size ? { size } : {}),
      ...(quality ? { quality } : {}),
      ...(aspectRatio ? { aspect_ratio: aspectRatio } : {}),
    });
  }
  return tools;
}

/** `path` ends with the prompt that is to be answered. */
export function buildRequest(path: readonly Turn[], settings: ConversationSettings, read: ReadAttachment): ResponseRequest {
  const files = chooseFiles(path.filter((turn) => turn.role === "user"));
  const tools = toTools(settings);
  return {
    model: settings.model,
    input: path.flatMap((turn) => toMessage(turn, files, read) ?? []),
    ...(settings.instructions.trim() ? { instructions: settings.instructions } : {}),
    ...(settings.effort ? { reasoning: { effort: settings.effort } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
  };
}
