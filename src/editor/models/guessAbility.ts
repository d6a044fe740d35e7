/** A model's name in; what it most probably makes out. A name proves nothing: what the service and the user say goes first. */
import type { Kind, MediaKind } from "../../contract/kind.ts";

const mediaNames: Record<MediaKind, RegExp> = {
  video: /video|veo|sora|kling|runway|gen-?[34]\b|\bwan\b|hailuo|seedance|\bpika\b|\bray-?\d|t2v|i2v|motion/,
  audio: /audio|tts|speech|voice|\bsonic\b|eleven|bark\b|playht|music/,
  image: /image|imagen|dall-?e|flux|diffusion|\bsdxl?\b|midjourney|ideogram|recraft|seedream|kandinsky|banana|picture|draw|photon/,
};
const textNames =
  /text|multimodal|chat|gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|deepseek|grok|\bo\d\b|command|phi|nova|kimi|glm|sonar|yandex|giga|instruct|reason/;

export interface Guess {
  can: "yes" | "no" | "perhaps";
  /** The kind that the name speaks of, where it does. */
  named: Kind | undefined;
}

export function guessAbility(modelId: string, kind: Kind): Guess {
  const name = modelId.toLowerCase();
  const named = nameOf(name);
  if (named === undefined) return { can: "perhaps", named };
  if (named === kind) return { can: "yes", named };
  // Many names speak of both, e.g. a text family that also draws.
  const speaksOfKind = kind === "text" ? textNames.test(name) : mediaNames[kind].test(name);
  return { can: speaksOfKind ? "perhaps" : "no", named };
}

function nameOf(name: string): Kind | undefined {
  if (mediaNames.video.test(name)) return "video";
  if (mediaNames.audio.test(name)) return "audio";
  if (mediaNames.image.test(name)) return "image";
  return textNames.test(name) ? "text" : undefined;
}
