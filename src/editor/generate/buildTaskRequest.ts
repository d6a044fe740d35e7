/** A prompt and the choices for it in; the request of a task, as it goes over the wire, out. */
import { type Kind, type MediaKind, v2Types } from "../../contract/kind.ts";
import type { MediaRequests } from "../../contract/media.ts";
import type { V2Request } from "../../contract/v2.ts";
import type { TaskRequest } from "../../tasks/task.ts";
import type { Choices } from "../state.ts";
import { describeBadValue, optionFields } from "./optionFields.ts";
import type { Wish } from "./wish.ts";

/** v1 has no task for text: an answer of v1 is streamed. A v1 wish for text becomes a v2 request. */
export function buildTaskRequest(prompt: string, wish: Wish): TaskRequest {
  if (wish.interface === "v2" || wish.kind === "text") return { interface: "v2", kind: wish.kind, body: buildV2(prompt, wish) };
  switch (wish.kind) {
    case "image":
      return { interface: "v1", kind: "image", body: buildImage(prompt, wish) };
    case "audio":
      return { interface: "v1", kind: "audio", body: buildAudio(prompt, wish) };
    case "video":
      return { interface: "v1", kind: "video", body: buildVideo(prompt, wish) };
  }
}

function buildImage(prompt: string, { model, choices, references }: Wish): MediaRequests["image"] {
  const { size, quality, aspect_ratio } = choices;
  return { model, prompt, ...defined({ size, quality, aspect_ratio }), ...imagesOf(references) };
}

function buildVideo(prompt: string, { model, choices, references }: Wish): MediaRequests["video"] {
  const { size, quality, duration } = choices;
  return { model, prompt, ...defined({ size, quality }), ...numberOf("duration", duration), ...imagesOf(references) };
}

/** `voice` and `format` are required: the flow has asked for them. */
function buildAudio(input: string, { model, choices }: Wish): MediaRequests["audio"] {
  const { voice = "", format = "mp3", speed } = choices;
  return { model, input, voice, format, ...numberOf("speed", speed) };
}

/** Source: spec, "POST /api/v2". Every value of `ai` is a text. */
function buildV2(prompt: string, wish: Wish): V2Request {
  return {
    type: v2Types[wish.kind],
    ai: { model: wish.model, ...v2Options(wish.kind, wish.choices) },
    content: [
      { type: "input_text", text: prompt },
      ...wish.references.map((reference) => ({ type: "input_file" as const, file_data: reference })),
    ],
  };
}

function v2Options(kind: Kind, choices: Choices): Record<string, string> {
  if (kind === "text") return {};
  const chosen = optionFields(kind).flatMap((field) => {
    const value = choices[field.name];
    return value === undefined || value === "" ? [] : [[field.v2Name, value] as const];
  });
  return Object.fromEntries(chosen);
}

function imagesOf(references: readonly string[]): Pick<MediaRequests["image"], "image"> {
  if (references.length === 0) return {};
  return { image: references.map((reference) => ({ type: "input_image", image_url: reference })) };
}

function defined<Name extends string>(fields: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const present: Partial<Record<Name, string>> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined && value !== "") present[name] = value;
  }
  return present;
}

function numberOf<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, number>> {
  const number = value === undefined || value === "" ? Number.NaN : Number(value);
  const fields: Partial<Record<Name, number>> = {};
  if (Number.isFinite(number)) fields[name] = number;
  return fields;
}

/** The choices that a request was made with, by their v1 names: the way back, for "Make Another". */
export function choicesOf(request: TaskRequest): Choices {
  if (request.kind === "text") return {};
  const kind: MediaKind = request.kind;
  const fields: Record<string, unknown> = request.interface === "v1" ? request.body : request.body.ai;
  const choices: Choices = {};
  for (const field of optionFields(kind)) {
    const value = fields[request.interface === "v1" ? field.name : field.v2Name];
    if (typeof value !== "string" && typeof value !== "number") continue;
    if (describeBadValue(field, String(value)) === undefined) choices[field.name] = String(value);
  }
  return choices;
}

/** The reference pictures that a request was made with. */
export function referencesOf(request: TaskRequest): string[] {
  if (request.interface === "v2") {
    return request.body.content.flatMap((part) => (part.type === "input_file" && part.file_data !== undefined ? [part.file_data] : []));
  }
  return request.kind === "audio" ? [] : (request.body.image ?? []).map((picture) => picture.image_url);
}
