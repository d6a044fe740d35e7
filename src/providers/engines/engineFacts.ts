/** What engines report about their models in addition to `/models`: voices, capabilities, sizes. */
import { APICallError } from "@ai-sdk/provider";
import * as z from "zod/mini";
import type { Kind } from "../../contract/kind.ts";
import type { Capabilities } from "../../contract/models.ts";
import { addCapabilities, withDiffusionFields } from "../announcedFields.ts";
import type { ProviderModel } from "../provider.ts";
import { EngineError } from "../providerError.ts";
import type { EngineClient } from "./engineClient.ts";

/** Adds what an engine reports. The requests change nothing and cost nothing; what cannot be read remains unknown. */
export type EngineFacts = (models: readonly ProviderModel[], client: EngineClient, signal: AbortSignal) => Promise<ProviderModel[]>;

/** Kokoro-FastAPI's list, in its older and its newer form. A paginated list, which has another form, would not contain all voices. */
const voicesSchema = z.object({ voices: z.array(z.union([z.string(), z.object({ id: z.string() })])).check(z.minLength(1)) });

export async function addVoices(models: readonly ProviderModel[], client: EngineClient, signal: AbortSignal): Promise<ProviderModel[]> {
  if (!models.some((model) => model.kinds.includes("audio"))) return [...models];
  const { voices } = await client.get("audio/voices", voicesSchema, signal);
  const voice = voices.map((reported) => (typeof reported === "string" ? reported : reported.id));
  return models.map((model) => (model.kinds.includes("audio") ? withCapabilities(model, { voice }) : model));
}

const withCapabilities = (model: ProviderModel, capabilities: Capabilities): ProviderModel => ({
  ...model,
  capabilities: { ...model.capabilities, ...capabilities },
});

/** A reader for engines with which every model of images or videos takes the fields of diffusion. `images`: what those of images also take. */
export function announceDiffusion(images?: Partial<Capabilities>): EngineFacts {
  return async (models) => models.map((model) => withDiffusionFields(model, images));
}

/** A reader for engines with which every model of a kind takes these fields. */
export function announceFields(fields: Partial<Record<Kind, Partial<Capabilities>>>): EngineFacts {
  return async (models) => models.map((model) => addCapabilities(model, fieldsOfKinds(model.kinds, fields)));
}

const fieldsOfKinds = (kinds: readonly Kind[], fields: Partial<Record<Kind, Partial<Capabilities>>>): Partial<Capabilities> =>
  Object.assign({}, ...kinds.map((kind) => fields[kind]));

/** Whether the engine has no such endpoint. A server that is busy or restarting may have the endpoint nevertheless. */
export function isAbsent(error: unknown): boolean {
  return error instanceof EngineError || (APICallError.isInstance(error) && (error.statusCode ?? 500) < 500);
}
