/** The added fields that models take of which their provider reports nothing but the name. */
import type { Kind } from "../contract/kind.ts";
import type { Capabilities } from "../contract/models.ts";
import { falTakes } from "./dialects/falVideos.ts";
import type { ProviderModel } from "./provider.ts";

/** A seed of 32 bits. */
const seed = { minimum: 0, maximum: 2 ** 32 - 1 };
const upToTen = { minimum: 1, maximum: 10 };

/** What engines of diffusion models take, whatever the model. */
export const diffusionFields = {
  seed,
  negative_prompt: true,
  steps: { minimum: 1, maximum: 150 },
  guidance: { minimum: 0, maximum: 30 },
} as const satisfies Partial<Capabilities>;

/** Frame rates that video models are trained with, and those to which engines raise them. */
export const framesPerSecond = { minimum: 1, maximum: 60 };

/** Changes to a reference image. */
export const imageChanges = { strength: { minimum: 0, maximum: 1 }, mask: true } as const satisfies Partial<Capabilities>;

/** Factors of enlarging, of engines that take any. */
export const upscaleFactors = ["2", "3", "4"];

const lossyFormats = ["jpeg", "webp"];

type NameRule = readonly [name: RegExp, fields: Partial<Capabilities>];

/** Source: OpenAI, "Create image" and "Create image edit". */
const openaiRules: readonly NameRule[] = [
  [
    /^(?:gpt|chatgpt)-image/,
    { n: upToTen, mask: true, background: ["auto", "transparent", "opaque"], output_format: ["png", ...lossyFormats] },
  ],
  // Source: OpenAI, "Reasoning models": these do not reason.
  [/^(?:ft:)?(?:gpt-[34]|chatgpt-4)(?!.*(?:audio|image|realtime|transcribe|tts))|^gpt-5[\d.]*-chat/, { effort: [] }],
  // Source: OpenAI, "Create speech": not of tts-1 and tts-1-hd.
  [/^gpt-.*-tts/, { voice_instructions: true }],
];

/** Source: Gemini API, "GenerationConfig"; "Generate videos with Veo". */
const googleRules: readonly NameRule[] = [
  [/^gemini-.*image/, { seed: { minimum: 0, maximum: 2 ** 31 - 1 } }],
  [/^veo-/, { negative_prompt: true }],
  [/^veo-[3-9]/, { seed }],
  [/^veo-(?:2|3\.[1-9]|[4-9])/, { last_frame: true }],
  [/^gemini-.*tts/, { voice_instructions: true, language: true }],
];

const rules = { openai: openaiRules, google: googleRules };

export function withAnnouncedFields(provider: keyof typeof rules, model: ProviderModel): ProviderModel {
  const added = rules[provider].flatMap(([name, fields]) => (name.test(model.id) ? [fields] : []));
  return addCapabilities(model, Object.assign({}, ...added));
}

export function withDiffusionFields(model: ProviderModel, images: Partial<Capabilities> = { n: upToTen }): ProviderModel {
  if (!model.kinds.includes("image") && !model.kinds.includes("video")) return model;
  return addCapabilities(model, {
    ...diffusionFields,
    ...(model.kinds.includes("image") ? images : {}),
    ...(model.kinds.includes("video") ? { fps: framesPerSecond } : {}),
  });
}

const secondsFrom = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, index) => least + index);

/** What packages of the AI SDK do with the options that are common to all of them; they leave out others with a warning. Source: the packages. */
const packageRules: Readonly<
  Record<string, readonly (readonly [kind: Kind, model: Pick<RegExp, "test">, fields: Partial<Capabilities>])[]>
> = {
  "@ai-sdk/alibaba": [
    ["video", /^(?!wan2\.7)/, { generate_audio: true }],
    ["video", /^wan3/, { last_frame: true }],
  ],
  "@ai-sdk/azure": [["audio", /^gpt-.*-tts/, { voice_instructions: true }]],
  // It makes other durations longer or shorter, without asking.
  "@ai-sdk/black-forest-labs": [["video", /./, { last_frame: true, generate_audio: true, duration: secondsFrom(5, 20) }]],
  "@ai-sdk/elevenlabs": [["audio", /./, { language: true }]],
  // Its other models leave these out without a word, and bill the video.
  "@ai-sdk/fal": [
    ["video", falTakes("last_frame"), { last_frame: true }],
    ["video", falTakes("generate_audio"), { generate_audio: true }],
    ["video", falTakes("fps"), { fps: framesPerSecond }],
  ],
  "@ai-sdk/google": [
    ["video", /^veo-(?:2|3\.[1-9]|[4-9])/, { last_frame: true }],
    ["audio", /./, { voice_instructions: true, language: true }],
  ],
  // Only Vertex AI lets Veo be silent: the Gemini API refuses the option, and Veo 2 has no sound.
  "@ai-sdk/google-vertex": [
    ["video", /^veo-(?:2|3\.[1-9]|[4-9])/, { last_frame: true }],
    ["video", /^veo-[3-9]/, { generate_audio: true }],
    // Chirp does not take the keys with which packages are used here.
    ["audio", /^gemini-/, { voice_instructions: true, language: true }],
  ],
  "@ai-sdk/hume": [["audio", /./, { voice_instructions: true }]],
  "@ai-sdk/lmnt": [["audio", /./, { language: true }]],
  // It changes other durations, as that of Black Forest Labs does.
  "@ai-sdk/minimax": [["video", /./, { last_frame: true, duration: secondsFrom(5, 15) }]],
  "@ai-sdk/openai": [["audio", /^gpt-.*-tts/, { voice_instructions: true }]],
  "@ai-sdk/replicate": [["video", /./, { fps: framesPerSecond }]],
  "@ai-sdk/xai": [
    ["video", /./, { generate_audio: true }],
    ["video", /^grok-imagine-video-1\.5$/, { last_frame: true }],
    ["audio", /./, { language: true }],
  ],
};

/** The added fields that a model of an AI SDK package takes. */
export function packageFields(name: string, kinds: readonly Kind[], id: string): Partial<Capabilities> {
  const rules = packageRules[name] ?? [];
  return Object.assign({}, ...rules.flatMap(([kind, model, fields]) => (kinds.includes(kind) && model.test(id) ? [fields] : [])));
}

/** What the provider reports has precedence. */
export function addCapabilities(model: ProviderModel, added: Partial<Capabilities>): ProviderModel {
  return { ...model, capabilities: { ...added, ...model.capabilities } };
}
