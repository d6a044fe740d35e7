/**
 * Request bodies of the OpenAPI document. Together they contain every field that the demo takes. The tests send them, and
 * change each of their values.
 */

/** A PNG of one pixel. */
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = [{ type: "input_image", image_url: pixel }];

export const responseExamples = {
  text: { model: "demo-text", input: "Where do herons live?", instructions: "Answer in one sentence.", store: true },
  stream: { model: "demo-text", input: "Tell me about herons.", stream: true },
  reasoning: {
    model: "demo-text",
    input: "Why do herons stand on one leg?",
    reasoning: { effort: "low" },
    tools: [{ type: "web_search" }],
  },
  dialogue: {
    model: "demo-multimodal",
    input: [
      { type: "message", role: "user", content: "My dog is called Bruno." },
      { type: "reasoning" },
      {
        role: "assistant",
        content: [
          { type: "output_text", text: "A fine name." },
          { type: "refusal", refusal: "I cannot draw him." },
        ],
      },
      {
        role: "user",
        content: [
          { type: "input_text", text: "Describe this image." },
          ...image,
          { type: "input_file", file_data: "data:text/plain;base64,QSBoZXJvbi4=", filename: "heron.txt" },
        ],
      },
    ],
  },
  media: {
    model: "demo-text",
    input: [
      { type: "input_text", text: "What do these contain?" },
      { type: "input_audio", input_audio: { data: "UklGRiQAAABXQVZFZm10IA==", format: "wav" } },
      { type: "input_audio", audio_url: "data:audio/mpeg;base64,SUQzBAAAAAAA" },
      { type: "input_video", video_url: "data:video/mp4;base64,AAAAGGZ0eXBtcDQy" },
    ],
  },
  drawing: {
    model: "demo-multimodal",
    input: [{ type: "input_text", text: "Draw a picture of a heron." }],
    tools: [{ type: "image_generation", size: "512", quality: "low", aspect_ratio: "16:9" }],
  },
  functions: {
    model: "demo-text",
    input: [
      { role: "user", content: "How deep is the pond?" },
      { type: "function_call", call_id: "call_1", name: "measure", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output: "2 m" },
    ],
    tools: [
      {
        type: "function",
        name: "measure",
        description: "Measures the pond.",
        parameters: { type: "object", properties: {} },
        strict: false,
      },
    ],
    tool_choice: "none",
    parallel_tool_calls: false,
    text: { format: { type: "text" }, verbosity: "low" },
    background: false,
    max_output_tokens: 200,
    temperature: 0.7,
    top_p: 0.9,
    seed: 7,
  },
} as const;

export const mediaExamples = {
  image: {
    image: { model: "demo-image", prompt: "A lighthouse at dusk", size: "512", quality: "low", aspect_ratio: "4:3" },
    several: { model: "demo-image", prompt: "A heron", size: "512", n: 2, seed: 7, negative_prompt: "people" },
    variant: { model: "demo-image", prompt: "The same at night", size: "512", image, strength: 0.5, mask: pixel },
  },
  audio: { audio: { model: "flite", input: "Good evening.", voice: "slt", format: "mp3", speed: 1 } },
  video: {
    video: {
      model: "demo-video-lite",
      prompt: "Waves on a beach",
      size: "16:9",
      quality: "360p",
      duration: 2,
      seed: 7,
      negative_prompt: "people",
    },
    animation: { model: "demo-video-lite", prompt: "The image moves.", image },
  },
} as const;

export const v2Examples = {
  text: { ai: { model: "demo-text" }, content: [{ type: "input_text", text: "Where do herons live?" }], stop_sequences: ["crane"] },
  image: {
    type: "out_image",
    ai: {
      model: "demo-image",
      image_size: "512",
      image_quality: "low",
      image_ratio: "4:3",
      image_n: "1",
      image_seed: "7",
      image_negative_prompt: "people",
      image_strength: "0.5",
      image_mask: pixel,
    },
    content: [
      { type: "input_text", text: "A lighthouse at dusk" },
      { type: "input_file", file_data: pixel },
    ],
    response_format: "b64_json",
  },
  audio: {
    type: "out_audio",
    ai: { model: "flite", audio_voice: "slt", audio_format: "mp3", audio_speed: "1" },
    content: [{ type: "input_text", text: "Good evening." }],
  },
  video: {
    type: "out_video",
    ai: {
      model: "demo-video-lite",
      video_size: "16:9",
      video_quality: "360p",
      video_duration: "2",
      video_seed: "7",
      video_negative_prompt: "people",
    },
    content: [{ type: "input_text", text: "Waves on a beach" }],
  },
} as const;
