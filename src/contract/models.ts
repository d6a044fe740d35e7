/** The catalogue: schemas and types of Model and Model list. */
import * as z from "zod/mini";
import { announcedSchemas } from "./addedFields.ts";
import { amountSchema } from "./amount.ts";
import { inputParts } from "./inputParts.ts";
import { kinds } from "./kind.ts";
import { reasoningEfforts } from "./reasoningEffort.ts";

const names = z.array(z.string());
const range = z.object({ minimum: z.number(), maximum: z.number() });

export const toolTypes = ["web_search", "image_generation", "function"] as const;
export type ToolType = (typeof toolTypes)[number];

/**
 * The values that a model accepts, by wire name; an absent field is unknown, an empty list accepts nothing, and an absent added field is not accepted. An addition of the built-in service to Model. A list's first
 * value is the default. For a text model, `size`, `quality` and `aspect_ratio` are those of its `image_generation` tool.
 */
export const capabilitiesSchema = z.object({
  size: z.optional(names),
  /** Pixels of each side, for sizes written as `1024x768`; absent: such a size must be listed. */
  side: z.optional(range),
  quality: z.optional(names),
  aspect_ratio: z.optional(names),
  /** Maximum number of reference images. */
  image: z.optional(z.number()),
  voice: z.optional(names),
  format: z.optional(names),
  speed: z.optional(range),
  /** Maximum length of a text to be spoken, in Unicode code points. */
  characters: z.optional(z.number()),
  /** Seconds. */
  duration: z.optional(z.array(z.number())),
  input: z.optional(z.array(z.enum(inputParts))),
  effort: z.optional(z.array(z.enum(reasoningEfforts))),
  tools: z.optional(z.array(z.enum(toolTypes))),
  /** Maximum number of tokens in a request and its answer together. */
  context: z.optional(z.number()),
  /** Whether polls with `progress=true` report how far a task is. */
  progress: z.optional(z.boolean()),
  /** Whether deleting a running task ends its generation, so that nothing more is billed. */
  cancel: z.optional(z.boolean()),
  ...announcedSchemas(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

const modelCapabilitiesSchema = z.extend(capabilitiesSchema, {
  /** The kinds for which the service accepts requests. */
  kinds: z.optional(z.array(z.enum(kinds))),
});
export type ModelCapabilities = z.infer<typeof modelCapabilitiesSchema>;

/**
 * In units of the account: `image` for one image, `second` for one of audio or video, the others for a million tokens. Those of
 * `cached_input`, `cache_write` and `audio_input` are by default that of `input`, those of `reasoning` and `audio_output` that of `output`.
 */
export const priceSchema = z.strictObject({
  input: z.optional(amountSchema),
  cached_input: z.optional(amountSchema),
  cache_write: z.optional(amountSchema),
  audio_input: z.optional(amountSchema),
  output: z.optional(amountSchema),
  reasoning: z.optional(amountSchema),
  audio_output: z.optional(amountSchema),
  image: z.optional(amountSchema),
  second: z.optional(amountSchema),
});
export type ModelPrice = z.infer<typeof priceSchema>;

/** Whether the service says that a model costs nothing. */
export function isFree(price: { input?: number | undefined; output?: number | undefined } | undefined): boolean {
  return price?.input === 0 && price.output === 0;
}

const readPrice = z.catch(z.optional(amountSchema), undefined);
const reportedPriceSchema = z.object({
  input: readPrice,
  cached_input: readPrice,
  cache_write: readPrice,
  output: readPrice,
  reasoning: readPrice,
  image: readPrice,
  second: readPrice,
});

/**
 * Source: spec, "Model (v1)", but for `capabilities` and `price`. What is null or cannot be parsed counts as unknown: one model must not make
 * the whole catalogue unreadable.
 */
export const modelSchema = z.looseObject({
  id: z.string().check(z.describe("What requests name as their `model`.")),
  object: z.catch(z.optional(z.string()), undefined),
  /** Unix seconds; the model's release date. */
  created: z.catch(z.optional(z.number()), undefined),
  /** Provider, lowercase. */
  owned_by: z.catch(z.optional(z.string()), undefined),
  capabilities: z.catch(z.optional(modelCapabilitiesSchema), undefined),
  price: z.catch(z.optional(reportedPriceSchema), undefined),
  /** Whether the model is in its engine's memory. An addition of the built-in service. */
  loaded: z.catch(z.optional(z.boolean()), undefined),
});
export type Model = z.infer<typeof modelSchema>;

/** Source: spec, "Model list (v1)". */
export const modelListSchema = z.looseObject({ object: z.optional(z.nullable(z.string())), data: z.array(modelSchema) });
