/** Finds engines that listen on their default ports on this machine, while an offer is visible to the user. */
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { State } from "../base/state.ts";
import { originOfProvider, readProviders, setupOf } from "./configuredProviders.ts";
import type { EngineOffer, Providers } from "./studio.ts";
import { usualEngines } from "./usualEngines.ts";

/** Milliseconds that an engine may take to list its models. It is asked only once, while the editor starts, and may be loading a model. */
const timeLimit = 15_000;

/** Engines that list models, or can download some. */
export async function findEngines(providers: Pick<Providers, "try">): Promise<EngineOffer[]> {
  const found = await Promise.all(
    usualEngines.map(async ({ name, label, provider }) => {
      const { models, state } = await providers.try(setupOf(name, provider, undefined), timeLimit);
      const store = state.type === "reachable" ? state.store : undefined;
      // LM Studio uses the same port, and lists text models.
      const isOther = provider.engine === "stable-diffusion.cpp" && models.some(({ kinds }) => kinds.includes("text"));
      const isUseful = models.length > 0 || store === name;
      return isUseful && !isOther ? [{ name, label, provider, models: models.length, store }] : [];
    }),
  );
  const ports = new Set<string>();
  return found.flat().filter(({ provider: { baseURL } }) => !ports.has(portOf(baseURL)) && ports.add(portOf(baseURL)));
}

/** Not offered if it is already configured or was dismissed. */
export function isEngineOffered({ name, provider }: EngineOffer, state: State): boolean {
  if (state.dismissedEngines().includes(name)) return false;
  const port = portOf(provider.baseURL);
  return !Object.values(readProviders()).some((configured) => portOf(originOfProvider(configured) ?? "") === port);
}

/** `127.0.0.1` and `localhost` are the same engine. */
function portOf(address: string): string {
  const url = URL.parse(address);
  return url !== null && isLoopbackHost(url.hostname) ? url.port : address;
}
