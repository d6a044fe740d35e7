/** The option of a request for media that a refusal is about. */
import { mediaOptions } from "../contract/media.ts";

const optionNames: ReadonlySet<string> = new Set(Object.values(mediaOptions).flatMap((options) => Object.keys(options)));
/** What providers call some options of media. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ response_format: "format", seconds: "duration", resolution: "quality", voice_id: "voice" },
  ...{ instructions: "voice_instructions", language_code: "language", num_inference_steps: "steps", guidance_scale: "guidance" },
  ...{ frame_images: "last_frame", last_frame_url: "last_frame", end_image_url: "last_frame", tail_image_url: "last_frame" },
  ...{ end_image: "last_frame", lastFrame: "last_frame", frames_per_second: "fps", frame_rate: "fps", generateAudio: "generate_audio" },
  generate_audio_switch: "generate_audio",
};

/** Where a reason in words names an option: OpenAI's speech sends Python's text of a validation error, and gateways leave `param` out. */
const namedOptions: readonly RegExp[] = [
  /'loc': \((?:'body', )?'(\w+)'/g,
  /(?:invalid|unexpected|unknown|unrecogni[sz]ed|unsupported) (?:parameter|argument|field|option|value for):? ["'`](\w+)["'`]/gi,
  /["'`](\w+)["'`] (?:parameter )?is not (?:supported|allowed|permitted)/gi,
  /(?:invalid|unknown|unsupported) (aspect[ _]ratio|duration|quality|resolution|size|speed|voice)(?!\w)/gi,
  // The word between them is a value: other words, as in "voice cloning is not available", are about something else.
  /(?<!\b(?:batch|file|input|mask)s? )\b(aspect[ _]ratio|background|duration|quality|resolution|size|speed|voice)(?: (?:["'`][^"'`]{1,64}["'`]|[^ ]{0,32}[\d_][^ ]{0,32}))? (?:is )?not (?:available|found|supported|valid)/gi,
];

const optionNamed = (name: string) =>
  [name, name.toLowerCase().replace(" ", "_")].map((one) => otherNames[one] ?? one).find((one) => optionNames.has(one));

/** The option of a request for media that a provider names, so that clients learn what its model refuses. */
export function optionOf(refused: string | undefined, reason: string): { param?: string } {
  const inWords = () => namedOptions.flatMap((form) => [...reason.matchAll(form)].map(([, name = ""]) => name));
  const param = (refused === undefined ? inWords() : [refused]).map(optionNamed).find((one) => one !== undefined);
  return param === undefined ? {} : { param };
}
