import type { Provider } from "../../providers/provider.ts";
import type { Catalogue, CatalogueModel } from "../catalogue.ts";
import { whenKnown } from "../whenKnown.ts";
import { type Caller, mayUse } from "./accounts.ts";

/** The models that an account may use. */
export interface AllowedModels {
  list: Catalogue["list"];
  /** See Catalogue; undefined also for a model that the account may not use. */
  find: Catalogue["find"];
  imageModel(): Promise<CatalogueModel | undefined>;
  /** Whether the provider may draw with a model of its own choice, which is one of those that it lists for images. */
  drawsAt(provider: Provider): Promise<boolean>;
}

/** Every model that a request reaches is found here: the one that it names, those that replace it, and the one that draws for it. */
export function allowedModels(catalogue: Catalogue, caller: Pick<Caller, "models">): AllowedModels {
  const list = () => {
    const listed = catalogue.list();
    return caller.models === undefined ? listed : whenKnown(listed, (all) => all.filter(({ id }) => mayUse(caller, id)));
  };
  return {
    list,
    find: async (id, kind) => (mayUse(caller, id) ? catalogue.find(id, kind) : undefined),
    imageModel: () => catalogue.imageModel((id) => mayUse(caller, id)),
    drawsAt: async (provider) =>
      caller.models === undefined || (await list()).some((one) => one.provider === provider && one.model.kinds.includes("image")),
  };
}
