/** What a service says about its models. */
import { createServiceClient } from "../../client/createServiceClient.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { kinds } from "../../contract/kind.ts";
import { readRetirement } from "../../contract/retirement.ts";
import type { ModelFact } from "../../prompt/facts.ts";
import { type ReachOptions, reachService } from "./reachService.ts";

/** @throws ServiceError */
export async function listModels(client: ServiceClient): Promise<ModelFact[]> {
  const models = await client.listModels();
  return models.map((model) => {
    const { id, capabilities } = model;
    const made = capabilities?.kinds;
    const abilities = made && Object.fromEntries(kinds.map((kind) => [kind, made.includes(kind) ? "yes" : "no"]));
    const retirement = readRetirement(model);
    return { id, ...(abilities ? { abilities } : {}), ...(capabilities ? { capabilities } : {}), ...(retirement ? { retirement } : {}) };
  });
}

/** undefined: there is no key, which was reported. @throws ServiceError */
export async function listModelsOf(options: ReachOptions): Promise<ModelFact[] | undefined> {
  const service = await reachService(options);
  if (service === undefined) return undefined;
  const client = createServiceClient({ baseUrl: service.baseUrl, key: async () => service.key });
  try {
    return await listModels(client);
  } finally {
    await client.close();
    await service.close();
  }
}
