/** Who bills what a model generates. Without VS Code, so that each configuration can be tested. */
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";

/** `nobody`: what is built in generates it. `engine`: an engine on this machine, whose owner is the user. */
export type Biller = "nobody" | "engine" | "service";

export interface Configured {
  /** Empty: the built-in service. */
  baseUrl: string;
  /** The providers of the built-in service as the user wrote them. */
  providers: unknown;
}

/** Who bills for any of the models; `undefined`: of all providers that are configured, because the models are not known yet. */
export function findBiller(models: readonly string[] | undefined, { baseUrl, providers }: Configured): Biller {
  if (baseUrl !== "") return "service";
  const known: Record<string, unknown> = { ...(typeof providers === "object" ? providers : {}) };
  // The ids of the built-in models have no provider's name.
  const names = models?.map((model) => model.slice(0, Math.max(0, model.indexOf("/")))) ?? Object.keys(known);
  const billers = names.map((name) => (name === "" ? "nobody" : billerOf(known[name])));
  return billers.find((biller) => biller === "service") ?? billers.find((biller) => biller === "engine") ?? "nobody";
}

function billerOf(provider: unknown): Biller {
  if (typeof provider !== "object" || provider === null) return "service";
  if ("type" in provider && provider.type === "demo") return "nobody";
  if ("type" in provider && provider.type === "local") return "engine";
  const address = "baseURL" in provider && typeof provider.baseURL === "string" ? provider.baseURL : "";
  return isLoopbackHost(URL.parse(address)?.hostname ?? "") ? "engine" : "service";
}
