/** What a provider's list says about the kinds that a model generates: its modalities, its type or its task, and else only its name. */
import { type Kind, kinds } from "../contract/kind.ts";
import { isOtherName, kindOfName } from "../contract/modelFamilies.ts";
import { isFields } from "./errorReason.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Words for what a model generates. Sources: the lists of Together, LM Studio, LiteLLM, DeepInfra, Cloudflare and Hugging Face. */
const generating: Readonly<Record<Kind, readonly string[]>> = {
  text: ["text", "chat", "language", "code", "llm", "vlm", "completion", "text-generation", "image-text-to-text", "conversational"],
  image: ["image", "text-to-image", "image-to-image", "image-generation"],
  audio: ["audio", "tts", "speech", "text-to-speech", "text-to-audio", "audio-speech"],
  video: ["video", "text-to-video", "image-to-video", "video-generation"],
};

/** Words for models that generate none of our kinds. */
const others = new Set([
  ...["embedding", "embeddings", "text-embeddings", "feature-extraction", "sentence-similarity", "moderation", "rerank", "reranker"],
  ...["transcribe", "transcription", "audio-transcription", "automatic-speech-recognition", "speech-to-text", "stt", "asr"],
  ...["text-classification", "image-classification", "token-classification", "object-detection", "zero-shot-image-classification"],
]);

/** Empty: the model generates none of our kinds. */
export function kindsOfListedModel(id: string, fields: Fields): Kind[] {
  const { output_modalities: outputs } = isFields(fields.architecture) ? fields.architecture : fields;
  const reported = Array.isArray(outputs) ? kinds.filter((kind) => outputs.includes(kind)) : [];
  return reported.length > 0 ? reported : (kindsOfType(fields) ?? kindsOfNamedModel(id));
}

/** `methods`: Google's `supportedGenerationMethods`. */
export function kindsOfGoogleModel(id: string, methods: unknown): Kind[] {
  const known: readonly unknown[] | undefined = Array.isArray(methods)
    ? methods
    : id.startsWith("gemini-")
      ? ["generateContent"]
      : undefined;
  if (known === undefined) return kindsOfNamedModel(id);
  if (isOtherName(id)) return [];
  if (known.includes("predictLongRunning")) return ["video"];
  if (known.includes("predict")) return ["image"];
  if (!known.includes("generateContent")) return [];
  if (/tts/.test(id)) return ["audio"];
  return /image/.test(id) ? ["text", "image"] : ["text"];
}

function kindsOfNamedModel(id: string): Kind[] {
  return isOtherName(id) ? [] : [kindOfName(id) ?? "text"];
}

/** undefined: no known word. */
function kindsOfType({ type, mode, model_type: modelType, task, pipeline_tag: tag }: Fields): Kind[] | undefined {
  for (const given of [type, mode, modelType, isFields(task) ? task.name : task, tag]) {
    if (typeof given !== "string") continue;
    const word = given.trim().toLowerCase().replaceAll(/[\s_]/g, "-");
    const kind = kinds.find((one) => generating[one].includes(word));
    if (kind !== undefined) return [kind];
    if (others.has(word)) return [];
  }
  return undefined;
}
