/** Builds the body of `POST /responses` from the turns, the attachments' contents and the settings. */

import type { InputMessage, InputPart } from "../../contract/inputMessage.ts";
import type { FilePart } from "../../contract/inputParts.ts";
import { limits } from "../../contract/limits.ts";
import type { ResponseRequest, ResponseTool } from "../../contract/responseRequest.ts";
import { plainText } from "../conversation/conversation.ts";
import type { AssistantTurn, Attachment, ConversationSettings, Turn, UserTurn } from "../conversation/turn.ts";
import { isAccepted } from "./acceptedFiles.ts";
import { isFileAttachment } from "./attachmentLimits.ts";
import { isRefusedRequest, isTextRefused } from "./refusedRequests.ts";

/** The content of an attachment to send: text as it is, anything else as base64. */
export interface AttachmentContent {
  text?: string;
  base64?: string;
}
/** Returns the data URI of an answer's image, by its name in the chat's image folder; undefined: it is missing. */
export type ReadImage = (file: string) => string | undefined;
export type ReadAttachment = (attachment: Attachment) => AttachmentContent | undefined;

/** A fence that does not occur in the text. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

function toPart(attachment: Attachment, content: AttachmentContent | undefined): InputPart | undefined {
  const { kind, name, url, role } = attachment;
  if (kind === "text") {
    if (content?.text === undefined) return undefined;
    const fence = fenceFor(content.text);
    const title = role === "instructions" ? `Instructions to follow, from ${name}` : name;
    return { type: "input_text", text: `${title}:\n${fence}\n${content.text}\n${fence}` };
  }
  const data = content?.base64 === undefined ? undefined : `data:${attachment.mediaType};base64,${content.base64}`;
  const address = url ?? data;
  if (address === undefined) return undefined;
  switch (kind) {
    case "image":
      return { type: "input_image", image_url: address };
    case "audio":
      return { type: "input_audio", audio_url: address };
    case "video":
      return { type: "input_video", video_url: address };
    case "document":
      return { type: "input_file", ...(url === undefined ? { file_data: address } : { file_url: url }), filename: name };
  }
}

/** A file of the dialogue, as it is sent. */
interface DialogueFile {
  /** Id of the attachment, or file name of the answer's image. */
  id: string;
  /** Bytes. */
  size: number;
}

/** Images of answers are sent back only while image generation is on, because models that generate images can also read them. */
function imagesOf(turn: Turn | undefined, settings: ConversationSettings): string[] {
  if (turn?.role !== "assistant" || !settings.imageGeneration) return [];
  return turn.parts.flatMap((part) => (part.kind === "image" && part.state === "ready" && part.file !== undefined ? [part.file] : []));
}

/** Files of earlier turns are sent only while the whole request stays within the service's limits, the newest first. */
function chooseFiles(files: readonly DialogueFile[]): Set<string> {
  const chosen = new Set<string>();
  let bytes = 0;
  for (const { id, size } of [...files].reverse()) {
    if (chosen.size >= limits.filesPerRequest || bytes + size > limits.fileBytesPerRequest) return chosen;
    chosen.add(id);
    bytes += size;
  }
  return chosen;
}

/** The model is only informed that there was a task, and does not get its result. */
function describeTasks({ parts }: AssistantTurn): string {
  return parts.flatMap((part) => (part.kind === "task" ? [`(A task was started here, to generate this: ${part.media}.)`] : [])).join("\n");
}

/** UTF-16 code units of an unanswered text, which may be why the service refused it. */
const longestUnanswered = 8000;

interface ReadFiles {
  /** Ids of the attachments that are sent as files. */
  files: ReadonlySet<string>;
  read: ReadAttachment;
}

/** The service refused the message, so only its text is sent again, unless it is the reason. */
function unansweredText({ text, attachments }: UserTurn, answer: Turn | undefined): string {
  const said =
    text.length > longestUnanswered || isTextRefused(answer)
      ? `(A message of ${text.length} characters was here, and was not answered.)`
      : text;
  return [...attachments.map(({ name }) => `(${name} was attached here.)`), said].join("\n");
}

function toMessage(turn: Turn, next: Turn | undefined, images: readonly InputPart[], { files, read }: ReadFiles): InputMessage[] {
  if (turn.role === "user" && isRefusedRequest(next))
    return [{ type: "message", role: "user", content: [{ type: "input_text", text: unansweredText(turn, next) }] }];
  if (turn.role === "assistant") {
    const text = plainText(turn) || describeTasks(turn);
    return text === "" ? [] : [{ type: "message", role: "assistant", content: [{ type: "output_text", text }] }];
  }
  const parts = turn.attachments.flatMap((attachment): InputPart[] => {
    const part = isFileAttachment(attachment) && !files.has(attachment.id) ? undefined : toPart(attachment, read(attachment));
    return [part ?? { type: "input_text", text: `(${attachment.name} was attached here.)` }];
  });
  const message: InputMessage = { type: "message", role: "user", content: [...images, ...parts, { type: "input_text", text: turn.text }] };
  return [...(turn.document?.before ?? []), message];
}

function toTools(settings: ConversationSettings): ResponseTool[] {
  const tools: ResponseTool[] = [];
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

/**
 * `path` ends with the prompt to answer. If a document composed the prompt, its fields override the settings, except for the model. Images
 * of an answer are sent with the next prompt, because only user messages can have images. `accepted`: the files that the model reads;
 * undefined: not known. Prompts that the service refused are sent without their files.
 */
export function buildRequest(
  path: readonly Turn[],
  settings: ConversationSettings,
  read: ReadAttachment,
  readImage: ReadImage = () => undefined,
  accepted?: readonly FilePart[],
): ResponseRequest {
  const addresses = new Map<string, string>();
  const takesImages = accepted === undefined || accepted.includes("image");
  const found = path.flatMap((turn, index): DialogueFile[] => {
    if (turn.role === "user") {
      const sent = isRefusedRequest(path[index + 1]) ? [] : turn.attachments;
      return sent.filter((attachment) => isFileAttachment(attachment) && isAccepted(attachment, accepted)).toReversed();
    }
    return (takesImages ? imagesOf(turn, settings) : []).toReversed().flatMap((file) => {
      const address = readImage(file);
      if (address === undefined) return [];
      addresses.set(file, address);
      return [{ id: file, size: Math.floor(address.length * 0.75) }];
    });
  });
  const files = chooseFiles(found);
  const tools = toTools(settings);
  const input = path.flatMap((turn, index) => {
    const before = turn.role === "user" ? imagesOf(path[index - 1], settings) : [];
    const images = before.flatMap((file): InputPart[] => {
      const address = files.has(file) ? addresses.get(file) : undefined;
      return address === undefined ? [] : [{ type: "input_image", image_url: address }];
    });
    return toMessage(turn, path[index + 1], images, { files, read });
  });
  const prompt = path.at(-1);
  return {
    model: settings.model,
    input,
    ...(settings.instructions.trim() ? { instructions: settings.instructions } : {}),
    ...(settings.effort ? { reasoning: { effort: settings.effort } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(prompt?.role === "user" ? withoutModel(prompt.document?.fields) : {}),
  };
}

function withoutModel({ model: _, ...fields }: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return fields;
}
