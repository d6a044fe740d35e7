/** Extracts from a text request what the demo model needs. */
import { findFormat } from "../../contract/fileFormats.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import { sourceOfBytes } from "../../media/files/byteSource.ts";
import { findDuration } from "../../media/files/duration.ts";
import { decodeImage } from "../../media/images/decodeImage.ts";
import { readImageHeader } from "../../media/images/readImageHeader.ts";
import { dominantColours } from "../image/dominantColours.ts";
import type { DemoTextRequest } from "../request.ts";
import { wordsOf } from "./analyseText.ts";

interface FileDescription {
  name: string;
  /** A line of Markdown. */
  fact: string;
  /** The file's own text, without a byte order mark. */
  text?: string;
  /** It is part of the message's text, and the message may be about something else. */
  isInMessage?: true;
}

export interface TextTask {
  /** The last message of the user. */
  prompt: string;
  /** The messages before it, oldest first. */
  history: DemoTextRequest["turns"];
  files: FileDescription[];
  /** The text to work on: of the files, otherwise the text after the instruction in the prompt; undefined if there is none. */
  material: string | undefined;
  /** Only the requested text may be written, without an introduction or a note. */
  isAlone?: true;
}

/** The content of a fenced or triple-quoted block; otherwise the text after a colon in the first line, or after the first line. */
function materialIn(prompt: string): string | undefined {
  const block = /```[^`\n]*\n([\s\S]*?)```/.exec(prompt)?.[1] ?? /"""([\s\S]+?)"""/.exec(prompt)?.[1];
  const rest = block ?? /^[^\n]{1,200}?:\s+([\s\S]+)$/.exec(prompt)?.[1] ?? /^[^\n]+\n\s*\n?([\s\S]+)$/.exec(prompt)?.[1];
  return rest?.trim() || undefined;
}

/** How much of a text, and of one of its lines, the demo reads, in UTF-16 code units: a longer one would occupy it for minutes. */
const readLength = 100_000;
const readLine = 2_000;

function shorten(text: string): string {
  const read = text.slice(0, readLength);
  const lines = read.split("\n").map((line) => (line.length > readLine ? `${line.slice(0, readLine).toWellFormed()}…` : line));
  return read.length < text.length ? `${lines.join("\n")}\n…` : lines.join("\n");
}

/** A chat writes texts of files before the user's own text: a name, and a fence without a language. */
const attachedText = /^([^\n`]{1,200}):\n(`{3,})\n([\s\S]*?)\n\2\s*\n(?=\s*\S)/;

function readAttached(message: string): { attached: FileDescription[]; prompt: string } {
  const attached: FileDescription[] = [];
  let prompt = message;
  for (let found = attachedText.exec(prompt); found !== null; found = attachedText.exec(prompt)) {
    const [whole, name = "", , text = ""] = found;
    prompt = prompt.slice(whole.length).trim();
    if (!name.startsWith("Instructions to follow")) attached.push({ name, fact: factOfText(text), text, isInMessage: true });
  }
  return { attached, prompt };
}

const factOfText = (read: string, whole = read) => `a text of **${wordsOf(read).length} words** in ${whole.split("\n").length} lines`;

export async function readTextTask(request: DemoTextRequest): Promise<TextTask> {
  const lastUser = request.turns.findLastIndex((turn) => turn.role === "user");
  const { attached, prompt } = readAttached(shorten(request.turns[lastUser]?.text.trim() ?? ""));
  const history = request.turns.slice(0, Math.max(0, lastUser));
  const files = [...attached, ...(await Promise.all(request.files.map(describeFile)))];
  const texts = files.flatMap((file) => file.text ?? []);
  const lastAnswer = history.findLast((turn) => turn.role === "assistant")?.text;
  const material = texts.length > 0 ? texts.join("\n\n") : (materialIn(prompt) ?? lastAnswer);
  return { prompt, history, files, material };
}

function formatBytes(count: number): string {
  if (count < 1000) return `${count} bytes`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    return bytes.subarray(0, 4096).includes(0) ? undefined : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Prefers the type detected from the bytes to the declared one. */
async function describeFile({ name: given, bytes, part, mediaType }: InputFile, position: number): Promise<FileDescription> {
  const name = given ?? `attachment ${position + 1}`;
  const size = formatBytes(bytes.length);
  const format = findFormat(bytes)?.format ?? "";
  const image = readImageHeader(bytes);
  if (image) {
    const pixels = await decodeImage(bytes);
    const colours = pixels ? dominantColours(pixels, 4).map(({ code, share }) => `\`${code}\` (${Math.round(share * 100)} %)`) : [];
    const seen = colours.length > 0 ? `; dominant colours: ${colours.join(", ")}` : "";
    return { name, fact: `a ${image.format.toUpperCase()} image of **${image.width} × ${image.height}** pixels, ${size}${seen}` };
  }
  const text = format === "pdf" ? undefined : readText(bytes);
  if (text !== undefined) {
    const shortened = shorten(text);
    return { name, fact: `${factOfText(shortened, text)}, ${size}`, text: shortened };
  }
  const seconds = await findDuration(sourceOfBytes(bytes), format);
  const duration = seconds === undefined ? "" : ` of ${seconds.toFixed(1)} seconds`;
  const kind = part === "audio" ? "a sound" : part === "video" ? "a clip" : "a file";
  return { name, fact: `${kind}${duration}, ${mediaType || "of an unknown type"}, ${size}` };
}
