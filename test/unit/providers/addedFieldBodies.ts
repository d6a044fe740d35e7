/**
 * What each engine must be sent for each added field: how the body differs from that of the same request without the field. A field without an
 * entry must be refused by name. `null`: the engine is not sent this any more.
 */
import type { AddedField } from "../../../src/contract/addedFields.ts";

/** Values that are easily lost, or written as something else. */
export const values = {
  n: 3,
  seed: 0,
  negative_prompt: "rain, fog | people",
  strength: 0,
  steps: 9,
  guidance: 2.5,
  background: "transparent",
  upscale: "2",
  output_format: "webp",
  generate_audio: false,
  fps: 12,
  voice_instructions: "Whisper, slowly.",
  language: "pt-BR",
} as const;

export interface EngineBodies {
  /** A type of provider, or an engine of `openai-compatible`. */
  type: string;
  kind: "image" | "audio" | "video";
  id: string;
  /** Without a reference image and added fields. */
  plain: { path: string; body: object };
  /** What a reference image changes. */
  reference?: { path?: string; body: object };
  added: Partial<Record<AddedField, object>>;
}

const prompt = "a boat at dusk";
const film = "a forest in the rain";
const transparent = "a mask whose selection is transparent";
const white = "a mask whose selection is white";
const image = "the image";

const diffusion = { negative_prompt: { negative_prompt: values.negative_prompt } };
const imagePath = "/v1/images/generations";
const speechPath = "/v1/audio/speech";
const tide = "The tide comes in twice a day.";
const spoken = { input: tide, voice: "alloy", response_format: "wav" };
const voiceConfig = { prebuiltVoiceConfig: { voiceName: "alloy" } };
const editPath = "/v1/images/edits";

