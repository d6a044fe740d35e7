/** Converts an agent's request to a request of the interface. */
import { type InterfaceGeneration, type MediaKind, usualFormats, v2Types } from "../contract/kind.ts";
import type { MediaRequests } from "../contract/media.ts";
import type { V2Request } from "../contract/v2.ts";
import type { TaskRequest } from "../tasks/task.ts";

/** The fields of a request, by their v1 names; `prompt` is the text to draw, speak or answer. */
export interface AgentRequest {
  model: string;
  prompt: string;
  size?: string | undefined;
  quality?: string | undefined;
  aspect_ratio?: string | undefined;
  voice?: string | undefined;
  format?: string | undefined;
  speed?: number | undefined;
  /** Seconds. */
  duration?: number | undefined;
}

/** `files`: data URIs. */
export function buildMediaRequest(
  generation: InterfaceGeneration,
  kind: MediaKind,
  fields: AgentRequest,
  files: readonly string[],
): TaskRequest {
  if (generation === "v2") return { interface: "v2", kind, body: buildV2(kind, fields, files) };
  const { model, prompt, size, quality, aspect_ratio, voice = "", format = usualFormats.audio, speed, duration } = fields;
  const image = files.length === 0 ? undefined : files.map((file) => ({ type: "input_image" as const, image_url: file }));
  switch (kind) {
    case "image":
      return { interface: "v1", kind, body: { model, prompt, ...defined<MediaRequests["image"]>({ size, quality, aspect_ratio, image }) } };
    case "audio":
      return { interface: "v1", kind, body: { model, input: prompt, voice, format, ...defined<MediaRequests["audio"]>({ speed }) } };
    case "video":
      return { interface: "v1", kind, body: { model, prompt, ...defined<MediaRequests["video"]>({ size, quality, duration, image }) } };
  }
}

/** v1 has no tasks for text: its answers are streamed. */
export function buildTextRequest({ model, prompt }: AgentRequest, files: readonly string[]): TaskRequest {
  return { interface: "v2", kind: "text", body: { type: v2Types.text, ai: { model }, content: contentOf(prompt, files) } };
}

/** Source: spec, "POST /api/v2". Every value of `ai` is a string. */
function buildV2(kind: MediaKind, fields: AgentRequest, files: readonly string[]): V2Request {
  const { model, prompt, size, quality, aspect_ratio, voice, format, speed, duration } = fields;
  const values = { size, quality, ratio: aspect_ratio, voice, format, speed, duration };
  const chosen = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[`${kind}_${name}`, String(value)] as const],
  );
  return { type: v2Types[kind], ai: { model, ...Object.fromEntries(chosen) }, content: contentOf(prompt, files) };
}

function contentOf(prompt: string, files: readonly string[]): V2Request["content"] {
  return [{ type: "input_text", text: prompt }, ...files.map((file) => ({ type: "input_file" as const, file_data: file }))];
}

function defined<Fields>(fields: { [Name in keyof Fields]?: Fields[Name] | undefined }): Partial<Fields> {
  const present: Partial<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) present[name] = value;
  }
  return present;
}
