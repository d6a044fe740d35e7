/** The messages between the editor and the built-in service's process, in addition to HTTP. Keys are in messages, never in arguments. */
import * as z from "zod/mini";
import { networkSchema } from "./agentEnvironment.ts";
import { configurationSchema } from "./configuration.ts";
import { kinds } from "./kind.ts";
import { capabilitiesSchema } from "./models.ts";

/** API keys by the origin to which they are sent. */
const keysSchema = z.record(z.string(), z.string());

const setupSchema = z.object({
  /** undefined: only the demo. */
  configuration: z.optional(configurationSchema),
  /** The demo makes the kinds that no configured provider makes. */
  demo: z.optional(z.boolean()),
  providerKeys: keysSchema,
  network: networkSchema,
});
/** The configured providers, and the network settings for them. */
export type ProviderSetup = z.infer<typeof setupSchema>;

/** The engines that download models. */
const modelStores = ["ollama", "lmstudio", "local"] as const;
export type ModelStoreName = (typeof modelStores)[number];
const storeSchema = z.optional(z.enum(modelStores));

const progressSchema = z.object({
  /** The engine's own word. */
  status: z.string(),
  /** Bytes. */
  done: z.optional(z.number()),
  total: z.optional(z.number()),
});
export type PullProgress = z.infer<typeof progressSchema>;

const descriptionSchema = z.object({
  name: z.string(),
  /** As its file states it. */
  license: z.optional(z.string()),
  /** Bytes. */
  size: z.number(),
  /** Tokens that the model was trained to read. */
  context: z.optional(z.number()),
  /** Bytes of the engine that are downloaded too; 0: it is installed. */
  engine: z.number(),
  /** An estimate for this machine, without a graphics card. */
  tokensPerSecond: z.number(),
  fitsMemory: z.boolean(),
});
/** What a model for the local engine is and needs. */
export type ModelDescription = z.infer<typeof descriptionSchema>;

/** `configure` comes first, and again after each change; requests have an `id` that their answers repeat. */
export const toServiceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("configure"), id: z.number(), setup: setupSchema }),
  /** `again`: the providers are asked for their models first. */
  z.object({ type: z.literal("askStates"), id: z.number(), again: z.optional(z.boolean()) }),
  /** Resets the account to its starting balance. */
  z.object({ type: z.literal("refill"), id: z.number() }),
  /** Requests the models of a provider that need not be in use: `setup` configures only this one. */
  z.object({ type: z.literal("tryProvider"), id: z.number(), setup: setupSchema, timeout: z.number() }),
  /** Describes a model for the local engine, by its address or the path of its file. */
  z.object({ type: z.literal("describeModel"), id: z.number(), model: z.string(), network: networkSchema }),
  /** Downloads a model of a configured provider, by its own id. */
  z.object({ type: z.literal("pullModel"), id: z.number(), provider: z.string(), model: z.string() }),
  /** Ends the `pullModel` with that id. */
  z.object({ type: z.literal("cancelPull"), id: z.number() }),
  /** Removes a model of a configured provider from memory, by its own id. */
  z.object({ type: z.literal("unloadModel"), id: z.number(), provider: z.string(), model: z.string() }),
  /** The answer to `askPresence`. A window that leaves gives none. */
  z.object({ type: z.literal("present"), id: z.number() }),
  z.object({ type: z.literal("close") }),
]);
export type ToService = z.infer<typeof toServiceSchema>;

/** Why a provider lists nothing, by what the user can do about it. */
const providerErrorKinds = ["keyMissing", "keyRefused", "unreachable", "other"] as const;
export type ProviderErrorKind = (typeof providerErrorKinds)[number];

const stateSchema = z.discriminatedUnion("type", [
  /** No request has been sent to it yet, or it has not answered. */
  z.object({ type: z.literal("unknown"), name: z.string() }),
  z.object({ type: z.literal("reachable"), name: z.string(), store: storeSchema }),
  /** `reason` names the provider, and contains no key. */
  z.object({ type: z.literal("failed"), name: z.string(), kind: z.enum(providerErrorKinds), reason: z.string() }),
]);
export type ProviderState = z.infer<typeof stateSchema>;

const triedProviderSchema = z.object({
  state: stateSchema,
  /** With the provider's own ids. */
  models: z.array(z.object({ id: z.string(), kinds: z.array(z.enum(kinds)), capabilities: capabilitiesSchema })),
  /** The address that answered, if it is another one than the configured one. */
  address: z.optional(z.string()),
});
export type TriedProvider = z.infer<typeof triedProviderSchema>;

export const fromServiceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), url: z.string(), key: z.string() }),
  z.object({ type: z.literal("failed"), error: z.string() }),
  /** For the log of the window; contains no prompt. */
  z.object({ type: z.literal("logged"), line: z.string() }),
  z.object({ type: z.literal("configured"), id: z.number() }),
  z.object({ type: z.literal("refilled"), id: z.number() }),
  z.object({ type: z.literal("states"), id: z.number(), states: z.array(stateSchema) }),
  z.extend(triedProviderSchema, { type: z.literal("tried"), id: z.number() }),
  z.object({ type: z.literal("pulling"), id: z.number(), progress: progressSchema }),
  /** `model`: its id at the service. With `error`, the reason, the model was not downloaded. */
  z.object({ type: z.literal("pulled"), id: z.number(), model: z.string(), error: z.optional(z.string()) }),
  z.object({
    type: z.literal("described"),
    id: z.number(),
    description: z.optional(descriptionSchema),
    /** Why there is no description. */
    error: z.optional(z.string()),
  }),
  z.object({ type: z.literal("unloaded"), id: z.number(), error: z.optional(z.string()) }),
  /** A client has left a stream: whether the window is still there, or the channel ends. */
  z.object({ type: z.literal("askPresence"), id: z.number() }),
  /** Models or states differ from those reported last. */
  z.object({ type: z.literal("providersChanged") }),
]);
export type FromService = z.infer<typeof fromServiceSchema>;
