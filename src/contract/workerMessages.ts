/** What the editor and the worker of the built-in service send each other beside HTTP. Keys are in messages, never in `workerData`. */
import * as z from "zod/mini";
import { configurationSchema } from "./configuration.ts";
import { kinds } from "./kind.ts";
import { capabilitiesSchema } from "./models.ts";

const networkSchema = z.object({
  proxy: z.optional(z.string()),
  noProxy: z.optional(z.readonly(z.array(z.string()))),
  strictTls: z.optional(z.boolean()),
});
/** API keys by the origin that they are sent to. */
const keysSchema = z.record(z.string(), z.string());

const setupSchema = z.object({
  /** undefined: the demo alone. */
  configuration: z.optional(configurationSchema),
  providerKeys: keysSchema,
  network: networkSchema,
});
/** Which providers answer, and how they are reached. */
export type ProviderSetup = z.infer<typeof setupSchema>;

/** `configure` comes first, and again after each change; questions carry an `id` that their answers repeat. */
export const toWorkerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("configure"), id: z.number(), setup: setupSchema }),
  z.object({ type: z.literal("askStates"), id: z.number() }),
  /** Gives the account its starting balance again. */
  z.object({ type: z.literal("refill"), id: z.number() }),
  /** Asks a provider that need not be configured for its models: the configuration has this one alone. */
  z.object({ type: z.literal("tryProvider"), id: z.number(), setup: setupSchema, timeout: z.number() }),
  z.object({ type: z.literal("close") }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

/** Why a provider lists nothing, as far as a person can change it. */
const providerErrorKinds = ["keyMissing", "keyRefused", "unreachable", "other"] as const;
export type ProviderErrorKind = (typeof providerErrorKinds)[number];

const stateSchema = z.discriminatedUnion("type", [
  /** Nothing was asked of it yet, or it has not answered. */
  z.object({ type: z.literal("unknown"), name: z.string() }),
  z.object({ type: z.literal("reachable"), name: z.string() }),
  /** `reason` names the provider, and holds no key. */
  z.object({ type: z.literal("failed"), name: z.string(), kind: z.enum(providerErrorKinds), reason: z.string() }),
]);
export type ProviderState = z.infer<typeof stateSchema>;

const triedModelSchema = z.object({ id: z.string(), kinds: z.array(z.enum(kinds)), capabilities: capabilitiesSchema });
export type TriedModel = z.infer<typeof triedModelSchema>;

export const fromWorkerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), url: z.string(), key: z.string() }),
  z.object({ type: z.literal("failed"), error: z.string() }),
  z.object({ type: z.literal("configured"), id: z.number() }),
  z.object({ type: z.literal("refilled"), id: z.number() }),
  z.object({ type: z.literal("states"), id: z.number(), states: z.array(stateSchema) }),
  z.object({ type: z.literal("tried"), id: z.number(), state: stateSchema, models: z.array(triedModelSchema) }),
  /** Models or states are different from those that were reported last. */
  z.object({ type: z.literal("providersChanged") }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;
