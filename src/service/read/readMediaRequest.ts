/** Reads the JSON of `POST /images`, `/audios` or `/videos`. Source: spec, the sections of those names. */

import type { AudioRequest, ImageRequest, InputFile, VideoRequest } from "../../contract/generationRequest.ts";
import type { MediaKind } from "../../contract/kind.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { elementObject, type JsonObject, optionalArray, optionalInteger, optionalNumber, optionalText, requiredText } from "./fields.ts";
import { readAddedFields } from "./readAddedFields.ts";
import { InputFiles } from "./readInputFile.ts";

export type MediaGenerationRequest = ImageRequest | AudioRequest | VideoRequest;

/** Throws an error whose `param` is the field. The model's own limits are not checked here. */
export async function readMediaRequest(kind: MediaKind, body: JsonObject, loadFile: LoadFile): Promise<MediaGenerationRequest> {
  const model = requiredText(body, "model");
  switch (kind) {
    case "image":
      return {
        kind,
        model,
        prompt: requiredText(body, "prompt"),
        size: optionalText(body, "size"),
        quality: optionalText(body, "quality"),
        aspectRatio: optionalText(body, "aspect_ratio"),
        ...(await readFiles(body, loadFile)),
      };
    case "video":
      return {
        kind,
        model,
        prompt: requiredText(body, "prompt"),
        size: optionalText(body, "size"),
        quality: optionalText(body, "quality"),
        duration: optionalInteger(body, "duration"),
        ...(await readFiles(body, loadFile)),
      };
    case "audio":
      return {
        kind,
        model,
        text: requiredText(body, "input"),
        voice: requiredText(body, "voice"),
        format: requiredText(body, "format"),
        speed: optionalNumber(body, "speed"),
      };
  }
}

/** The reference images and the added fields, one of which is a file. */
async function readFiles(body: JsonObject, loadFile: LoadFile): Promise<Pick<ImageRequest, "references" | "added">> {
  const references = await readReferences(body, loadFile);
  const source = { object: body, keyOf: (field: string) => field, paramOf: (field: string) => field, takesTexts: false };
  return { references, added: await readAddedFields(source, references, loadFile) };
}

async function readReferences(body: JsonObject, loadFile: LoadFile): Promise<InputFile[]> {
  const files = new InputFiles("image");
  for (const [index, value] of (optionalArray(body, "image") ?? []).entries()) {
    const reference = elementObject(value, "image", index);
    if (reference.type !== "input_image") throw invalidRequest("image", `image[${index}].type must be input_image.`);
    files.add({ source: requiredText(reference, "image_url", "image", `image[${index}].image_url`), part: "image" });
  }
  return files.load(loadFile);
}
