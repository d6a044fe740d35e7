import type { Engine } from "../../contract/configuration.ts";

/** OpenRouter is recognised by its address. */
export function engineOf({ engine, baseURL }: { engine?: Engine | undefined; baseURL: string }): Engine {
  return engine ?? (URL.parse(baseURL)?.hostname === "openrouter.ai" ? "openrouter" : "openai");
}
