import type { Engine } from "../../contract/configuration.ts";
import { automatic1111 } from "./descriptions/automatic1111.ts";
import { comfyui } from "./descriptions/comfyui.ts";
import { localai } from "./descriptions/localai.ts";
import { openai } from "./descriptions/openai.ts";
import { openrouter } from "./descriptions/openrouter.ts";
import { sglang } from "./descriptions/sglang.ts";
import { stableDiffusion } from "./descriptions/stableDiffusion.ts";
import type { EngineDescription } from "./engine.ts";

export const engineTable: Readonly<Record<Engine, EngineDescription>> = {
  openai,
  sglang,
  localai,
  "stable-diffusion.cpp": stableDiffusion,
  automatic1111,
  comfyui,
  openrouter,
};

/** OpenRouter is recognised by its address. */
export function engineOf({ engine, baseURL }: { engine?: Engine | undefined; baseURL: string }): EngineDescription {
  return engineTable[engine ?? (URL.parse(baseURL)?.hostname === "openrouter.ai" ? "openrouter" : "openai")];
}
