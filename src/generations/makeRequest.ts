/** Writes the request of a task in the fields of the interface: the only place that knows how a body is built from options. */

import { ServiceError } from "../client/serviceError.ts";
import { describeIssue } from "../contract/describeIssue.ts";
import { mainTextField, mediaOptionsOf } from "../contract/fields.ts";
import { type InterfaceVersion, type Kind, kindTable, type MediaKind } from "../contract/kind.ts";
import { type CheckedRequest, parseMediaRequest } from "../contract/media.ts";
import { inEnglish } from "../contract/translate.ts";
import { v2RequestSchema } from "../contract/v2.ts";
import type { TaskRequest } from "../contract/wireRequest.ts";

export interface RequestParts {
  interface: InterfaceVersion;
  kind: Kind;
  model: string;
  /** The main text. */
  prompt: string;
  /** Values of options by their v1 names; undefined and empty ones are left out. */
  options?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Addresses or data URIs: reference images, or files that a text model reads. */
  files?: readonly string[];
  /** Of v2. */
  stopSequences?: readonly string[];
}

/**
 * v1 has no task for text, because its answers are streamed, so a text request is always v2.
 * @throws ServiceError `invalidRequest` if a value is not one that the interface takes.
 */
export function makeRequest(parts: RequestParts): TaskRequest {
  const { kind, model, prompt, options = {}, files = [] } = parts;
  if (parts.interface === "v2" || kind === "text") return readRequest("v2", kind, buildV2(parts));
  const body = {
    model,
    [mainTextField(kind, "v1")]: prompt,
    ...required(kind),
    ...Object.fromEntries(mediaOptionsOf(kind).flatMap(({ name, type }) => entry(name, type.type, given(options, name)))),
    ...(files.length > 0 && kindTable[kind].takesImages ? { image: files.map((file) => ({ type: "input_image", image_url: file })) } : {}),
  };
  return readRequest("v1", kind, body);
}

/** A request with this body. @throws ServiceError `invalidRequest` if the interface does not take it. */
export function readRequest(version: InterfaceVersion, kind: Kind, body: object): TaskRequest {
  if (version === "v2" || kind === "text") return { interface: "v2", kind, body: accept(v2RequestSchema.safeParse(body)) };
  return accept(parseMediaRequest(kind, body));
}

function accept<Checked>(checked: CheckedRequest<Checked>): Checked {
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const param = issue?.path.map(String).join(".") ?? "";
  throw new ServiceError({
    kind: "invalidRequest",
    param,
    message: issue ? describeIssue(param, issue, inEnglish) : `${param} is not valid.`,
  });
}

/** v1 requires them; whoever makes the request has asked for them. */
function required(kind: MediaKind): object {
  return kind === "audio" ? { voice: "", format: kindTable.audio.usualFormat } : {};
}

/** Source: spec, "POST /api/v2". */
function buildV2({ kind, model, prompt, options = {}, files = [], stopSequences = [] }: RequestParts): object {
  const chosen = kind === "text" ? [] : mediaOptionsOf(kind).flatMap(({ name, v2Name }) => entry(v2Name, "string", given(options, name)));
  return {
    type: kindTable[kind].v2Type,
    ai: { model, ...Object.fromEntries(chosen) },
    content: [{ type: "input_text", text: prompt }, ...files.map((file) => ({ type: "input_file", file_data: file }))],
    ...(stopSequences.length === 0 ? {} : { stop_sequences: stopSequences }),
  };
}

/** One file is what every request makes, also without the added field. */
function given(
  options: Readonly<Record<string, string | number | boolean | undefined>>,
  name: string,
): string | number | boolean | undefined {
  const value = options[name];
  return name === "n" && Number(value) === 1 ? undefined : value;
}

function entry(name: string, type: string, value: string | number | boolean | undefined): [string, string | number | boolean][] {
  if (value === undefined || value === "") return [];
  if (type === "boolean") return [[name, String(value) === "true"]];
  if (type !== "integer" && type !== "number") return [[name, String(value)]];
  const number = Number(value);
  return Number.isFinite(number) ? [[name, number]] : [];
}
