/** Models of AI SDK packages, with the added fields that each takes. Sources: the packages in the versions of `sdkPackages.ts`; the Gemini API's "Generate videos with Veo". */
import type { Kind } from "../../src/contract/kind.ts";

export const packageModels: readonly (readonly [name: string, kind: Kind, model: string, fields: readonly string[]])[] = [
  ["@ai-sdk/xai", "video", "grok-imagine-video", ["generate_audio"]],
  ["@ai-sdk/xai", "video", "grok-imagine-video-1.5", ["generate_audio", "last_frame"]],
  ["@ai-sdk/xai", "audio", "grok-tts", ["language"]],
  ["@ai-sdk/fal", "video", "fal-ai/veo3.1", ["last_frame", "generate_audio", "fps"]],
  ["@ai-sdk/fal", "audio", "fal-ai/kokoro", []],
  ["@ai-sdk/replicate", "video", "minimax/video-01", ["fps"]],
  ["@ai-sdk/black-forest-labs", "video", "flux-3-video", ["last_frame", "generate_audio"]],
  ["@ai-sdk/google", "video", "veo-3.1-generate-preview", ["last_frame"]],
  ["@ai-sdk/google", "video", "veo-3.0-generate-001", []],
  ["@ai-sdk/google-vertex", "video", "veo-2.0-generate-001", ["last_frame"]],
  ["@ai-sdk/google-vertex", "video", "veo-3.0-generate-001", ["generate_audio"]],
  ["@ai-sdk/google-vertex", "video", "veo-3.1-fast-generate-001", ["generate_audio", "last_frame"]],
  ["@ai-sdk/google-vertex", "audio", "gemini-2.5-flash-tts", ["language", "voice_instructions"]],
  ["@ai-sdk/google-vertex", "audio", "chirp3-hd", []],
  ["@ai-sdk/azure", "audio", "gpt-4o-mini-tts", ["voice_instructions"]],
  ["@ai-sdk/elevenlabs", "audio", "eleven_v3", ["language"]],
  ["@ai-sdk/hume", "audio", "octave", ["voice_instructions"]],
  ["@ai-sdk/lmnt", "audio", "aurora", ["language"]],
  ["@ai-sdk/openai", "audio", "gpt-4o-mini-tts", ["voice_instructions"]],
  ["@ai-sdk/openai", "audio", "tts-1-hd", []],
  ["@ai-sdk/deepgram", "audio", "aura-2", []],
  ["@ai-sdk/xai", "image", "grok-imagine-image", []],
  ["another-package", "video", "m", []],
];
