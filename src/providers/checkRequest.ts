import type {
  AudioRequest,
  ImageRequest,
  ImageSettings,
  InputFile,
  MediaGenerationRequest,
  VideoRequest,
} from "../contract/generationRequest.ts";
import { ratioOf } from "../contract/imageSize.ts";
import type { MediaKind } from "../contract/kind.ts";
import { countCharacters } from "../contract/limits.ts";
import type { Capabilities } from "../contract/models.ts";
import { checkAddedFields } from "./checkAddedFields.ts";
import type { GenerationRequest, ParameterError, TextRequest } from "./request.ts";
import { filesOf, lastUserText } from "./request.ts";

/** A model, with the name that the request used. */
interface CheckedModel {
  id: string;
  capabilities: Capabilities;
  ignoresVoice?: boolean | undefined;
}

const refuse = (param: string, message: string): ParameterError => ({ param, message });

/** Checks a value against a closed list. undefined, the model's default, is always accepted, and so is any value if the list is unknown. */
function checkChoice(param: string, value: string | undefined, taken: readonly string[] | undefined, model: CheckedModel) {
  if (value === undefined || !taken || taken.some((name) => name.toLowerCase() === value.trim().toLowerCase())) return undefined;
  if (taken.length === 0) return refuse(param, `${model.id} takes no ${param}.`);
  return refuse(param, `${model.id} does not take this ${param}. It takes: ${taken.join(", ")}.`);
}

function checkReferences(references: readonly InputFile[], model: CheckedModel): ParameterError | undefined {
  const maximum = model.capabilities.image;
  if (maximum !== undefined && references.length > maximum) {
    return refuse("image", `${model.id} takes at most ${maximum} reference image${maximum === 1 ? "" : "s"}.`);
  }
  const other = references.find((reference) => !reference.mediaType.startsWith("image/"));
  return other && refuse("image", `${model.id} takes images as references, not ${other.mediaType || "files of an unknown type"}.`);
}

/** A size in pixels is exact and must fit the ratio, if one is given. */
function checkSize(settings: ImageSettings, model: CheckedModel): ParameterError | undefined {
  const { size: names, side } = model.capabilities;
  const size = settings.size?.trim().toLowerCase();
  const pixels = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(size ?? "");
  const [width, height] = [Number(pixels?.[1]), Number(pixels?.[2])];
  const inLimits = side !== undefined && [width, height].every((length) => length >= side.minimum && length <= side.maximum);
  if (size !== undefined && !inLimits && names && !names.some((name) => name.toLowerCase() === size)) {
    const exact = side ? [`WIDTHxHEIGHT with ${side.minimum} to ${side.maximum} pixels a side`] : [];
    const taken = [names.join(", "), ...exact].filter((text) => text !== "").join(", or ");
    return refuse("size", taken === "" ? `${model.id} takes no size.` : `${model.id} does not take this size. It takes: ${taken}.`);
  }
  const ratio = settings.aspectRatio === undefined ? undefined : ratioOf(settings.aspectRatio);
  if (pixels && ratio !== undefined && Math.abs(width / height / ratio - 1) > 0.02) {
    return refuse("aspect_ratio", `${model.id} takes either a size in pixels or an aspect_ratio when the two do not agree.`);
  }
  return undefined;
}

/** The wire names of the settings are the same for `/images` and in the `image_generation` tool. */
function checkImageSettings(settings: ImageSettings, model: CheckedModel): ParameterError | undefined {
  return (
    checkChoice("quality", settings.quality, model.capabilities.quality, model) ??
    checkChoice("aspect_ratio", settings.aspectRatio, model.capabilities.aspect_ratio, model) ??
    checkSize(settings, model)
  );
}

function checkText(request: TextRequest, model: CheckedModel): ParameterError | undefined {
  const { effort, input, tools } = model.capabilities;
  const files = filesOf(request);
  const isAnswered = request.dialogue.at(-1)?.type === "function_call_output";
  if (!lastUserText(request).trim() && files.length === 0 && !isAnswered) return refuse("input", "There is no text and no file to answer.");
  if (request.effort && effort && !effort.includes(request.effort)) {
    const taken = effort.length === 0 ? "any effort" : `this effort. It takes: ${effort.join(", ")}`;
    return refuse("reasoning.effort", `${model.id} does not take ${taken}.`);
  }
  const unseen = input && files.find((file) => !input.includes(file.part));
  if (unseen) return refuse("input", `${model.id} does not take input_${unseen.part} parts.`);
  if (tools && request.webSearch && !tools.includes("web_search"))
    return refuse("tools", `${model.id} cannot search: it has no web_search.`);
  if (tools && request.functions.length > 0 && !tools.includes("function")) return refuse("tools", `${model.id} cannot call functions.`);
  if (!request.imageTool) return undefined;
  if (tools && !tools.includes("image_generation")) {
    return refuse("tools", `${model.id} cannot draw: the image_generation tool needs a multimodal model.`);
  }
  const error = checkImageSettings(request.imageTool, model);
  // Settings of a tool belong to the field `tools`.
  return error && refuse("tools", error.message);
}

function checkImage(request: ImageRequest, model: CheckedModel): ParameterError | undefined {
  if (!request.prompt.trim()) return refuse("prompt", "There is no text to generate from.");
  return checkImageSettings(request, model) ?? checkReferences(request.references, model) ?? checkAddedFields(request, model);
}

function checkAudio(request: AudioRequest, model: CheckedModel): ParameterError | undefined {
  const { voice, format, speed, characters } = model.capabilities;
  if (!request.text.trim()) return refuse("input", "There is no text to generate from.");
  if (characters !== undefined && countCharacters(request.text) > characters) {
    return refuse("input", `${model.id} voices at most ${characters} characters at a time.`);
  }
  const error =
    checkChoice("voice", request.voice, model.ignoresVoice ? undefined : voice, model) ??
    checkChoice("format", request.format, format, model) ??
    checkAddedFields(request, model);
  if (error || request.speed === undefined) return error;
  if (!(request.speed > 0)) return refuse("speed", "speed must be above zero.");
  if (!speed || (request.speed >= speed.minimum && request.speed <= speed.maximum)) return undefined;
  return refuse("speed", `${model.id} takes a speed from ${speed.minimum} to ${speed.maximum}.`);
}

function checkVideo(request: VideoRequest, model: CheckedModel): ParameterError | undefined {
  const { size, quality, duration } = model.capabilities;
  if (!request.prompt.trim()) return refuse("prompt", "There is no text to generate from.");
  const error =
    checkChoice("size", request.size, size, model) ??
    checkChoice("quality", request.quality, quality, model) ??
    checkReferences(request.references, model) ??
    checkAddedFields(request, model);
  if (error || request.duration === undefined || !duration || duration.includes(request.duration)) return error;
  return refuse("duration", `${model.id} does not take this duration. It takes, in seconds: ${duration.join(", ")}.`);
}

const mediaChecks: { [K in MediaKind]: (request: MediaGenerationRequest<K>, model: CheckedModel) => ParameterError | undefined } = {
  image: checkImage,
  audio: checkAudio,
  video: checkVideo,
};

/** Checks a request against what is known of its model. Messages never contain the value that was sent. undefined: no error was found. */
export function checkRequest(request: GenerationRequest, model: CheckedModel): ParameterError | undefined {
  return request.kind === "text" ? checkText(request, model) : checkMediaRequest(request.kind, request, model);
}

function checkMediaRequest<K extends MediaKind>(kind: K, request: MediaGenerationRequest<K>, model: CheckedModel) {
  return mediaChecks[kind](request, model);
}
