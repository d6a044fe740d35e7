/** Videos at fal. Its package writes few fields, and passes on what is in its options. Source: fal's client for JavaScript, `EndpointTypeMap`. */
import type { JSONObject } from "@ai-sdk/provider";
import type { InputFile, VideoRequest } from "../../contract/generationRequest.ts";
import type { VideoCall, WrittenFields } from "../calls.ts";
import type { ProviderModel } from "../provider.ts";
import type { ParameterError } from "../request.ts";
import { writeAddedFields } from "./addedFields.ts";
import { aspectRatio, refuse } from "./common.ts";

type FalField = "first_frame" | "last_frame" | "references" | "generate_audio" | "fps";

const anyOf = (...parts: readonly string[]) => `(?:${parts.join("|")})`;

/** Kling's models that call the first image by a name of their own. */
const kling = anyOf("v2\\.6/pro", "v3/(?!turbo)\\w+", "o1", "o1/standard");
/** Models whose videos from an image can also end with one. */
const ending = anyOf(
  "seedance(?!/v1/pro/fast)[\\w./-]{0,30}",
  `kling-video/(?:${kling}|o3/\\w+)`,
  "ltx-2(?:-19b|\\.3|\\.3-22b)(?:/distilled)?",
  "/ray(?:-2|-2-flash|/v3\\.2)",
  "hailuo-02/(?:pro|standard)",
  "vidu/q[2-9]",
  "/wan/v2\\.(?:2-a14b|7)",
  "minimax/h\\d",
);

/** How models call a field. The first that fits counts. A model that fits none leaves the field out without a word, if it is not a newer one. */
const falNames: Readonly<Record<FalField, readonly (readonly [model: RegExp, name: string])[]>> = {
  // The package itself writes `image_url`.
  first_frame: [
    [/first-last-frame|\bvace-\d|vace-fun/, "first_frame_url"],
    [/pixverse\/[\w.]{1,20}\/transition/, "first_image_url"],
    [new RegExp(`start-end-to-video|wan-flf2v|kling-video/${kling}/image-to-video`), "start_image_url"],
  ],
  last_frame: [
    [/first-last-frame|\bvace-\d|vace-fun/, "last_frame_url"],
    [/kling-video\/(?:v1\/\w+|(?:v1\.\d|v2\.1|v2\.5-turbo)\/pro)\/image-to-video/, "tail_image_url"],
    [new RegExp(`/transition|start-end-to-video|flf2v$|${ending}/image-to-video`), "end_image_url"],
  ],
  // Instead of a first image.
  references: [
    [
      /(?:kling-video|seedance|happy-horse|veo|gemini-omni|wan\/v2\.6)[\w./-]{0,30}\/reference-to-video|pikascenes|pikaframes/,
      "image_urls",
    ],
    [/kling-video\/[\w./-]{1,20}\/elements|template-to-video/, "input_image_urls"],
    [/reference-to-video/, "reference_image_urls"],
  ],
  generate_audio: [
    [/pixverse\/(?:c\d|v5\.[5-9]|v[6-9]|extend)/, "generate_audio_switch"],
    [/vidu\/q3/, "audio"],
    [
      /veo3|seedance(?:-2|\/v1\.[5-9])|kling-video\/(?:v2\.6|v3|o3)\/(?!turbo)\w+\/(?:text|image|reference)-|ltx-2|wan\/v2\.6\/[\w-]{1,30}\/flash/,
      "generate_audio",
    ],
  ],
  fps: [
    [/\/wan(?:-(?:[ti]2v|flf2v|effects|[\w-]{0,20}vace-)|\/v2\.2-)|ltx-2\.3-quality|bernini|cosmos-3|lynx|editto/, "frames_per_second"],
    [/ltxv-13b|ltx-video-13b/, "frame_rate"],
    [/ltx-2|longcat-video|animatediff|svd|stable-video/, "fps"],
  ],
};

/** Models that do not lie below `fal-ai/` there, with the makers who have none below it. */
const ofOtherOwners =
  /^(?:alibaba|argil|bria|decart|google|luma|mirelo-ai|moonvalley|nvidia|sonilo|veed|xai)\/|^(?:bytedance\/(?:seedance-2|lynx)|minimax\/h\d|wan\/v2\.6)/;
/** The package puts `fal-ai/` before each id. */
const packageId = (id: string) => (ofOtherOwners.test(id) ? { modelId: `../${id}` } : {});

/** undefined: the model has no such field, or is not known. */
function falNameOf(field: FalField, id: string): string | undefined {
  return falNames[field].find(([model]) => model.test(id))?.[1];
}

/** Whether a model is known to have a field. */
export const falTakes = (field: FalField) => ({ test: (id: string) => falNameOf(field, id) !== undefined });

export function writeFalVideo(model: ProviderModel, request: VideoRequest): VideoCall | ParameterError {
  const { size, quality, duration, references } = request;
  const ratio = aspectRatio(size);
  const resolution = quality === undefined ? undefined : falResolution(quality);
  if (size !== undefined && !ratio) return refuse(model, "size", "takes a size like 16:9.");
  if (quality !== undefined && resolution === undefined) return refuse(model, "quality", "takes a quality like 720p.");
  if (references.length > 1 && falNameOf("references", model.id) === undefined) return refuse(model, "image", "takes one reference image.");
  const written = writeAddedFields("falVideo", model, request);
  if ("param" in written) return written;
  const options = {
    ...(resolution === undefined ? {} : { resolution }),
    ...(duration === undefined ? {} : { duration: falDuration(model.id, duration) }),
    ...falVideoOptions(model.id, request, written),
  };
  return { ...packageId(model.id), aspectRatio: ratio, providerOptions: { fal: options } };
}

function falResolution(quality: string): string | undefined {
  const [, ...sides] = /^(\d{2,5})x(\d{2,5})$/.exec(quality) ?? [];
  if (sides.length > 0) return `${Math.min(...sides.map(Number))}p`;
  return /^(?:\d{3,4}p|[1-8]k)$/i.test(quality) ? quality : undefined;
}

/** The package writes `8s` for all of them. */
function falDuration(id: string, seconds: number): string | number {
  if (/veo|luma|kandinsky|marey/.test(id)) return `${seconds}s`;
  const asNumber = /sora|ltx|vidu|pika|happy-horse|gemini-omni|grok|pixverse\/(?:c\d|v[6-9])|minimax\/h\d|\/wan\/v2\.7/.test(id);
  return asNumber ? seconds : String(seconds);
}

/** Fields of models that are not known have the names that most have. */
function falVideoOptions(id: string, { references }: VideoRequest, { options = {}, lastFrame, fps }: WrittenFields): JSONObject {
  const { generate_audio: sound, ...others } = options;
  const nameOf = (field: FalField) => falNameOf(field, id);
  const [list, first] = [nameOf("references"), nameOf("first_frame")];
  const [start] = references.map(inlineImage);
  return {
    ...others,
    ...(sound === undefined ? {} : { [nameOf("generate_audio") ?? "generate_audio"]: sound }),
    ...(fps === undefined ? {} : { [nameOf("fps") ?? "fps"]: fps }),
    ...(lastFrame ? { [nameOf("last_frame") ?? "end_image_url"]: inlineImage(lastFrame) } : {}),
    ...(start && list ? { [list]: references.map(inlineImage) } : start && first ? { [first]: start } : {}),
  };
}

const inlineImage = ({ mediaType, bytes }: InputFile) => `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
