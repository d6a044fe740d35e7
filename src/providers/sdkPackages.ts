/** The AI SDK packages that were tried: the hosts that each may reach, what it generates, and the version. `docs/built-in-service.md` repeats it. */
import { type Kind, kinds, mediaKinds } from "../contract/kind.ts";

export interface SdkPackage {
  /** As in the package's own code. `*` stands for one label. */
  hosts: readonly string[];
  kinds: readonly Kind[];
  /** Settings without which the package has no address, as `settings` of the configuration. */
  settings: readonly string[];
  /** The version that was run behind a recording proxy. */
  tried: string;
}

const fields = (hosts: readonly string[], made: readonly Kind[], tried: string, settings: readonly string[] = []): SdkPackage => {
  return { hosts, kinds: made, tried, settings };
};

export const sdkPackages: Readonly<Record<string, SdkPackage>> = {
  "@ai-sdk/alibaba": fields(["dashscope-intl.aliyuncs.com"], ["text", "video"], "2.0.58"),
  "@ai-sdk/amazon-bedrock": fields(
    ["bedrock-runtime.*.amazonaws.com", "bedrock-agent-runtime.*.amazonaws.com"],
    ["text", "image"],
    "5.0.101",
    ["region"],
  ),
  "@ai-sdk/anthropic": fields(["api.anthropic.com"], ["text"], "4.0.105"),
  "@ai-sdk/azure": fields(
    ["*.openai.azure.com", "*.services.ai.azure.com", "*.cognitiveservices.azure.com"],
    ["text", "image", "audio"],
    "4.0.85",
    ["resourceName"],
  ),
  "@ai-sdk/baseten": fields(["inference.baseten.co"], ["text"], "2.1.26"),
  "@ai-sdk/black-forest-labs": fields(["api.bfl.ai", "api.*.bfl.ai"], ["image", "video"], "2.0.41"),
  "@ai-sdk/cerebras": fields(["api.cerebras.ai"], ["text"], "3.0.59"),
  "@ai-sdk/cohere": fields(["api.cohere.com"], ["text"], "4.0.52"),
  "@ai-sdk/deepgram": fields(["api.deepgram.com"], ["audio"], "3.1.16"),
  "@ai-sdk/deepinfra": fields(["api.deepinfra.com"], ["text", "image"], "3.0.57"),
  "@ai-sdk/deepseek": fields(["api.deepseek.com"], ["text"], "3.0.56"),
  "@ai-sdk/elevenlabs": fields(["api.elevenlabs.io"], ["audio"], "3.0.46"),
  "@ai-sdk/fal": fields(["fal.run", "queue.fal.run"], mediaKinds, "3.0.41"),
  "@ai-sdk/fireworks": fields(["api.fireworks.ai"], ["text", "image"], "3.0.62"),
  "@ai-sdk/gateway": fields(["ai-gateway.vercel.sh"], kinds, "4.0.146"),
  "@ai-sdk/google": fields(["generativelanguage.googleapis.com"], kinds, "4.0.121"),
  "@ai-sdk/google-vertex": fields(
    ["aiplatform.googleapis.com", "*-aiplatform.googleapis.com", "aiplatform.*.rep.googleapis.com", "texttospeech.googleapis.com"],
    kinds,
    "5.0.141",
  ),
  "@ai-sdk/groq": fields(["api.groq.com"], ["text"], "4.0.84"),
  "@ai-sdk/huggingface": fields(["router.huggingface.co"], ["text"], "2.0.48"),
  "@ai-sdk/hume": fields(["api.hume.ai"], ["audio"], "3.0.40"),
  "@ai-sdk/lmnt": fields(["api.lmnt.com"], ["audio"], "3.0.36"),
  "@ai-sdk/luma": fields(["api.lumalabs.ai"], ["image"], "3.0.41"),
  "@ai-sdk/minimax": fields(["api.minimax.io"], ["text", "video"], "3.0.45"),
  "@ai-sdk/mistral": fields(["api.mistral.ai"], ["text", "audio"], "4.0.87"),
  "@ai-sdk/moonshotai": fields(["api.moonshot.ai"], ["text"], "3.0.60"),
  "@ai-sdk/openai": fields(["api.openai.com"], ["text", "image", "audio"], "4.0.118"),
  "@ai-sdk/perplexity": fields(["api.perplexity.ai"], ["text"], "4.0.49"),
  "@ai-sdk/replicate": fields(["api.replicate.com"], ["image", "video"], "3.0.46"),
  "@ai-sdk/togetherai": fields(["api.together.xyz", "api.together.ai"], ["text", "image"], "3.0.54"),
  "@ai-sdk/xai": fields(["api.x.ai"], kinds, "5.0.12"),
};

/** Whether a host is one of these; a pattern's `*` stands for a part without a dot. */
export function isHostOf(patterns: readonly string[], hostname: string): boolean {
  return patterns.some((pattern) => {
    const expected = pattern.toLowerCase().split("*");
    const escaped = expected.map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${escaped.join("[a-z0-9-]+")}$`).test(hostname);
  });
}
