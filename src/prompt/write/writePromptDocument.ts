/** Writes a request as a prompt document that results in the same request. */
import { isFileField, mainTextField } from "../../contract/fields.ts";
import { mediaTypeOf } from "../../contract/fileFormats.ts";
import { type InputPart, inputMessageSchema, inputPartSchema } from "../../contract/inputMessage.ts";
import { referenceImagesOf } from "../../contract/media.ts";
import { t } from "../../contract/translate.ts";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { isRemote } from "../documentFiles.ts";
import { ownFields } from "../fields/documentFields.ts";
import { escapeBody, escapePlaceholders } from "../text/fillVariables.ts";
import { writeQuoted, writeScalar } from "./writeScalar.ts";

/**
 * A request may come from a stranger's file: its texts stay texts in every field, and none is read as a placeholder, a turn, a directive of
 * the document or YAML. Files that were sent as data URIs are left out, with a comment, because a prompt document names files.
 * Each of `notes` becomes a comment too.
 */
export function writePromptDocument(request: WireRequest, options: { output?: string; notes?: readonly string[] } = {}): string {
  const lines = [...(request.kind === "text" ? [] : [`kind: ${request.kind}`]), ...(request.interface === "v2" ? ["interface: v2"] : [])];
  const { fields, text, files } = takeApart(request);
  for (const [name, value] of Object.entries(fields)) lines.push(...writeField(request, name, value));
  lines.push(...writeFiles(request, files));
  if (options.output !== undefined) lines.push(`output: ${writeScalar(options.output)}`);
  lines.push(...(options.notes ?? []).map(comment));
  return `---\n${lines.join("\n")}\n---\n${text.trimEnd()}\n`;
}

interface Parts {
  fields: { [name: string]: unknown };
  text: string;
  /** URLs and data URIs. */
  files: string[];
}

function takeApart(request: WireRequest): Parts {
  if (request.interface === "v2") {
    const { type: _type, ai, content, ...rest } = request.body;
    const texts = content.flatMap((part) => (part.type === "input_text" ? [part.text] : []));
    const files = content.flatMap((part) => (part.type === "input_file" && part.file_data ? [part.file_data] : []));
    return { fields: { ...ai, ...rest }, text: escapeBody(texts.join("\n\n")), files };
  }
  if (request.kind === "text") {
    const { input, ...fields } = request.body;
    return { fields, ...readInput(input) };
  }
  const { [mainTextField(request.kind, "v1")]: text, image: _, ...fields } = request.body;
  return { fields, text: escapeBody(String(text)), files: referenceImagesOf(request).map((one) => one.image_url) };
}

type Input = Extract<WireRequest, { interface: "v1"; kind: "text" }>["body"]["input"];

function readInput(input: Input): { text: string; files: string[] } {
  if (typeof input === "string") return { text: escapeBody(input), files: [] };
  const files: string[] = [];
  const read = (part: InputPart): string => {
    const file = fileOf(part);
    if (file) files.push(file);
    return part.type === "input_text" || part.type === "output_text" ? part.text : "";
  };
  const turns = input.map((element) => {
    const message = inputMessageSchema.safeParse(element);
    if (!message.success) return { role: "user", text: readPart(element, read) };
    const { content, role } = message.data;
    if (typeof content === "string") return { role, text: content };
    const texts = content.map(read).filter((one) => one !== "");
    return { role, text: texts.join("\n\n") };
  });
  const [only, another] = turns;
  if (only && !another && only.role === "user") return { text: escapeBody(only.text), files };
  return { text: turns.map((turn) => `## ${turn.role}\n${escapeBody(turn.text)}`).join("\n\n"), files };
}

/** A part in `input` outside a message belongs to the user. */
function readPart(element: unknown, read: (part: InputPart) => string): string {
  const part = inputPartSchema.safeParse(element);
  return part.success ? read(part.data) : "";
}

function fileOf(part: InputPart): string | undefined {
  switch (part.type) {
    case "input_file":
      return part.file_url ?? part.file_data;
    case "input_image":
      return part.image_url;
    case "input_audio":
      return part.audio_url;
    case "input_video":
      return part.video_url;
    case "input_text":
    case "output_text":
      return undefined;
  }
}

/** A name that YAML reads as one, on one line. */
const fieldName = /^[A-Za-z_][\w-]{0,99}$/;
/** What controls a document, and so is no field of a request. */
const directives: ReadonlySet<string> = new Set([...ownFields.map(({ name }) => name), "type"]);

/** A field whose name or value would control the document, or read a file, becomes a comment. */
function writeField(request: WireRequest, name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!fieldName.test(name) || directives.has(name)) return [comment(t("The field {0} was left out.", JSON.stringify(name.slice(0, 100))))];
  if (isFileField(request.kind, request.interface, name) && !(typeof value === "string" && isRemote(value)))
    return [comment(t("The file of {0} was left out.", name))];
  return [`${name}: ${typeof value === "string" ? writeScalar(escapePlaceholders(value)) : writeQuoted(escapeAll(value))}`];
}

/** The same value with texts that contain no placeholders. */
function escapeAll(value: unknown): unknown {
  if (typeof value === "string") return escapePlaceholders(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [escapePlaceholders(name), escapeAll(inner)]));
}

function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`;
}

function writeFiles(request: WireRequest, files: readonly string[]): string[] {
  const field = request.interface === "v1" && mainTextField(request.kind, "v1") === "prompt" ? "image" : "files";
  const isData = (file: string) => /^data:/i.test(file);
  const named = files.filter((file) => isRemote(file) && !isData(file));
  const unnamed = files.filter((file) => !isRemote(file) || isData(file));
  const comments = unnamed.map((file) =>
    comment(
      isData(file)
        ? t("One file ({0}) was sent here; name it in `{1}`.", mediaTypeOf(file), field)
        : t("One file of a path was sent here; name it in `{0}`.", field),
    ),
  );
  const list = named.map((file) => `  - ${writeQuoted(escapePlaceholders(file))}`);
  return [...(list.length > 0 ? [`${field}:`, ...list] : []), ...comments];
}
