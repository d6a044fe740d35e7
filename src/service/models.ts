/** Whether fault models are listed in; the catalogue of models, what each can make and what it costs, out. */
import type { Kind } from "../contract/kind.ts";
import { faultModels } from "./faults/faultModels.ts";
import { demoModels } from "./generators/capabilities.ts";

/** Millionths of the account's unit for one token. */
export interface Price {
  input: number;
  output: number;
}

export interface ServiceModel {
  id: string;
  /** Unix seconds. */
  created: number;
  /** Provider, lowercase. */
  provider: string;
  kinds: readonly Kind[];
  price: Price;
}

const prices: Record<Kind, Price> = {
  text: { input: 2, output: 8 },
  image: { input: 2, output: 10 },
  audio: { input: 5, output: 5 },
  video: { input: 5, output: 20 },
};

/** The demo model that does the work for a fault model. */
export const workingModel: Record<Kind, string> = {
  text: "demo-multimodal",
  image: "demo-image",
  audio: "demo-voice",
  video: "demo-video",
};

const faultsReleased = Date.UTC(2026, 0, 1) / 1000;

export interface Catalogue {
  readonly list: readonly ServiceModel[];
  find(id: string): ServiceModel | undefined;
}

/** The models of one service. Source: spec, "Model list (v1)". */
export function createCatalogue(options: { faults: boolean }): Catalogue {
  const demo = demoModels.map(
    (model): ServiceModel => ({
      id: model.id,
      created: model.released,
      provider: model.ownedBy,
      kinds: [model.kind],
      price: prices[model.kind],
    }),
  );
  const faulty = faultModels.map(
    (fault): ServiceModel => ({
      id: fault.id,
      created: faultsReleased,
      provider: "faults",
      kinds: fault.kinds,
      price: { input: 1, output: 1 },
    }),
  );
  const list = options.faults ? [...demo, ...faulty] : demo;
  const byId = new Map(list.map((model) => [model.id, model]));
  return { list, find: (id) => byId.get(id) };
}

/** Source: spec, "Model (v1)". */
export function describeModel(model: ServiceModel): { id: string; object: "model"; created: number; owned_by: string } {
  return { id: model.id, object: "model", created: model.created, owned_by: model.provider };
}
