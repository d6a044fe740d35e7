/** Who bills what a model generates, and the sentences that say it. Without VS Code, so that each configuration can be tested. */
import type { Translate } from "../../contract/translate.ts";
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

/** `count`: of the requests. */
export function billingSentence(biller: Biller, count: number, t: Translate): string {
  switch (biller) {
    case "nobody":
      return t("Nothing is billed: it is generated on this machine.");
    case "engine":
      return t("An engine on this machine generates it, usually free of charge.");
    case "service":
      return count === 1 ? t("The service bills it.") : t("The service bills each request.");
  }
}

/** What deleting does to tasks that are generated and billed; undefined: nothing. `isEnded`: the service ends a task that is deleted there. */
export function deletionSentence(tasks: readonly { isEnded: boolean }[], t: Translate): string | undefined {
  if (tasks.some(({ isEnded }) => !isEnded)) {
    return t("The service may go on with what is not finished, and bills it then. Its cost is not counted here any more.");
  }
  if (tasks.length === 0) return undefined;
  return t(
    "What is not finished ends if it is deleted on the service, too. Otherwise it is still generated and billed, and its cost is not counted here any more.",
  );
}

/** Of a request that was stopped after it was sent. */
export function stoppedSentence(biller: Biller, t: Translate): string {
  return biller === "service" ? t("It was stopped. The request was sent, and may be billed.") : t("It was stopped.");
}
