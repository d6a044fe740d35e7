/** A generation request in; the first value that its model does not take, named by the wire's parameter, out. */
import { countCharacters } from "../../contract/limits.ts";
import {
  type AudioModel,
  findModel,
  type ImageCapability,
  type ImageModel,
  imageToolCapability,
  type TextModel,
  type VideoModel,
} from "./capabilities.ts";
import type { AudioRequest, GenerationRequest, ImageRequest, InputFile, ParameterRefusal, TextRequest, VideoRequest } from "./generator.ts";
import { type ImageWishes, pictureSize } from "./pictureSize.ts";

const refuse = (param: string, message: string): ParameterRefusal => ({ param, message });

/** One value of a closed list; undefined, the model's default, is always taken. */
function checkChoice(param: string, value: string | undefined, taken: readonly string[], model: string): ParameterRefusal | undefined {
  if (value === undefined || taken.some((name) => name.toLowerCase() === value.toLowerCase())) return undefined;
  return refuse(param, `${model} does not take this ${param}. It takes: ${taken.join(", ")}.`);
}

function checkPictures(param: string, references: InputFile[], maximum: number, model: string): ParameterRefusal | undefined {
  if (references.length > maximum) return refuse(param, `${model} takes at most ${maximum} reference image${maximum === 1 ? "" : "s"}.`);
  const other = references.find((reference) => !reference.mediaType.startsWith("image/"));
  return other && refuse(param, `${model} takes images as references, not ${other.mediaType || "files of an unknown type"}.`);
}

/** The three settings of a picture. The wire's names are the same at `/images` and inside the `image_generation` tool. */
export function checkImageWishes(wishes: ImageWishes, capability: ImageCapability, model: string): ParameterRefusal | undefined {
  const size = pictureSize(wishes, capability);
  return (
    checkChoice("quality", wishes.quality, capability.qualities, model) ??
    checkChoice("aspect_ratio", wishes.aspectRatio, capability.aspectRatios, model) ??
    ("refusal" in size ? refuse(size.param, `${model} ${size.refusal}`) : undefined)
  );
}

function checkText(request: TextRequest, model: TextModel): ParameterRefusal | undefined {
  const last = request.turns.findLast((turn) => turn.role === "user");
  if (!last?.text.trim() && request.files.length === 0) return refuse("input", "input has no text and no file to answer.");
  if (request.effort && !model.efforts.includes(request.effort)) {
    return refuse("reasoning.effort", `${model.id} does not take this effort. It takes: ${model.efforts.join(", ")}.`);
  }
  const unseen = request.files.find((file) => !model.inputParts.includes(file.part));
  if (unseen) return refuse("input", `${model.id} does not take input_${unseen.part} parts. demo-multimodal takes them.`);
  if (!request.imageTool) return undefined;
  if (!model.multimodal) return refuse("tools", `${model.id} cannot draw: the image_generation tool needs a multimodal model.`);
  return checkImageWishes(request.imageTool, imageToolCapability, model.id);
}

function checkImage(request: ImageRequest, model: ImageModel): ParameterRefusal | undefined {
  if (!request.prompt.trim()) return refuse("prompt", "prompt must not be empty.");
  return checkImageWishes(request, model, model.id) ?? checkPictures("image", request.references, model.references, model.id);
}

function checkAudio(request: AudioRequest, model: AudioModel): ParameterRefusal | undefined {
  if (!request.text.trim()) return refuse("input", "input must not be empty.");
  if (countCharacters(request.text) > model.maximumCharacters) {
    return refuse("input", `${model.id} voices at most ${model.maximumCharacters} characters at a time.`);
  }
  const refusal =
    checkChoice("voice", request.voice, model.voices, model.id) ?? checkChoice("format", request.format, model.formats, model.id);
  if (refusal) return refusal;
  if (request.speed >= model.minimumSpeed && request.speed <= model.maximumSpeed) return undefined;
  return refuse("speed", `${model.id} takes a speed from ${model.minimumSpeed} to ${model.maximumSpeed}.`);
}

function checkVideo(request: VideoRequest, model: VideoModel): ParameterRefusal | undefined {
  if (!request.prompt.trim()) return refuse("prompt", "prompt must not be empty.");
  const refusal =
    checkChoice("size", request.size, model.aspectRatios, model.id) ??
    checkChoice("quality", request.quality, Object.keys(model.qualities), model.id) ??
    checkPictures("image", request.references, model.references, model.id);
  if (refusal || request.duration === undefined || model.durations.includes(request.duration)) return refusal;
  return refuse("duration", `${model.id} does not take this duration. It takes, in seconds: ${model.durations.join(", ")}.`);
}

/** Undefined when the model takes the whole request. Messages never repeat the value that was sent. */
export function checkRequest(request: GenerationRequest): ParameterRefusal | undefined {
  const model = findModel(request.model);
  if (!model) return refuse("model", "There is no demo model of that name.");
  if (model.kind === "text" && request.kind === "text") return checkText(request, model);
  if (model.kind === "image" && request.kind === "image") return checkImage(request, model);
  if (model.kind === "audio" && request.kind === "audio") return checkAudio(request, model);
  if (model.kind === "video" && request.kind === "video") return checkVideo(request, model);
  return refuse("model", `${model.id} makes ${model.kind}, not ${request.kind}.`);
}
