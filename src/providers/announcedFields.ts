/** The added fields that models take of which their provider reports nothing but the name. */
import type { Capabilities } from "../contract/models.ts";
import type { EngineFacts } from "./engines/engineFacts.ts";
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
  [/^dall-e-2/, { n: upToTen, mask: true }],
];

/** Source: Gemini API, "GenerationConfig"; "Generate videos with Veo". */
const googleRules: readonly NameRule[] = [
  [/^gemini-.*image/, { seed: { minimum: 0, maximum: 2 ** 31 - 1 } }],
  [/^veo-/, { negative_prompt: true }],
  [/^veo-[3-9]/, { seed }],
];

const rules = { openai: openaiRules, google: googleRules };

export function withAnnouncedFields(provider: keyof typeof rules, model: ProviderModel): ProviderModel {
  const added = rules[provider].flatMap(([name, fields]) => (name.test(model.id) ? [fields] : []));
  return addCapabilities(model, Object.assign({}, ...added));
}

/** A reader for engines with which every model of images or videos takes the fields of diffusion. `images`: what those of images also take. */
export function announceDiffusion(images: Partial<Capabilities> = { n: upToTen }): EngineFacts {
  return async (models) => models.map((model) => withDiffusionFields(model, images));
}

export function withDiffusionFields(model: ProviderModel, images: Partial<Capabilities> = { n: upToTen }): ProviderModel {
  if (!model.kinds.includes("image") && !model.kinds.includes("video")) return model;
  return addCapabilities(model, { ...diffusionFields, ...(model.kinds.includes("image") ? images : {}) });
}

/** What the provider reports has precedence. */
function addCapabilities(model: ProviderModel, added: Partial<Capabilities>): ProviderModel {
  return { ...model, capabilities: { ...added, ...model.capabilities } };
}
