/** The context with which an engine has loaded its model, from the engines whose list of models does not state it. */
import * as z from "zod/mini";
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

/** Where engines state it. */
const sources: readonly { path: string; read(body: unknown): Contexts | undefined }[] = [
  // llama.cpp: the context of one slot.
  { path: "../props", read: (body) => ofEach(countAt(body, "default_generation_settings", "n_ctx")) },
  // LM Studio, before version 1 of its own interface.
  {
    path: "../api/v0/models",
    read(body) {
      const models = new Map(list.safeParse(body).data?.data.map((model) => [model.id, contextIn(model)]));
      return models.size === 0 ? undefined : (id) => models.get(id);
    },
  },
  // KoboldCpp.
  { path: "../api/extra/true_max_context_length", read: (body) => ofEach(countAt(body, "value")) },
  // TabbyAPI.
  { path: "model", read: (body) => ofEach(countAt(body, "parameters", "max_seq_len")) },
  // Text Generation Inference.
  { path: "../info", read: (body) => ofEach(countAt(body, "max_total_tokens")) },
];

/** Rejects if no engine that states it answers. Those in a cloud state it in their lists, or nowhere. */
export function createContextReader(): EngineFacts {
  let known: (typeof sources)[number] | undefined;
  return async (models, client, signal) => {
    if (!models.some(lacksContext)) return [...models];
    if (!client.baseURL.startsWith("http:")) throw new EngineError("it runs elsewhere.");
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

const lacksContext = ({ kinds, capabilities }: ProviderModel) => kinds.includes("text") && capabilities.context === undefined;

const withContext = (model: ProviderModel, context: number | undefined) =>
  context === undefined ? model : addCapabilities(model, { context });

function undefinedIfAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}