export const engineBodies: Readonly<Record<string, EngineBodies>> = {
  // Source: OpenAI, "Create image", "Create image edit".
  "an image of OpenAI": {
    type: "openai",
    kind: "image",
    id: "gpt-image-2",
    plain: { path: imagePath, body: { model: "gpt-image-2", prompt, n: 1 } },
    reference: { path: editPath, body: { image, n: "1" } },
    added: {
      n: { n: 3 },
      mask: { mask: transparent },
      background: { background: "transparent" },
      output_format: { output_format: "webp" },
    },
  },
  // Source: OpenAI, "Create video".
  "a video of OpenAI": {
    type: "openai",
    kind: "video",
    id: "m",
    plain: { path: "/v1/videos", body: { model: "m", prompt: film } },
    reference: { body: { input_reference: image } },
    added: {},
  },
  // Source: vLLM-Omni, "Image Generation API", "Image Edit API".
  "an image of an engine with OpenAI's interface": {
    type: "openai-compatible",
    kind: "image",
    id: "m",
    plain: { path: imagePath, body: { model: "m", prompt, n: 1 } },
    reference: { path: editPath, body: { image, n: "1" } },
    added: {
      ...diffusion,
      n: { n: 3 },
      seed: { seed: 0 },
      strength: { strength: "0" },
      steps: { num_inference_steps: 9 },
      guidance: { guidance_scale: 2.5 },
      mask: { mask: transparent },
      background: { background: "transparent" },
      output_format: { output_format: "webp" },
    },
  },
  // Source: vLLM-Omni, "Videos API": every field of the form is a text.
  "a video of an engine with OpenAI's interface": {
    type: "openai-compatible",
    kind: "video",
    id: "m",
    plain: { path: "/v1/videos", body: { model: "m", prompt: film } },
    reference: { body: { input_reference: image } },
    added: {
      ...diffusion,
      seed: { seed: "0" },
      steps: { num_inference_steps: "9" },
      guidance: { guidance_scale: "2.5" },
      fps: { fps: "12" },
    },
  },
  // Source: SGLang, `ImageGenerationsRequest` and `edits` of its diffusion server.
  "an image of SGLang": {
    type: "sglang",
    kind: "image",
    id: "m",
    plain: { path: imagePath, body: { model: "m", prompt, n: 1 } },
    reference: { path: editPath, body: { image, n: "1" } },
    added: {
      ...diffusion,
      n: { n: 3 },
      seed: { seed: 0 },
      steps: { num_inference_steps: 9 },
      guidance: { guidance_scale: 2.5 },
      mask: { mask: transparent },
      background: { background: "transparent" },
      output_format: { output_format: "webp" },
    },
  },
  // Source: SGLang, `VideoGenerationsRequest`.
  "a video of SGLang": {
    type: "sglang",
    kind: "video",
    id: "m",
    plain: { path: "/v1/videos", body: { model: "m", prompt: film } },
    reference: { body: { input_reference: image } },
    added: { ...diffusion, seed: { seed: 0 }, steps: { num_inference_steps: 9 }, guidance: { guidance_scale: 2.5 }, fps: { fps: 12 } },
  },
  // Source: LocalAI, `OpenAIRequest`: what must not be shown stands in the prompt, and guidance in the model's configuration.
  "an image of LocalAI": {
    type: "localai",
    kind: "image",
    id: "m",
    plain: { path: imagePath, body: { model: "m", prompt, n: 1 } },
    reference: { path: editPath, body: { image, n: "1" } },
    added: { n: { n: 3 }, seed: { seed: 0 }, steps: { step: 9 } },
  },
  // Source: LocalAI, `VideoRequest`.
  "a video of LocalAI": {
    type: "localai",
    kind: "video",
    id: "m",
    plain: { path: "/video", body: { model: "m", prompt: film } },
    reference: { body: { start_image: image } },
    added: {
      ...diffusion,
      seed: { seed: 0 },
      steps: { step: 9 },
      guidance: { cfg_scale: 2.5 },
      last_frame: { end_image: image },
      fps: { fps: 12 },
    },
  },
  // Source: OpenRouter, "ImageGenerationRequest".
  "an image of OpenRouter": {
    type: "openrouter",
    kind: "image",
    id: "m",
    plain: { path: "/v1/images", body: { model: "m", prompt } },
    reference: { body: { input_references: [{ type: "image_url", image_url: { url: image } }] } },
    added: {
      n: { n: 3 },
      seed: { seed: 0 },
      background: { background: "transparent" },
      output_format: { output_format: "webp" },
    },
  },
  // Source: OpenRouter, "VideoGenerationRequest".
  "a video of OpenRouter": {
    type: "openrouter",
    kind: "video",
    id: "m",
    plain: { path: "/v1/videos", body: { model: "m", prompt: film } },
    reference: { body: { frame_images: [{ type: "image_url", image_url: { url: image }, frame_type: "first_frame" }] } },
    added: {
      seed: { seed: 0 },
      last_frame: { frame_images: [{ type: "image_url", image_url: { url: image }, frame_type: "last_frame" }] },
      generate_audio: { generate_audio: false },
    },
  },
  // Source: Gemini API, "GenerationConfig".
  "an image of Gemini": {
    type: "google",
    kind: "image",
    id: "gemini-2.5-flash-image",
    plain: {
      path: "/v1/models/gemini-2.5-flash-image:generateContent",
      body: { contents: [{ role: "user", parts: [{ text: prompt }] }], generationConfig: { responseModalities: ["IMAGE"] } },
    },
    added: { seed: { generationConfig: { responseModalities: ["IMAGE"], seed: 0 } } },
  },
  // Source: Gemini API, "Generate videos with Veo".
  "a video of Veo": {
    type: "google",
    kind: "video",
    id: "veo-3.0-generate-001",
    plain: {
      path: "/v1/models/veo-3.0-generate-001:predictLongRunning",
      body: { instances: [{ prompt: film }], parameters: { sampleCount: 1 } },
    },
    added: {
      seed: { parameters: { sampleCount: 1, seed: 0 } },
      negative_prompt: { parameters: { sampleCount: 1, negativePrompt: values.negative_prompt } },
      last_frame: {
        instances: [{ prompt: film, lastFrame: { bytesBase64Encoded: image, mimeType: "image/png" } }],
      },
    },
  },
  // Source: stable-diffusion.cpp, "sdcpp API".
  "an image of stable-diffusion.cpp": {
    type: "stable-diffusion.cpp",
    kind: "image",
    id: "m",
    plain: { path: "/sdcpp/v1/img_gen", body: { prompt } },
    reference: { body: { ref_images: [image] } },
    added: {
      ...diffusion,
      n: { batch_count: 3 },
      seed: { seed: 0 },
      strength: { strength: 0, init_image: image, ref_images: null },
      steps: { sample_params: { sample_steps: 9 } },
      guidance: { sample_params: { guidance: { txt_cfg: 2.5 } } },
      mask: { mask_image: white, init_image: image, ref_images: null },
      output_format: { output_format: "webp" },
    },
  },
  "a video of stable-diffusion.cpp": {
    type: "stable-diffusion.cpp",
    kind: "video",
    id: "m",
    plain: { path: "/sdcpp/v1/vid_gen", body: { prompt: film } },
    reference: { body: { init_image: image } },
    added: {
      ...diffusion,
      last_frame: { end_image: image },
      fps: { fps: 12 },
      seed: { seed: 0 },
      steps: { sample_params: { sample_steps: 9 } },
      guidance: { sample_params: { guidance: { txt_cfg: 2.5 } } },
    },
  },
  // Source: stable-diffusion-webui, "API": without sides, an image is drawn with 512 x 512 pixels, whatever the reference image has.
  "an image of AUTOMATIC1111": {
    type: "automatic1111",
    kind: "image",
    id: "m",
    plain: {
      path: "/v1/txt2img",
      body: { prompt, override_settings: { sd_model_checkpoint: "m" }, override_settings_restore_afterwards: false },
    },
    reference: { path: "/v1/img2img", body: { init_images: [image], width: 64, height: 32 } },
    added: {
      ...diffusion,
      n: { batch_size: 3 },
      seed: { seed: 0 },
      strength: { denoising_strength: 0 },
      steps: { steps: 9 },
      guidance: { cfg_scale: 2.5 },
      // What is selected is drawn with these sides, and put into the image.
      mask: { mask: white, width: null, height: null },
      upscale: {
        ...{ image, resize_mode: 0, upscaling_resize: 2, upscaler_1: "R-ESRGAN 4x+", prompt: null, init_images: null, width: null },
        ...{ height: null, override_settings: null, override_settings_restore_afterwards: null },
      },
    },
  },
  // Source: ComfyUI, "Server routes": the values of the placeholders, with their types. A node loads images by their names.
  "an image of ComfyUI": {
    type: "comfyui",
    kind: "image",
    id: "m",
    plain: { path: "/v1/prompt", body: { prompt } },
    reference: { body: { image: "a name of the image" } },
    added: {
      ...diffusion,
      seed: { seed: 0 },
      strength: { strength: 0 },
      steps: { steps: 9 },
      guidance: { guidance: 2.5 },
      mask: { mask: `a name of ${transparent}` },
      upscale: { upscale: 2 },
    },
  },
  // Source: OpenAI, "Create speech".
  "speech of OpenAI": {
    type: "openai",
    kind: "audio",
    id: "gpt-4o-mini-tts",
    plain: { path: speechPath, body: { model: "gpt-4o-mini-tts", ...spoken } },
    added: { voice_instructions: { instructions: values.voice_instructions } },
  },
  // Source: vLLM-Omni, "Speech API".
  "speech of an engine with OpenAI's interface": {
    type: "openai-compatible",
    kind: "audio",
    id: "m",
    plain: { path: speechPath, body: { model: "m", ...spoken } },
    added: { voice_instructions: { instructions: values.voice_instructions }, language: { language: "pt-BR" } },
  },
  // Source: LocalAI, `TTSRequest`.
  "speech of LocalAI": {
    type: "localai",
    kind: "audio",
    id: "m",
    plain: { path: speechPath, body: { model: "m", ...spoken } },
    added: { voice_instructions: { instructions: values.voice_instructions }, language: { language: "pt-BR" } },
  },
  // Source: Gemini API, "Text-to-speech generation": the prompt says how, and `speechConfig` has the language.
  "speech of Gemini": {
    type: "google",
    kind: "audio",
    id: "gemini-2.5-flash-preview-tts",
    plain: {
      path: "/v1/models/gemini-2.5-flash-preview-tts:generateContent",
      body: {
        contents: [{ role: "user", parts: [{ text: tide }] }],
        generationConfig: { responseModalities: ["AUDIO"], speechConfig: { voiceConfig } },
      },
    },
    added: {
      voice_instructions: { contents: [{ role: "user", parts: [{ text: `${values.voice_instructions}: ${tide}` }] }] },
      language: { generationConfig: { responseModalities: ["AUDIO"], speechConfig: { voiceConfig, languageCode: "pt-BR" } } },
    },
  },
};
