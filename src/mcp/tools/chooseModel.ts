/** Determines which models can generate a kind, and which one is used if the agent does not name one. */
import type { Kind } from "../../contract/kind.ts";
import { kindOfName } from "../../contract/modelFamilies.ts";
import { isFree, type Model } from "../../contract/models.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { ToolError } from "../toolError.ts";

/** What the service reports has precedence over the name. */
export function kindsOf({ id, capabilities }: Model): readonly Kind[] {
  if (capabilities?.kinds !== undefined) return capabilities.kinds;
  const named = kindOfName(id);
  return named === undefined ? [] : [named];
}

/** How many models an error message names. */
const mostNamed = 8;

/**
 * The requested model, the user's default, the first that is free, or the only one: we choose no other. To enlarge an image, one that does nothing else is
 * preferred to the default. Throws ToolError or ServiceError.
 */
export async function chooseModel(
  { options, models }: AgentStudio,
  kind: Kind,
  given: string | undefined,
  upscale: unknown = undefined,
): Promise<Model> {
  const known = given === undefined ? await models() : await models().catch((): readonly Model[] => []);
  const upscaler = upscale === undefined ? undefined : known.find(({ capabilities }) => onlyUpscales(capabilities));
  const chosen = given ?? upscaler?.id ?? options.defaultModels[kind];
  if (chosen !== undefined) return known.find(({ id }) => id === chosen) ?? { id: chosen, capabilities: undefined, price: undefined };
  const able = known.filter((model) => kindsOf(model).includes(kind) && !onlyUpscales(model.capabilities));
  const free = able.find(({ id, price }) => options.isDemo(id) || isFree(price));
  const [only, another] = able;
  if (free !== undefined) return free;
  if (only !== undefined && another === undefined) return only;
  if (only === undefined)
    throw new ToolError(`The service does not say which of its models make ${kind}. Call list_models, and pass \`model\`.`);
  const names = able.slice(0, mostNamed).map(({ id }) => id);
  throw new ToolError(`Several models make ${kind}: ${names.join(", ")}${able.length > mostNamed ? ", …" : ""}. Give one as \`model\`.`);
}
