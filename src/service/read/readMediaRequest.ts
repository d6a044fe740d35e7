/** Reads the JSON of `POST /images`, `/audios` or `/videos`. Source: spec, the sections of those names. */
import type { InputFile, MediaGenerationRequest } from "../../contract/generationRequest.ts";
import type { JsonObject } from "../../contract/jsonObject.ts";
import { kindTable, type MediaKind } from "../../contract/kind.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { elementObject, optionalArray, requiredText } from "./fields.ts";
import { readMedia } from "./mediaReaders.ts";
import { InputFiles } from "./readInputFile.ts";

/** Throws an error whose `param` is the field. The model's own limits are not checked here. */
export async function readMediaRequest(kind: MediaKind, body: JsonObject, loadFile: LoadFile): Promise<MediaGenerationRequest> {
  const given = { model: requiredText(body, "model"), text: requiredText(body, kindTable[kind].textField) };
  const nameOf = (option: string) => option;
  const source = { object: body, keyOf: nameOf, paramOf: nameOf, isV2: false };
  return readMedia(kind, given, source, () => readReferences(body, loadFile), loadFile);
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
