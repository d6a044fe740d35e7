/** Writes a request as a prompt document that results in the same request. */
import { mainTextField } from "../../contract/fields.ts";
import { mediaTypeOf } from "../../contract/fileFormats.ts";
import { type InputPart, inputMessageSchema, inputPartSchema } from "../../contract/inputMessage.ts";
import { referenceImagesOf } from "../../contract/media.ts";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { isRemote } from "../parse/documentFiles.ts";
import { writeScalar } from "./writeScalar.ts";

/**
 * Files that were sent as data URIs are left out, with a comment, because a prompt document names files.
 * Each of `notes` becomes a comment too.
 */
export function writePromptDocument(request: WireRequest, options: { output?: string; notes?: readonly string[] } = {}): string {
  const lines = [...(request.kind === "text" ? [] : [`kind: ${request.kind}`]), ...(request.interface === "v2" ? ["interface: v2"] : [])];
  const { fields, text, files } = takeApart(request);
  for (const [name, value] of Object.entries(fields)) lines.push(...writeField(name, value));
  lines.push(...writeFiles(request, files));
  if (options.output !== undefined) lines.push(`output: ${writeScalar(options.output)}`);
  for (const note of options.notes ?? []) lines.push(`# ${note.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`);
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
    return { fields: { ...ai, ...rest }, text: escapeText(texts.join("\n\n")), files };
  }
  if (request.kind === "text") {
    const { input, ...fields } = request.body;
    return { fields, ...readInput(input) };
  }
  const { [mainTextField(request.kind, "v1")]: text, image: _, ...fields } = request.body;
  return { fields, text: escapeText(String(text)), files: referenceImagesOf(request).map((one) => one.image_url) };
}

type Input = Extract<WireRequest, { interface: "v1"; kind: "text" }>["body"]["input"];

function readInput(input: Input): { text: string; files: string[] } {
  if (typeof input === "string") return { text: escapeText(input), files: [] };
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
  if (only && !another && only.role === "user") return { text: escapeText(only.text), files };
  return { text: turns.map((turn) => `## ${turn.role}\n${escapeText(turn.text)}`).join("\n\n"), files };
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

function escapeText(text: string): string {
  return text.replaceAll("{{", "\\{{");
}

function writeField(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [`${name}: ${writeScalar(value)}`];
  return [`${name}: ${JSON.stringify(value)}`];
}

function writeFiles(request: WireRequest, files: readonly string[]): string[] {
  const field = request.interface === "v1" && mainTextField(request.kind, "v1") === "prompt" ? "image" : "files";
  const named = files.filter((file) => isRemote(file) && !/^data:/i.test(file));
  const comments = files
    .filter((file) => /^data:/i.test(file))
    .map((file) => `# One file (${mediaTypeOf(file)}) was sent here; name it in \`${field}\`.`);
  return [...(named.length > 0 ? [`${field}:`, ...named.map((file) => `  - ${writeScalar(file)}`)] : []), ...comments];
}
