/** Builds the request of a task as it is sent, and reads the options back from such a request. */
import { type Kind, type MediaKind, usualFormats, v2Types } from "../../contract/kind.ts";
import type { MediaRequests } from "../../contract/media.ts";
import type { V2Request } from "../../contract/v2.ts";
import type { TaskRequest } from "../../tasks/task.ts";
import type { Choices } from "../state.ts";
import { describeBadValue, optionFields } from "./optionFields.ts";
import type { RequestOptions } from "./requestOptions.ts";

/** v1 has no task for text, because its answers are streamed, so a text request is always v2. */
export function buildTaskRequest(prompt: string, options: RequestOptions): TaskRequest {
  if (options.interface === "v2" || options.kind === "text") return { interface: "v2", kind: options.kind, body: buildV2(prompt, options) };
  switch (options.kind) {
    case "image":
      return { interface: "v1", kind: "image", body: buildImage(prompt, options) };
    case "audio":
      return { interface: "v1", kind: "audio", body: buildAudio(prompt, options) };
    case "video":
      return { interface: "v1", kind: "video", body: buildVideo(prompt, options) };
  }
}

function buildImage(prompt: string, { model, choices, references }: RequestOptions): MediaRequests["image"] {
  const { size, quality, aspect_ratio } = choices;
  return { model, prompt, ...defined({ size, quality, aspect_ratio }), ...imagesOf(references) };
}

function buildVideo(prompt: string, { model, choices, references }: RequestOptions): MediaRequests["video"] {
  const { size, quality, duration } = choices;
  return { model, prompt, ...defined({ size, quality }), ...numberOf("duration", duration), ...imagesOf(references) };
}

/** `voice` and `format` are required; the user was already asked for them. */
function buildAudio(input: string, { model, choices }: RequestOptions): MediaRequests["audio"] {
  const { voice = "", format = usualFormats.audio, speed } = choices;
  return { model, input, voice, format, ...numberOf("speed", speed) };
}

/** Source: spec, "POST /api/v2". All values in `ai` are strings. */
function buildV2(prompt: string, options: RequestOptions): V2Request {
  return {
    type: v2Types[options.kind],
    ai: { model: options.model, ...v2Options(options.kind, options.choices) },
    content: [
      { type: "input_text", text: prompt },
      ...options.references.map((reference) => ({ type: "input_file" as const, file_data: reference })),
    ],
    ...stopSequencesOf(options),
  };
}

function stopSequencesOf({ kind, choices }: RequestOptions): Pick<V2Request, "stop_sequences"> {
  const phrases = (kind === "text" ? (choices.stop_sequences ?? "") : "").split(",").map((phrase) => phrase.trim());
  const present = phrases.filter((phrase) => phrase !== "");
  return present.length === 0 ? {} : { stop_sequences: present };
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

/** The options of a request, by their v1 names, for "Run Again". */
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
