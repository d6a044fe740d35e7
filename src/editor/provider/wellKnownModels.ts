/** Small models that *Get a Model…* lists. Sources: ollama.com/library, what `ollama list` prints of them, lmstudio.ai/models, the models' pages at huggingface.co, their licences. */
import type { ModelStoreName } from "../../contract/processMessages.ts";

export interface WellKnownModel {
  label: string;
  /** Size of Ollama's download in GB. LM Studio chooses a variant that fits the machine, and its size is shown during the download; that of a file is read from its server. */
  size: number;
  license: string;
  /** What it can do besides texts. */
  abilities: readonly ("tools" | "vision" | "thinking" | "code")[];
  /** Its name in the engine's library, or the address of its file; undefined: that library does not have it. */
  names: Readonly<Record<ModelStoreName, string | undefined>>;
}

const apache = "Apache 2.0";
const huggingFace = (path: string) => `https://huggingface.co/${path}`;
const gemma = "Gemma Terms of Use";

export const wellKnownModels: readonly WellKnownModel[] = [
  {
    label: "Qwen3 4B",
    size: 2.5,
    license: apache,
    abilities: ["tools", "thinking"],
    names: { ollama: "qwen3:4b", lmstudio: "qwen/qwen3-4b", local: huggingFace("Qwen/Qwen3-4B-GGUF/resolve/main/Qwen3-4B-Q4_K_M.gguf") },
  },
  {
    label: "Qwen3 1.7B",
    size: 1.4,
    license: apache,
    abilities: ["tools", "thinking"],
    names: {
      ollama: "qwen3:1.7b",
      lmstudio: "qwen/qwen3-1.7b",
      local: huggingFace("Qwen/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q8_0.gguf"),
    },
  },
  {
    label: "Qwen3 0.6B",
    size: 0.5,
    license: apache,
    abilities: ["tools", "thinking"],
    names: { ollama: "qwen3:0.6b", lmstudio: undefined, local: huggingFace("Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf") },
  },
  {
    label: "Gemma 3 4B",
    size: 3.3,
    license: gemma,
    abilities: ["vision"],
    names: {
      ollama: "gemma3:4b",
      lmstudio: "google/gemma-3-4b",
      local: huggingFace("ggml-org/gemma-3-4b-it-GGUF/resolve/main/gemma-3-4b-it-Q4_K_M.gguf"),
    },
  },
  {
    label: "Gemma 3 1B",
    size: 0.8,
    license: gemma,
    abilities: [],
    names: {
      ollama: "gemma3:1b",
      lmstudio: "google/gemma-3-1b",
      local: huggingFace("ggml-org/gemma-3-1b-it-GGUF/resolve/main/gemma-3-1b-it-Q4_K_M.gguf"),
    },
  },
  {
    label: "Llama 3.2 3B",
    size: 2,
    license: "Llama 3.2 Community License",
    abilities: ["tools"],
    names: { ollama: "llama3.2:3b", lmstudio: "https://huggingface.co/lmstudio-community/Llama-3.2-3B-Instruct-GGUF", local: undefined },
  },
  {
    label: "Granite 4 Micro",
    size: 2.1,
    license: apache,
    abilities: ["tools"],
    names: { ollama: "granite4:micro", lmstudio: "ibm/granite-4-micro", local: undefined },
  },
  {
    label: "Phi-4 mini",
    size: 2.5,
    license: "MIT",
    abilities: ["tools"],
    names: { ollama: "phi4-mini:3.8b", lmstudio: undefined, local: undefined },
  },
  {
    label: "Qwen2.5 Coder 3B",
    size: 1.9,
    license: "Qwen Research License",
    abilities: ["code"],
    names: {
      ollama: "qwen2.5-coder:3b",
      lmstudio: "https://huggingface.co/lmstudio-community/Qwen2.5-Coder-3B-Instruct-GGUF",
      local: undefined,
    },
  },
  {
    label: "gpt-oss 20B",
    size: 14,
    license: apache,
    abilities: ["tools", "thinking"],
    names: { ollama: "gpt-oss:20b", lmstudio: "openai/gpt-oss-20b", local: undefined },
  },
];
