import type { Kind, MediaKind } from "./kind.ts";

/** Words in the names of models that generate a kind of media. A name proves nothing: the service and the user have precedence. */
export const mediaNames: Record<MediaKind, RegExp> = {
  video: /video|veo|sora|kling|runway|gen-?[34]\b|\bwan\b|hailuo|seedance|\bpika\b|\bray-?\d|t2v|i2v|motion/,
  audio: /audio|tts|speech|voice|\bsonic\b|eleven|bark\b|playht|music|kokoro/,
  image: /image|imagen|dall-?e|flux|diffusion|\bsd(?:xl|3)?\b|midjourney|ideogram|recraft|seedream|kandinsky|banana|picture|draw|photon/,
};
export const textNames =
  /text|multimodal|chat|gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|deepseek|grok|\bo\d\b|command|phi|nova|kimi|glm|sonar|yandex|giga|instruct|reason/;

/** The kind that a model's name suggests, if any. */
export function kindOfName(modelId: string): Kind | undefined {
  const name = modelId.toLowerCase();
  if (mediaNames.video.test(name)) return "video";
  if (mediaNames.audio.test(name)) return "audio";
  if (mediaNames.image.test(name)) return "image";
  return textNames.test(name) ? "text" : undefined;
}
