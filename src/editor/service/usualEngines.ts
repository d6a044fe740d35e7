/** The engines that many have on their machine, at their usual addresses: looked for, and offered by *Add Provider…*. */
import type { SettingProvider } from "../../contract/configuration.ts";
import type { Kind } from "../../contract/kind.ts";

type EngineProvider = Extract<SettingProvider, { type: "openai-compatible" }>;

interface UsualEngine {
  name: string;
  label: string;
  /** What most of its users make with it. */
  makes: Kind;
  provider: EngineProvider;
}

/** In the order in which they are looked for: of two at one port, the first one that answers as itself. */
export const usualEngines: readonly UsualEngine[] = [
  { name: "ollama", label: "Ollama", makes: "text", provider: atPort(11434) },
  {
    name: "stable-diffusion",
    label: "stable-diffusion.cpp",
    makes: "image",
    provider: { ...atPort(1234), engine: "stable-diffusion.cpp" },
  },
  { name: "lmstudio", label: "LM Studio", makes: "text", provider: atPort(1234) },
  { name: "llama-cpp", label: "llama.cpp", makes: "text", provider: atPort(8080) },
  { name: "kokoro", label: "Kokoro", makes: "audio", provider: atPort(8880) },
  {
    name: "automatic1111",
    label: "AUTOMATIC1111, Forge, SD.Next",
    makes: "image",
    provider: { ...atPort(7860, "sdapi/v1"), engine: "automatic1111" },
  },
];

function atPort(port: number, path = "v1"): EngineProvider {
  return { type: "openai-compatible", baseURL: `http://127.0.0.1:${port}/${path}` };
}
