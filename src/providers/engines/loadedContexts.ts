/** The context with which an engine has loaded its model, from the engines whose list of models does not state it. */
import * as z from "zod/mini";
import { present } from "../../contract/present.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { addCapabilities } from "../announcedFields.ts";
import { contextIn, countAt } from "../listedContext.ts";
import type { ProviderModel } from "../provider.ts";
import { EngineError } from "../providerError.ts";
import { type EngineFacts, isAbsent } from "./engineFacts.ts";

/** The context of a model, by its id. */
type Contexts = (id: string) => number | undefined;
/** One of all models; undefined: another engine has answered. */
const ofEach = (context: number | undefined): Contexts | undefined => (context === undefined ? undefined : () => context);

const list = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
function ofList(body: unknown): Contexts | undefined {
  const models = new Map(list.safeParse(body).data?.data.map((model) => [model.id, contextIn(model)]));
  return models.size === 0 ? undefined : (id) => models.get(id);
}

/** Where engines state it. */
const sources: readonly { path: string; read(body: unknown): Contexts | undefined }[] = [
  // llama.cpp: the context of one slot.
  { path: "../props", read: (body) => ofEach(countAt(body, "default_generation_settings", "n_ctx")) },
  // LM Studio, before version 1 of its own interface.
  { path: "../api/v0/models", read: ofList },
  // KoboldCpp.
  { path: "../api/extra/true_max_context_length", read: (body) => ofEach(countAt(body, "value")) },
  // TabbyAPI.
  { path: "model", read: (body) => ofEach(countAt(body, "parameters", "max_seq_len")) },
  // Text Generation Inference.
  { path: "../info", read: (body) => ofEach(countAt(body, "max_total_tokens")) },
];

/** Whether an engine may listen there. Services in a cloud state contexts in their lists, or nowhere. */
export const isEngineAddress = (baseURL: string) => baseURL.startsWith("http:") || isLoopbackHost(URL.parse(baseURL)?.hostname ?? "");

/** Rejects if no engine that states it answers. */
export function createContextReader(): EngineFacts {
  let known: (typeof sources)[number] | undefined;
  return async (models, client, signal) => {
    if (!models.some(lacksContext)) return [...models];
    if (!isEngineAddress(client.baseURL)) throw new EngineError("it runs elsewhere.");
    const asked = (known ? [known] : sources).map(async (source) => {
      const contexts = source.read(await client.get(source.path, z.unknown(), signal).catch(undefinedIfAbsent));
      return contexts && { source, contexts };
    });
    const found = (await Promise.all(asked)).find((answer) => answer !== undefined);
    if (!found) throw new EngineError("it does not state it.");
    known = found.source;
    return models.map((model) => withContext(model, lacksContext(model) ? found.contexts(model.id) : undefined));
  };
}

/** From the list of models, for a provider whose models are only those of the configuration. */
export const addListedContexts: EngineFacts = async (models, client, signal) => {
  if (!models.some(lacksContext)) return [...models];
  const contexts = ofList(await client.get("models", z.unknown(), signal));
  if (!contexts) throw new EngineError("it lists none.");
  return models.map((model) => withContext(model, lacksContext(model) ? contexts(model.id) : undefined));
};

/**
 * Adds only what decides whether an engine reads a whole prompt. What else it reports of its models is about its own interface, and not
 * about that of a company with which the models are asked.
 */
export async function addContexts(models: readonly ProviderModel[], read: (models: readonly ProviderModel[]) => Promise<ProviderModel[]>) {
  if (!models.some(lacksContext)) return [...models];
  const reported = new Map((await read(models)).map((model) => [model.id, model]));
  return models.map((model): ProviderModel => {
    const { isLoaded, loadedUntil, capabilities } = reported.get(model.id) ?? model;
    return {
      ...model,
      ...present({ isLoaded, loadedUntil }),
      capabilities: { ...model.capabilities, ...present({ context: capabilities.context }) },
    };
  });
}

const lacksContext = ({ kinds, capabilities }: ProviderModel) => kinds.includes("text") && capabilities.context === undefined;

const withContext = (model: ProviderModel, context: number | undefined) =>
  context === undefined ? model : addCapabilities(model, { context });

function undefinedIfAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}
