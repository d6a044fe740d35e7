/** The field `input` of `POST /api/v1/responses` in; the dialogue's turns and the files in it out. Source: spec, "Input parts". */
import type { InputFile, TextRequest } from "../generators/generator.ts";
import { invalidRequest } from "../refusal.ts";
import { elementObject, isJsonObject, type JsonObject } from "./fields.ts";
import { InputFiles } from "./readInputFile.ts";

type Turn = TextRequest["turns"][number];

/** Media type of the `format` of an `input_audio` part. */
const audioTypes: Record<string, string> = { mp3: "audio/mpeg", wav: "audio/wav", flac: "audio/flac", opus: "audio/ogg", ogg: "audio/ogg" };

/** A text is one turn of the user; parts that stand outside of a message make up one, too. Throws `invalid_request` with `param` = `input`. */
export async function readInput(input: unknown): Promise<{ turns: Turn[]; files: InputFile[] }> {
  if (input === undefined || input === null) throw refusal("The required parameter input is missing.");
  if (typeof input === "string") {
    if (input.trim() === "") throw refusal("input must not be empty.");
    return { turns: [{ role: "user", text: input }], files: [] };
  }
  if (!Array.isArray(input)) throw refusal("input must be a string or an array.");
  if (input.length === 0) throw refusal("input must not be empty.");
  const reader = new InputReader();
  for (const [index, item] of input.entries()) reader.readItem(elementObject(item, "input", index), `input[${index}]`);
  return { turns: reader.turns, files: await reader.files.load() };
}

class InputReader {
  readonly turns: Turn[] = [];
  readonly files = new InputFiles("input");
  /** The turn that loose parts go on with. */
  #loose: Turn | undefined;

  readItem(item: JsonObject, place: string): void {
    switch (item.type) {
      case undefined:
      case null:
      case "message":
        this.#loose = undefined;
        this.#readMessage(item, place);
        break;
      // Standard clients send an earlier answer back whole; a summary of its reasoning adds nothing to the dialogue.
      case "reasoning":
        return;
      case "image_generation_call":
        if (typeof item.result === "string" && item.result !== "") {
          this.files.add({ source: item.result, part: "image", mediaType: "image/png", bareBase64: true });
        }
        return;
      default:
        if (!this.#loose) {
          this.#loose = { role: "user", text: "" };
          this.turns.push(this.#loose);
        }
        this.#readPart(item, place, this.#loose);
        break;
    }
  }

  #readMessage(item: JsonObject, place: string): void {
    const { role, content } = item;
    if (role === "system" || role === "developer") {
      throw refusal(`${place}.role must not be system or developer: use the field instructions.`);
    }
    if (role !== "user" && role !== "assistant") throw refusal(`${place}.role must be user or assistant.`);
    const turn: Turn = { role, text: "" };
    this.turns.push(turn);
    if (typeof content === "string") {
      turn.text = content;
      return;
    }
    if (!Array.isArray(content) || content.length === 0) throw refusal(`${place}.content must be a string or an array of parts.`);
    for (const [index, part] of content.entries()) {
      const partPlace = `${place}.content[${index}]`;
      if (!isJsonObject(part)) throw refusal(`${partPlace} must be an object.`);
      this.#readPart(part, partPlace, turn);
    }
  }

  #readPart(part: JsonObject, place: string, turn: Turn): void {
    switch (part.type) {
      case "input_text":
      case "output_text":
        addText(turn, text(part, "text", place));
        break;
      case "refusal":
        addText(turn, text(part, "refusal", place));
        break;
      case "input_file":
        this.files.add({ ...this.#documentSource(part, place), part: "file", name: optional(part, "filename", place) });
        break;
      case "input_image":
        this.files.add({ source: text(part, "image_url", place), part: "image" });
        break;
      case "input_video":
        this.files.add({ source: text(part, "video_url", place), part: "video" });
        break;
      case "input_audio":
        this.files.add({ ...audioSource(part, place), part: "audio" });
        break;
      default:
        throw refusal(`${place}.type is not one that this interface knows.`);
    }
  }

  #documentSource(part: JsonObject, place: string): { source: string; bareBase64: boolean } {
    const data = optional(part, "file_data", place);
    const url = optional(part, "file_url", place);
    if ((data === undefined) === (url === undefined)) throw refusal(`${place} must have either file_data or file_url.`);
    return { source: data ?? url ?? "", bareBase64: data !== undefined };
  }
}

function audioSource(part: JsonObject, place: string): { source: string; bareBase64?: boolean; mediaType?: string | undefined } {
  const inline = part.input_audio;
  if (!isJsonObject(inline)) return { source: text(part, "audio_url", place) };
  const format = optional(inline, "format", `${place}.input_audio`);
  return {
    source: text(inline, "data", `${place}.input_audio`),
    bareBase64: true,
    mediaType: format === undefined ? undefined : (audioTypes[format] ?? `audio/${format}`),
  };
}

function addText(turn: Turn, addition: string): void {
  turn.text = turn.text === "" ? addition : `${turn.text}\n${addition}`;
}

function text(object: JsonObject, name: string, place: string): string {
  const value = object[name];
  if (typeof value === "string") return value;
  throw refusal(`${place}.${name} must be a string.`);
}

function optional(object: JsonObject, name: string, place: string): string | undefined {
  return object[name] === undefined || object[name] === null ? undefined : text(object, name, place);
}

function refusal(message: string) {
  return invalidRequest("input", message);
}
